import { accounts } from '@sayback/contract';
import { inSeconds, timed } from '../../metrics.ts';
import { atMost, info, type Report, type Row } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { type Broken, callerOf, Refusal } from '../support/api-call.ts';
import { checkAsBefore, restingFootprint } from '../support/compare-resources.ts';
import { inWords } from '../support/tally.ts';
import { PASSWORD } from '../support/workload.ts';
import { type AttackedServer, withAttackedServer } from './attacked-server.ts';
import { rowsOfExperience, startBystanders } from './bystanders.ts';
import { openFlood } from './login-flood.ts';

const LOGINS = 200;
const CLASS = 60;
const CLASS_AIM_MS = 30_000;
const OTHERS_AIM_MS = 150;
const CALM_MS = 60_000;

/** A class registers at once, from the one address of its school. */
async function registerClass({ site }: AttackedServer): Promise<Row[]> {
  const counts = new Map<string, number>();
  const register = (number: number) =>
    callerOf(site)(accounts.register, { body: { username: `pupil-${number}`, password: PASSWORD } }).then(
      () => '201',
      (error) => (error instanceof Refusal ? String(error.status) : (error as Broken).message),
    );
  const { took } = await timed(async () => {
    const outcomes = await Promise.all(Array.from({ length: CLASS }, (_, number) => register(number)));
    for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  });
  return [
    {
      what: `${CLASS} registrations at once: answers`,
      measured: inWords([...counts]),
      aim: `201: ${CLASS}`,
      met: counts.get('201') === CLASS,
    },
    atMost(`${CLASS} registrations at once: all answered after`, took, CLASS_AIM_MS, inSeconds),
  ];
}

/** Wrong log-ins, many at once, while others practise: nobody else waits for the hashing of passwords. */
export const runHashFlood = ({ rounds = 3, say }: RunOptions): Promise<Report> =>
  withAttackedServer({ settings: { TRUST_PROXY: 'loopback' } }, { say }, async (stage) => {
    const before = await restingFootprint(stage.server);
    const others = await startBystanders(stage);
    const flood = openFlood(stage.server.url, { atOnce: LOGINS, isSpread: true });
    const times: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const { took } = await timed(flood.burst);
      times.push(took);
      say(`round ${round} of ${rounds}: answered after ${inSeconds(took)}`);
    }
    const experience = await others.stop();
    flood.stop();
    const lasting = await checkAsBefore(before, stage.server, CALM_MS);
    const ofClass = await registerClass(stage);
    const differences = await checkAsBefore(before, stage.server);
    return {
      rows: [
        ...rowsOfExperience(experience, OTHERS_AIM_MS),
        info('the log-ins: answers', inWords([...flood.counts])),
        info('the log-ins: all of a burst answered after', times.map(inSeconds).join(', ')),
        info('after the log-ins: not as before', lasting.join('; ') || 'nothing'),
        ...ofClass,
        info('after the class: not as before', differences.join('; ') || 'nothing'),
      ],
      notes: [
        `${LOGINS} log-ins with wrong passwords at once, each from an address of its own, ${rounds} times, while four learners practise. Then ${CLASS} people register at once from one address.`,
      ],
      failures: [...lasting, ...differences],
    };
  });
