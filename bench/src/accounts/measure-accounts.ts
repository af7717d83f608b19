import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@sayback/contract';
import { hashPassword } from '../../../apps/server/src/features/accounts/passwords/password.ts';
import { createApi } from '../../../e2e/support/api.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { inMilliseconds, median, timed } from '../metrics.ts';
import { info, type Report, type Row } from '../report.ts';

/** Number of probes of each kind, without the warm-up. */
const PROBES = 75;
const WARM_UP = 10;
/** Pause between two requests, so that the server's work after a response doesn't slow down the next one. */
const PAUSE_MS = 150;
const MAX_DIFFERENCE = 0.1;

type Probe = (account: string) => Promise<number>;

const buildName = (kind: 'known' | 'unknown', number: number) =>
  `${kind === 'known' ? 'k' : 'u'}person${number}`;

/** Returns the response time of a request, in milliseconds. Throws if its status isn't `status`. */
async function send(address: string, body: object, status: number): Promise<number> {
  const { took } = await timed(async () => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.text();
    if (response.status !== status) throw new Error(`${address} answered ${response.status}`);
  });
  return took;
}

/**
 * Compares response times for known and unknown names. Requests each name once and alternates the kinds; each goes first
 * equally often.
 */
async function compare(probe: Probe): Promise<{ known: number; unknown: number }> {
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let number = 0; number < PROBES; number += 1) {
    const kinds = number % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of kinds) {
      await sleep(PAUSE_MS);
      const time = await probe(buildName(kind, number));
      if (number >= WARM_UP) took[kind].push(time);
    }
  }
  return { known: median(took.known), unknown: median(took.unknown) };
}

function buildRows(what: string, { known, unknown }: { known: number; unknown: number }): Row[] {
  const ratio = known / unknown;
  return [
    info(`${what}: known name, median of ${PROBES - WARM_UP}`, inMilliseconds(known)),
    info(`${what}: unknown name`, inMilliseconds(unknown)),
    {
      what: `${what}: ratio of both`,
      measured: ratio.toFixed(3),
      aim: '0.90 to 1.10',
      met: Math.abs(ratio - 1) <= MAX_DIFFERENCE,
    },
  ];
}

function buildHashRows(took: number[]): Row[] {
  const typical = median(took);
  return [
    {
      what: `a password's hash, argon2id: median of ${took.length}`,
      measured: inMilliseconds(typical),
      aim: '50 to 100 ms',
      met: typical >= 50 && typical <= 100,
    },
  ];
}

/** Measures whether response times reveal who has an account. */
export async function measureAccounts(): Promise<Report> {
  const hashes: number[] = [];
  const server = await startSayback();
  try {
    const api = createApi(server.url);
    for (let number = 0; number < PROBES; number += 1) {
      const username = buildName('known', number);
      const body = { username, password: 'correct horse 9', email: `${username}@example.org` };
      await api(accounts.register, { body });
    }
    const login = await compare(async (username) => {
      hashes.push((await timed(() => hashPassword(username))).took);
      return send(server.url + accounts.login.path, { username, password: 'a wrong guess 9' }, 401);
    });
    const reset = await compare((name) =>
      send(server.url + accounts.requestPasswordReset.path, { email: `${name}@example.org` }, 200),
    );
    return {
      rows: [
        ...buildHashRows(hashes),
        ...buildRows('login with a wrong password', login),
        ...buildRows('requesting a reset', reset),
      ],
      notes: [
        'Known and unknown names alternate in one run, one request at a time, each name once, like an attacker who ' +
          `looks for accounts, with ${PAUSE_MS} ms between requests. The limits are 100 times the defaults.`,
        'An unknown name also gets its response after hashing, against a hash without a known password. Emails are ' +
          'looked up and sent by a job, after the response.',
      ],
    };
  } finally {
    await server.stop();
  }
}
