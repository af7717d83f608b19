import { accounts } from '@sayback/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { resumeStoring } from '../device-storage/kinds.ts';
import { openDevice } from '../device-storage/open-device.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { pageAccount, setPageAccount } from './page-account.ts';
import { refreshAccess } from './refresh.ts';
import { sessionEnd } from './session-end.ts';
import { accessToken, accountInToken, dropTokens, isExpired, refreshToken, storeTokens } from './tokens.ts';

/**
 * The signed-in user; null if nobody is signed in, or the server refuses the session. An unreachable server is an error. A
 * known user stays, with a banner, until a guard finds that the session has ended.
 */
export const profileQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ client, queryKey }): Promise<accounts.Profile | null> => {
    const token = accessToken();
    if ((!token || isExpired(token)) && refreshToken()) await refreshAccess();
    try {
      if (!accessToken() && !refreshToken()) throw new ApiError(401);
      const profile = await call(accounts.getProfile, {});
      const account = pageAccount();
      if (account !== null) {
        resumeStoring(account);
        openDevice(account, profile.username);
      }
      return profile;
    } catch (error) {
      const isUnauthorized = error instanceof ApiError && error.status === 401;
      // The refresh token is still stored, so the renewal got no response.
      if (isUnauthorized && refreshToken()) throw new ApiError(0);
      if (isUnauthorized && !client.getQueryData(queryKey)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** The signed-in user, as far as known; null otherwise. */
export const useProfile = () => useQuery(profileQuery).data ?? null;

/** The id of the signed-in user's account, under which their data is stored on the device; empty until known. */
export const useAccount = (): string => (useProfile() && pageAccount()) ?? '';

/** Ends a session on the server, if reachable, even if the page is closed meanwhile. */
const revokeToken = (refresh: string) =>
  call(accounts.logout, { body: { refresh }, keepalive: true }).catch(() => undefined);

/** Stores a new session's tokens, and ends the previous session without waiting for it. */
export function replaceSession(tokens: { access: string; refresh: string }): void {
  const previous = refreshToken();
  storeTokens(tokens);
  setPageAccount(accountInToken(tokens.access));
  sessionEnd.report(false);
  if (previous && previous !== tokens.refresh) void revokeToken(previous);
}

export type SecondFactorChallenge = accounts.SecondFactorChallenge;

/** Returns the second step that a failed call requires, or undefined. */
export function getChallenge(error: unknown): SecondFactorChallenge | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.body as { second_factor?: SecondFactorChallenge } | undefined)?.second_factor;
}

/** If a whole class logs in at once, the server checks some of the passwords and asks for a retry of the others. */
const LOGIN_ATTEMPTS = 3;

/** Signs in and stores the tokens; retries if the server is busy. Throws an ApiError, which can require the second step. */
export async function logIn(
  credentials: { username: string; password: string },
  triesLeft = LOGIN_ATTEMPTS - 1,
): Promise<void> {
  try {
    replaceSession(await call(accounts.login, { body: credentials }));
  } catch (error) {
    const wait = error instanceof ApiError && error.status === 503 && error.retryAfterMs;
    if (!wait || triesLeft === 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, wait));
    await logIn(credentials, triesLeft - 1);
  }
}

/** Replaces the session with the one from a provider's sign-in. If that is invalid, drops it and returns false. */
export async function adoptSession(
  client: QueryClient,
  tokens: { access: string; refresh: string },
): Promise<boolean> {
  const { queryKey } = profileQuery;
  // A request in flight is for the previous user.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, null);
  replaceSession(tokens);
  const profile = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null);
  if (!profile) dropTokens();
  return profile !== null;
}

/** Ends the session on this page and, if reachable, on the server. */
export async function logOut(): Promise<void> {
  const refresh = refreshToken();
  dropTokens();
  if (refresh) await revokeToken(refresh);
}
