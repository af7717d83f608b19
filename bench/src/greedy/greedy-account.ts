import { accountStore, sessionStore } from '../../../apps/server/src/features/accounts/index.ts';
import { startSession } from '../../../apps/server/src/features/accounts/login/sessions.ts';
import { accessTokens } from '../../../apps/server/src/features/accounts/login/tokens.ts';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { deriveTokenKey } from '../library/access-token.ts';

export type GreedyRole = 'learner' | 'admin';
export type GreedyAccount = { id: number; tokens: string[] };

let count = 0;

/** Creates an account with several sessions. */
export async function makeGreedyAccount(
  db: Database,
  role: GreedyRole,
  sessions: number,
): Promise<GreedyAccount> {
  count += 1;
  const username = `greedy-${role}-${count}`;
  const user = await accountStore(db).addUser({
    username,
    password_hash: null,
    email: `${username}@example.org`,
    is_admin: role === 'admin',
  });
  const deps = { sessions: sessionStore(db), tokens: accessTokens([deriveTokenKey()]) };
  const tokens: string[] = [];
  for (let number = 0; number < sessions; number += 1) {
    const { access } = await startSession(deps, { user_id: user.id, password_hash: null }, 'a greedy client');
    tokens.push(access);
  }
  return { id: user.id, tokens };
}
