import { accountStore, sessionStore } from '../../features/accounts/index.ts';
import { startSession } from '../../features/accounts/login/sessions.ts';
import type { AccessTokens } from '../../features/accounts/login/tokens.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Role } from './hostile-request.ts';
import { LANGUAGES } from './known-fields.ts';
import type { Random } from './random.ts';

const EACH = 3;

export type TestUsers = {
  /** Replaces all users with new ones with fresh sessions. */
  renew: () => Promise<void>;
  getToken: (role: Role, random: Random) => string | undefined;
  /** Replaces a user whom a call deleted or logged out. */
  replace: (token: string) => Promise<void>;
};

/** Signed-in learners and administrators. */
export async function openTestUsers(
  db: Database,
  tokens: AccessTokens,
  password_hash: string | null,
): Promise<TestUsers> {
  const present: Record<'learner' | 'admin', string[]> = { learner: [], admin: [] };
  let count = 0;

  async function enter(role: 'learner' | 'admin'): Promise<string> {
    count += 1;
    const username = `${role}-${Date.now()}-${count}`;
    const user = await accountStore(db).addUser({
      username,
      password_hash,
      email: `${username}@example.org`,
      is_admin: role === 'admin',
    });
    for (const language of LANGUAGES) await accountStore(db).addPracticeLanguage(user.id, language);
    const proof = { user_id: user.id, password_hash };
    const { access } = await startSession({ sessions: sessionStore(db), tokens }, proof, 'a hostile run');
    return access;
  }

  return {
    async renew() {
      for (const role of ['learner', 'admin'] as const) {
        present[role] = await Promise.all(Array.from({ length: EACH }, () => enter(role)));
      }
    },
    getToken: (role, random) => (role === 'nobody' ? undefined : random.pick(present[role])),
    async replace(token) {
      for (const role of ['learner', 'admin'] as const) {
        const at = present[role].indexOf(token);
        if (at >= 0) present[role][at] = await enter(role);
      }
    },
  };
}
