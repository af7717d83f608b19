import { accounts } from '@sayback/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { openDevice } from '../device-storage/open-device.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { pageAccount, setPageAccount } from './page-account.ts';
import { refreshAccess } from './refresh.ts';
import { sessionEnd } from './session-end.ts';
import { accessToken, accountOf, dropTokens, isExpired, refreshToken, storeTokens } from './tokens.ts';

/**
 * The signed-in person; null when nobody is. Only a refusal means nobody: a server out of reach is an error. Someone who was
 * known stays, under a bar, until a guard finds that they have no session any more.
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
      if (account !== null) openDevice(account, profile.username);
      return profile;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401;
      // With a refresh token left, it was the renewal that got no answer.
      if (isRefused && refreshToken()) throw new ApiError(0);
      if (isRefused && !client.getQueryData(queryKey)) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

/** The signed-in person as far as it is known now. */
export const useProfile = () => useQuery(profileQuery).data ?? null;

/** The id of the signed-in person's account, by which all that is theirs is kept on the device; empty until they are known. */
export const useAccount = (): string => (useProfile() && pageAccount()) ?? '';

/** Ends a session on the server, as far as it can be reached; the page may be left meanwhile. */
const endOnServer = (refresh: string) =>
  call(accounts.logout, { body: { refresh }, keepalive: true }).catch(() => undefined);

/** Keeps the tokens of a new session. The one that they replace is ended, which nobody waits for. */
export function replaceSession(tokens: { access: string; refresh: string }): void {
  const replaced = refreshToken();
  storeTokens(tokens);
  setPageAccount(accountOf(tokens.access));
  sessionEnd.report(false);
  if (replaced && replaced !== tokens.refresh) void endOnServer(replaced);
}

export type SecondFactorChallenge = accounts.SecondFactorChallenge;

/** Returns the second step that a failed call asks for, or undefined. */
export function challengeOf(error: unknown): SecondFactorChallenge | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.body as { second_factor?: SecondFactorChallenge } | undefined)?.second_factor;
}

/** Signs in and keeps the tokens. Throws an ApiError, which may ask for the second step. */
export async function logIn(credentials: { username: string; password: string }): Promise<void> {
  replaceSession(await call(accounts.login, { body: credentials }));
}

/** Replaces the session by one that a provider's sign-in started. Returns false, and drops it, if it is nobody's. */
export async function adoptSession(
  client: QueryClient,
  tokens: { access: string; refresh: string },
): Promise<boolean> {
  const { queryKey } = profileQuery;
  // A request in flight is for the previous person.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, null);
  replaceSession(tokens);
  const profile = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null);
  if (!profile) dropTokens();
  return profile !== null;
}

/** Ends the session here and, as far as it can be reached, on the server. */
export async function logOut(): Promise<void> {
  const refresh = refreshToken();
  dropTokens();
  if (refresh) await endOnServer(refresh);
}
