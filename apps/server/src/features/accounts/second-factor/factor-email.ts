import { toInterfaceLanguage } from '../../../messages/request-language.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs, Tasks } from '../../../platform/jobs/jobs.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { accountStore } from '../account-store.ts';
import { type FactorChange, factorEmail } from '../emails/emails.ts';
import { readPreferences } from '../preferences/preferences.ts';

export type FactorEmailDeps = { db: Database; jobs: Jobs };

const TASK = 'mail-second-factor';

/** Notifies the user by email once the transaction is committed. */
export async function queueFactorEmail(
  { db, jobs }: FactorEmailDeps,
  userId: number,
  change: FactorChange,
): Promise<void> {
  await jobs.add(db, TASK, { user_id: userId, news: change });
}

/** Sends emails only to verified addresses. */
export function factorTasks({ db, mail }: { db: Database; mail: Mail }): Tasks {
  return {
    [TASK]: async ({ user_id, news }: { user_id: number; news: FactorChange }) => {
      const user = await accountStore(db).findUser(user_id);
      if (!user?.email || !user.email_verified_at) return;
      const preferred = readPreferences(user.preferences).interface_language;
      const language = preferred ?? toInterfaceLanguage(user.native_language) ?? 'en';
      await mail.send({
        to: user.email,
        ...factorEmail(language, { username: user.username, change: news }),
      });
    },
  };
}
