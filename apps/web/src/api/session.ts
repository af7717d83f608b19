import { accounts } from '@sayback/contract';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshAccess } from './refresh.ts';
import { accessToken, dropTokens, isExpired, keepTokens, refreshToken } from './tokens.ts';

/** The signed-in person: null when nobody is. Any failure to load it means nobody. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async (): Promise<accounts.Profile | null> => {
    const token = accessToken();
    if (!token && !refreshToken()) return null;
    if ((!token || isExpired(token)) && !(await refreshAccess())) return null;
    return call(accounts.getProfile, {}).catch(() => null);
  },
  staleTime: 60_000,
});

/** The signed-in person, for the guards: waits until it is known. */
export const ensureProfile = (client: QueryClient) => client.ensureQueryData(profileQuery);

/** The signed-in person as far as it is known now. */
export const useProfile = () => useQuery(profileQuery).data ?? null;

/** Signs in and keeps the tokens. Throws an ApiError. */
export async function logIn(credentials: { username: string; password: string }): Promise<void> {
  keepTokens(await call(accounts.login, { body: credentials }));
}

/** Ends the session here and, as far as it can be reached, on the server. */
export async function logOut(): Promise<void> {
  const refresh = refreshToken();
  dropTokens();
  if (refresh) await call(accounts.logout, { body: { refresh } }).catch(() => undefined);
}
