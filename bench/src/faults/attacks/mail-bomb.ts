import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@sayback/contract';
import { startMailServer } from '../../../../apps/server/src/testing/doubles/mail-server.ts';
import { atMost, info, type Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { callerOf } from '../support/api-call.ts';
import { PASSWORD } from '../support/workload.ts';
import { withAttackedServer } from './attacked-server.ts';

const VICTIM = 'victim@example.com';
const ACCOUNTS = 15;
const REQUESTS = 6;
const MAX_EMAILS = 5;
/** Emails are sent by jobs; when none came for so long, none comes any more. */
const QUIET_MS = 5000;

/** Accounts that name someone else's address, and resets for it: the victim gets a few emails at most. */
export async function runMailBomb({ say }: RunOptions): Promise<Report> {
  const mail = await startMailServer();
  const settings = { SMTP_URL: mail.url, MAIL_FROM: 'sayback@example.org', RATE_LIMIT_FACTOR: '1' };
  try {
    return await withAttackedServer({ settings }, { say }, async ({ site }) => {
      const anybody = callerOf(site);
      for (let number = 0; number < ACCOUNTS; number += 1) {
        const username = `locked-see-www.evil.example-${number}`;
        await anybody(accounts.register, { body: { username, password: PASSWORD, email: VICTIM } });
      }
      for (let request = 0; request < REQUESTS; request += 1) {
        await anybody(accounts.requestPasswordReset, { body: { email: VICTIM } }).catch(() => undefined);
      }
      let count = -1;
      while (count < mail.messages.length) {
        count = mail.messages.length;
        await sleep(QUIET_MS);
      }
      const links = mail.messages.filter(({ text }) => text?.includes('www.evil.example')).length;
      say(`${count} emails`);
      return {
        rows: [
          atMost('emails to the victim', count, MAX_EMAILS, String),
          info('emails in which a name can become a link', String(links)),
        ],
        notes: [
          `${ACCOUNTS} accounts name one address; ${REQUESTS} resets are asked for it, within the usual limits.`,
        ],
        failures: count > MAX_EMAILS ? [`${count} emails to one address`] : [],
      };
    });
  } finally {
    await mail.close();
  }
}
