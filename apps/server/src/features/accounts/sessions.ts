import { AppError } from '../../http/app-error.ts';
import { limitAddress, type RateLimits } from '../../http/rate-limits.ts';
import type { AccountStore } from './account-store.ts';
import { hashPassword, isOutdated, passwordFits } from './password.ts';
import type { SessionStore } from './session-store.ts';
import { type AccessTokens, hashToken, newRefreshToken, REFRESH_MS } from './tokens.ts';
import { usernameKey } from './username.ts';

type Parts = { accounts: AccountStore; sessions: SessionStore; tokens: AccessTokens; limits: RateLimits };
export type Caller = { ip: string; userAgent: string };
export type TokenPair = { access: string; refresh: string };

/** Begins a session for somebody who has shown who they are. */
export async function beginSession(
  { sessions, tokens }: Pick<Parts, 'sessions' | 'tokens'>,
  userId: number,
  userAgent: string,
): Promise<TokenPair> {
  const refresh = newRefreshToken();
  const session = await sessions.add({
    user_id: userId,
    token_hash: hashToken(refresh),
    user_agent: userAgent.slice(0, 300),
    expires_at: new Date(Date.now() + REFRESH_MS),
  });
  return { access: await tokens.sign({ user_id: userId, session_id: session.id }), refresh };
}

/**
 * Signs in. Throws a 401 that doesn't say which part was wrong, and a 429 after too many failures: of one account from
 * one address, so that nobody can lock out somebody else, and of one address.
 */
export async function logIn(
  parts: Parts,
  typed: { username: string; password: string },
  { ip, userAgent }: Caller,
): Promise<TokenPair> {
  const { accounts, limits } = parts;
  const address = limitAddress(ip);
  const accountHere = hashToken(`${usernameKey(typed.username)} ${address}`);
  // Taken before the password is looked at, so that many attempts at once don't slip through; given back on success.
  await limits.take('login_account', accountHere);
  await limits.take('login_address', address);

  const user = await accounts.findByUsername(typed.username);
  const fits = await passwordFits(typed.password, user?.password_hash ?? null);
  if (!user || !fits || user.disabled_at) {
    throw new AppError('unauthorized', 'No active account was found with these credentials.');
  }
  await limits.clear('login_account', accountHere);
  await limits.giveBack('login_address', address);
  if (user.password_hash && isOutdated(user.password_hash)) {
    await accounts.updateUser(user.id, { password_hash: await hashPassword(typed.password) });
  }
  return beginSession(parts, user.id, userAgent);
}

/** A new access token for a session that still lives. Throws a 401 when it doesn't, and a 429. */
export async function refreshSession(
  { sessions, tokens, limits }: Omit<Parts, 'accounts'>,
  refresh: string,
  ip: string,
): Promise<string> {
  const address = limitAddress(ip);
  const session = await sessions.findLive({ token_hash: hashToken(refresh) });
  await limits.take('refresh', `${address} ${session?.user_id ?? 'unknown'}`);
  if (!session) throw new AppError('unauthorized', 'The refresh token is invalid or has expired.');
  await sessions.touch(session.id);
  return tokens.sign({ user_id: session.user_id, session_id: session.id });
}
