import { AppError } from '../../../errors/app-error.ts';
import { limitAddress } from '../../../security/limit-address.ts';
import type { AccountStore, User } from '../account-store.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import { hasOldParameters } from '../passwords/password.ts';
import type { Hasher, PasswordHashing } from '../passwords/password-hashing.ts';
import type { RateLimits } from '../rate-limits.ts';
import { type Deps as ChallengeDeps, challengeUser } from '../second-factor/challenge.ts';
import { usernameKey } from '../users/username.ts';
import { limitGuess } from './guessing.ts';
import type { Proof, SessionStore } from './session-store.ts';
import { countSignIn } from './sign-in-limit.ts';
import { type AccessTokens, hashToken, newRefreshToken, REFRESH_MS } from './tokens.ts';

type Deps = ChallengeDeps & {
  accounts: AccountStore;
  sessions: SessionStore;
  tokens: AccessTokens;
  limits: RateLimits;
  passwords: PasswordHashing;
};
export type Caller = {
  ip: string;
  userAgent: string;
  /** Returns the id of the caller's browser if it has signed in to that account before; otherwise null. */
  getDevice: (account: Pick<User, 'id' | 'password_hash'>) => string | null;
  report: SecurityLog;
};
export type TokenPair = { access: string; refresh: string };
/** The account whose password was verified, with its hash. */
export type KnownUser = { id: number; username: string; password_hash: string };

const wrongCredentials = () => new AppError('unauthorized', 'auth.wrongCredentials');

/**
 * Creates a session. `isConfirmed`: a second factor was verified. Throws a 401 if the proof is no longer valid: the password
 * was changed, the identity unlinked, or the account disabled.
 */
export async function startSession(
  { sessions, tokens }: Pick<Deps, 'sessions' | 'tokens'>,
  proof: Proof,
  userAgent: string,
  { isConfirmed = false } = {},
): Promise<TokenPair> {
  const refresh = newRefreshToken();
  const session = await sessions.add(proof, {
    token_hash: hashToken(refresh),
    user_agent: userAgent.slice(0, 300),
    expires_at: new Date(Date.now() + REFRESH_MS),
    ...(isConfirmed && { second_factor_at: new Date() }),
  });
  if (!session) throw wrongCredentials();
  return { access: await tokens.sign({ user_id: proof.user_id, session_id: session.id }), refresh };
}

/**
 * Signs in. Throws a 401 that doesn't reveal whether the username exists, a 401 with a challenge if the account has a second
 * factor, a 429 after too many failures (guessing.ts) or sign-ins, and a 503 while too many passwords are being checked.
 */
export const logIn = (
  deps: Deps,
  typed: { username: string; password: string },
  caller: Caller,
): Promise<{ user: KnownUser; pair: TokenPair }> =>
  deps.passwords.admit('login', async (hasher) => {
    const { user: verified, clearFailures } = await checkPassword(deps, hasher, typed, caller);
    await countSignIn(deps.limits, verified.id);
    const password_hash = await renewHash(deps, hasher, verified, typed.password);
    const user = { ...verified, password_hash };
    const challenge = await challengeUser(deps, user, 'login');
    if (challenge) {
      throw new AppError('unauthorized', 'auth.secondStep', {
        extra: { second_factor: challenge },
      });
    }
    const pair = await startSession(deps, { user_id: user.id, password_hash }, caller.userAgent);
    await clearFailures();
    const { id: user_id, username } = user;
    caller.report('auth.login.success', { user_id, username, method: 'password' });
    return { user, pair };
  });

/** Describes an account for the log. An unknown name isn't logged: it may be a password. */
const describeAccount = (user: User | null) =>
  user ? { user_id: user.id, username: user.username } : { known_account: false as const };

async function checkPassword(
  { accounts, limits }: Deps,
  hasher: Hasher,
  typed: { username: string; password: string },
  { ip, getDevice, report }: Caller,
): Promise<{ user: KnownUser; clearFailures: () => Promise<void> }> {
  const user = await accounts.findByUsername(typed.username);
  const device = user && getDevice(user);
  const guess = await limitGuess(limits, usernameKey(typed.username), { ip, device }).catch((error) => {
    report('auth.login.limited', describeAccount(user));
    throw error;
  });
  const isCorrect = await hasher.verify(typed.password, user?.password_hash ?? null);
  if (!user?.password_hash || !isCorrect || user.disabled_at) {
    report('auth.login.failure', describeAccount(user));
    if (await guess.fail()) report('auth.login.flood', {});
    throw wrongCredentials();
  }
  await guess.refund();
  const { id, username, password_hash } = user;
  return { user: { id, username, password_hash }, clearFailures: guess.clearFailures };
}

/**
 * Rehashes with the current parameters if the stored hash is outdated; a busy server leaves it for the next login. Returns the
 * valid hash.
 */
async function renewHash(
  { accounts }: Deps,
  hasher: Hasher,
  { id, password_hash }: KnownUser,
  password: string,
): Promise<string> {
  if (!hasOldParameters(password_hash)) return password_hash;
  try {
    const renewed = await hasher.hash(password);
    return (await accounts.replacePasswordHash(id, password_hash, renewed)) ? renewed : password_hash;
  } catch (error) {
    if (error instanceof AppError) return password_hash;
    throw error;
  }
}

/** Returns a new access token for a live session. Throws a 401 if it has ended, and a 429 over the rate limit. */
export async function refreshSession(
  { sessions, tokens, limits }: Pick<Deps, 'sessions' | 'tokens' | 'limits'>,
  refresh: string,
  ip: string,
): Promise<string> {
  const address = limitAddress(ip);
  const session = await sessions.findLive({ token_hash: hashToken(refresh) });
  await limits.take('refresh', `${address} ${session?.user_id ?? 'unknown'}`);
  if (!session || !(await sessions.touch(session.id))) {
    throw new AppError('unauthorized', 'auth.badRefreshToken');
  }
  return tokens.sign({ user_id: session.user_id, session_id: session.id });
}
