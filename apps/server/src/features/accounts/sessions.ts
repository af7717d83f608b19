import { AppError } from '../../http/app-error.ts';
import { limitAddress, type RateLimits } from '../../http/rate-limits.ts';
import type { AccountStore, User } from './account-store.ts';
import { isOutdated } from './password.ts';
import type { Hasher, PasswordHashing } from './password-hashing.ts';
import type { SecurityLog } from './security-log.ts';
import type { Proof, SessionStore } from './session-store.ts';
import { type AccessTokens, hashToken, newRefreshToken, REFRESH_MS } from './tokens.ts';
import { usernameKey } from './username.ts';

type Parts = {
  accounts: AccountStore;
  sessions: SessionStore;
  tokens: AccessTokens;
  limits: RateLimits;
  passwords: PasswordHashing;
};
export type Caller = { ip: string; userAgent: string; report: SecurityLog };
export type TokenPair = { access: string; refresh: string };

const noSuchAccount = () =>
  new AppError('unauthorized', 'No active account was found with these credentials.');

/** Begins a session. Throws a 401 when the proof no longer stands: the password was changed, or the account disabled. */
export async function beginSession(
  { sessions, tokens }: Pick<Parts, 'sessions' | 'tokens'>,
  proof: Proof,
  userAgent: string,
): Promise<TokenPair> {
  const refresh = newRefreshToken();
  const session = await sessions.add(proof, {
    token_hash: hashToken(refresh),
    user_agent: userAgent.slice(0, 300),
    expires_at: new Date(Date.now() + REFRESH_MS),
  });
  if (!session) throw noSuchAccount();
  return { access: await tokens.sign({ user_id: proof.user_id, session_id: session.id }), refresh };
}

/**
 * Signs in. Throws a 401 that doesn't say which part was wrong, a 429 after too many failures (of one account from one
 * address, so that nobody can lock out somebody else, and of one address), and a 503 while too many passwords are checked.
 */
export const logIn = (
  parts: Parts,
  typed: { username: string; password: string },
  caller: Caller,
): Promise<TokenPair> =>
  parts.passwords.admit('login', async (hasher) => {
    const { username, ...proof } = await checkPassword(parts, hasher, typed, caller);
    const pair = await beginSession(parts, proof, caller.userAgent);
    caller.report('auth.login.success', { user_id: proof.user_id, username, method: 'password' });
    await renewHash(parts, hasher, proof, typed.password);
    return pair;
  });

/** The account, for the log. A name that nobody has stays out of it: it may be a password. */
const whose = (user: User | null) =>
  user ? { user_id: user.id, username: user.username } : { known_account: false as const };

async function checkPassword(
  { accounts, limits }: Parts,
  hasher: Hasher,
  typed: { username: string; password: string },
  { ip, report }: Caller,
): Promise<{ user_id: number; username: string; password_hash: string }> {
  const address = limitAddress(ip);
  const accountHere = hashToken(`${usernameKey(typed.username)} ${address}`);
  // Taken before the password is checked, so that many attempts at once don't slip through; given back on success.
  // An address that is over its limit writes nothing, whatever names it tries; one account can't use up its school's.
  const refused = async (error: unknown) => {
    const user = await accounts.findByUsername(typed.username);
    report('auth.login.limited', whose(user));
    throw error;
  };
  await limits.check('login_address', address).catch(refused);
  await limits.take('login_account', accountHere).catch(refused);
  await limits.take('login_address', address).catch(refused);

  const user = await accounts.findByUsername(typed.username);
  const fits = await hasher.fits(typed.password, user?.password_hash ?? null);
  if (!user?.password_hash || !fits || user.disabled_at) {
    report('auth.login.failure', whose(user));
    throw noSuchAccount();
  }
  await limits.clear('login_account', accountHere);
  await limits.giveBack('login_address', address);
  return { user_id: user.id, username: user.username, password_hash: user.password_hash };
}

/** Hashes with today's parameters. A server that is busy leaves it for the next login. */
async function renewHash(
  { accounts }: Parts,
  hasher: Hasher,
  { user_id, password_hash }: { user_id: number; password_hash: string },
  password: string,
): Promise<void> {
  if (!isOutdated(password_hash)) return;
  try {
    await accounts.replacePasswordHash(user_id, password_hash, await hasher.hash(password));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** A new access token for a session that still lives. Throws a 401 when it doesn't, and a 429. */
export async function refreshSession(
  { sessions, tokens, limits }: Pick<Parts, 'sessions' | 'tokens' | 'limits'>,
  refresh: string,
  ip: string,
): Promise<string> {
  const address = limitAddress(ip);
  const session = await sessions.findLive({ token_hash: hashToken(refresh) });
  await limits.take('refresh', `${address} ${session?.user_id ?? 'unknown'}`);
  if (!session || !(await sessions.touch(session.id))) {
    throw new AppError('unauthorized', 'The refresh token is invalid or has expired.');
  }
  return tokens.sign({ user_id: session.user_id, session_id: session.id });
}
