import { AppError } from '../../http/app-error.ts';
import { passwordFits } from './password.ts';
import type { AccountStore } from './store.ts';
import { type AccessTokens, hashToken, newRefreshToken, REFRESH_MS } from './tokens.ts';

const wrongCredentials = () =>
  new AppError('unauthorized', 'No active account was found with these credentials.');

/** Signs in: a new session with its two tokens. Throws a 401 that doesn't say which part was wrong. */
export async function logIn(
  { store, tokens }: { store: AccountStore; tokens: AccessTokens },
  typed: { username: string; password: string },
  userAgent: string,
): Promise<{ access: string; refresh: string }> {
  const user = await store.findByUsername(typed.username);
  const fits = await passwordFits(typed.password, user?.password_hash ?? null);
  if (!user || !fits || user.disabled_at) throw wrongCredentials();

  const refresh = newRefreshToken();
  const session = await store.addSession({
    user_id: user.id,
    token_hash: hashToken(refresh),
    user_agent: userAgent.slice(0, 300),
    expires_at: new Date(Date.now() + REFRESH_MS),
  });
  return { access: await tokens.sign({ user_id: user.id, session_id: session.id }), refresh };
}

/** A new access token for a session that still lives. Throws a 401 when it doesn't. */
export async function refreshSession(
  { store, tokens }: { store: AccountStore; tokens: AccessTokens },
  refresh: string,
): Promise<string> {
  const session = await store.findLiveSession({ token_hash: hashToken(refresh) });
  if (!session) throw new AppError('unauthorized', 'The refresh token is invalid or has expired.');
  await store.touchSession(session.id);
  return tokens.sign({ user_id: session.user_id, session_id: session.id });
}
