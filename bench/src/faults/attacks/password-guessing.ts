import { accounts } from '@sayback/contract';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import { info, type Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { callerOf, Refusal } from '../support/api-call.ts';
import { inWords } from '../support/tally.ts';
import { withAttackedServer } from './attacked-server.ts';

const GUESSES = 40;

/** Guesses at one account from many networks of one provider's customer, within the usual limits. */
export const runPasswordGuessing = ({ say }: RunOptions): Promise<Report> =>
  withAttackedServer(
    { settings: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' } },
    { say },
    async ({ site }) => {
      const anybody = callerOf(site);
      const counts = new Map<string, number>();
      let limitedAfter: number | null = null;
      for (let guess = 0; guess < GUESSES; guess += 1) {
        const status = await anybody(accounts.login, {
          body: { username: ADMIN.username, password: `a wrong guess ${guess}` },
          headers: { 'x-forwarded-for': `2001:db8:77:${guess.toString(16)}::1` },
        }).then(
          () => 200,
          (error) => (error instanceof Refusal ? error.status : 0),
        );
        counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
        if (status === 429) limitedAfter ??= guess;
      }
      say(inWords([...counts]));
      return {
        rows: [
          info(`${GUESSES} guesses from one /48: answers`, inWords([...counts])),
          {
            what: 'limited after',
            measured: limitedAfter === null ? 'never' : `${limitedAfter} guesses`,
            aim: `less than ${GUESSES}`,
            met: limitedAfter !== null,
          },
        ],
        notes: [`Each guess comes from a /64 of its own; all are of one IPv6 /48.`],
        failures: limitedAfter === null ? ['guesses from one /48 were never limited'] : [],
      };
    },
  );
