import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { ensureProfile, profileQuery } from '../api/session.ts';
import { accessToken, refreshToken } from '../api/tokens.ts';
import { loadAdminWording } from '../locales/i18n.ts';

export type GuardContext = { queryClient: QueryClient };
type Entering = { context: GuardContext };

/** The person opening a page. Another tab may have signed in or out since the last check. */
function visitor({ queryClient }: GuardContext) {
  const known = queryClient.getQueryData(profileQuery.queryKey);
  const hasTokens = Boolean(accessToken() || refreshToken());
  const isOutdated = known !== undefined && Boolean(known) !== hasTokens;
  return isOutdated ? queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }) : ensureProfile(queryClient);
}

/** For those who are not signed in: the others go home. */
export async function publicOnly({ context }: Entering): Promise<void> {
  if (await visitor(context)) throw redirect({ to: '/' });
}

/** For the signed-in: the others go to the login. */
export async function protectedRoute({ context }: Entering): Promise<void> {
  if (!(await visitor(context))) throw redirect({ to: '/login' });
}

/** For administrators: other signed-in people go home. */
export async function adminOnly({ context }: Entering): Promise<void> {
  const profile = await visitor(context);
  if (!profile) throw redirect({ to: '/login' });
  if (!profile.is_admin) throw redirect({ to: '/' });
  await loadAdminWording();
}
