import { accountStore, sessionStore } from '../../features/accounts/index.ts';
import { startSession } from '../../features/accounts/login/sessions.ts';
import type { AccessTokens } from '../../features/accounts/login/tokens.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Role } from './hostile-request.ts';
import { LANGUAGES } from './known-fields.ts';
import type { Random } from './random.ts';

const USERS_PER_ROLE = 3;

export type TestUsers = {
  /** Replaces all users with new ones. */
  renew: () => Promise<void>;
  pickToken: (role: Role, random: Random) => string | undefined;
  /** Replaces the user of a token that has become invalid. */
  replace: (token: string) => Promise<void>;
};

/** Signs in learners and administrators. */
export async function openTestUsers(
  db: Database,
  tokens: AccessTokens,
  password_hash: string | null,
): Promise<TestUsers> {
  const tokensByRole: Record<'learner' | 'admin', string[]> = { learner: [], admin: [] };
  let count = 0;

  async function createSession(role: 'learner' | 'admin'): Promise<string> {
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
        tokensByRole[role] = await Promise.all(
          Array.from({ length: USERS_PER_ROLE }, () => createSession(role)),
        );
      }
    },
    pickToken: (role, random) => (role === 'nobody' ? undefined : random.pick(tokensByRole[role])),
    async replace(token) {
      for (const role of ['learner', 'admin'] as const) {
        const index = tokensByRole[role].indexOf(token);
        if (index >= 0) tokensByRole[role][index] = await createSession(role);
      }
    },
  };
}
