import type { accounts } from '@sayback/contract';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { profileQuery } from '../api/session.ts';
import { sessionEnd } from '../api/session-end.ts';
import { accessToken, refreshToken } from '../api/tokens.ts';
import { loadAdminWording } from '../locales/i18n.ts';
import { currentTranslation } from '../locales/translation.ts';
import { toast } from '../ui/feedback/toast.ts';

export type GuardContext = { queryClient: QueryClient };
type Visit = { context: GuardContext; preload: boolean };
type Entering = Visit & { location: { href: string } };
type EnteringPublic = Visit & { search: { next?: string | undefined } };

const hasTokens = () => Boolean(accessToken() || refreshToken());

/** Redirects to the login, and from there back to the page. */
const toLogin = ({ location: { href } }: Entering) =>
  redirect({ to: '/login', search: { next: href === '/' ? undefined : href } });

/** The user opening a page. Another tab may have signed in or out since the last check. */
async function visitor({ context: { queryClient }, preload }: Visit): Promise<accounts.Profile | null> {
  const { queryKey } = profileQuery;
  if (!hasTokens()) {
    // Hovering over a link preloads, but changes nothing yet.
    if (!preload) queryClient.setQueryData(queryKey, null);
    return null;
  }
  // A known user stays signed in if reloading them failed.
  return queryClient.getQueryData(queryKey) ?? queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
}

/** For signed-out visitors: signed-in users go on to their destination, or home. */
export async function publicOnly({ search: { next }, ...visit }: EnteringPublic): Promise<void> {
  if (await visitor(visit)) throw redirect({ to: '/', ...(next && { href: next }) });
}

/** For signed-in users: others go to the login. */
export async function protectedRoute(entering: Entering): Promise<void> {
  if (!(await visitor(entering))) throw toLogin(entering);
}

/** For administrators: other signed-in users go home. */
export async function adminOnly(entering: Entering): Promise<void> {
  const profile = await visitor(entering);
  if (!profile) throw toLogin(entering);
  if (!profile.is_admin) throw redirect({ to: '/' });
  await loadAdminWording();
}

/** For administrators; shows a message if their session turns out to have ended. */
export async function adminOnlyWithMessage(entering: Entering): Promise<void> {
  const wasSignedIn = hasTokens();
  try {
    await adminOnly(entering);
  } catch (leaving) {
    // The page itself may have detected it, and rerun the guard.
    const hasEnded = wasSignedIn || sessionEnd.getSnapshot();
    if (hasEnded && !hasTokens() && !entering.preload)
      toast.failure(currentTranslation().t('auth.signedOut'));
    throw leaving;
  }
}
