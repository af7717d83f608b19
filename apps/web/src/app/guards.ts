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
type GuardInput = { context: GuardContext; preload: boolean };
type ProtectedInput = GuardInput & { location: { href: string } };
type PublicInput = GuardInput & { search: { next?: string | undefined } };

const hasTokens = () => Boolean(accessToken() || refreshToken());

/** Redirects to the login, and from there back to the page. */
const loginRedirect = ({ location: { href } }: ProtectedInput) =>
  redirect({ to: '/login', search: { next: href === '/' ? undefined : href } });

/** Loads the user who opens a page. Another tab can have signed in or out since the last check. */
async function loadVisitor({
  context: { queryClient },
  preload,
}: GuardInput): Promise<accounts.Profile | null> {
  const { queryKey } = profileQuery;
  if (!hasTokens()) {
    // Hovering over a link preloads, but changes nothing yet.
    if (!preload) queryClient.setQueryData(queryKey, null);
    return null;
  }
  // A known user stays signed in if reloading them failed.
  return queryClient.getQueryData(queryKey) ?? queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
}

/** For signed-out visitors: redirects signed-in users to their destination, or home. */
export async function requireSignedOut({ search: { next }, ...input }: PublicInput): Promise<void> {
  if (await loadVisitor(input)) throw redirect({ to: '/', ...(next && { href: next }) });
}

/** For signed-in users: redirects others to the login. */
export async function requireSignedIn(input: ProtectedInput): Promise<void> {
  if (!(await loadVisitor(input))) throw loginRedirect(input);
}

/** For administrators: redirects other signed-in users home. */
export async function requireAdmin(input: ProtectedInput): Promise<void> {
  const profile = await loadVisitor(input);
  if (!profile) throw loginRedirect(input);
  if (!profile.is_admin) throw redirect({ to: '/' });
  await loadAdminWording();
}

/** For administrators; shows a message if their session has ended. */
export async function requireAdminWithMessage(input: ProtectedInput): Promise<void> {
  const wasSignedIn = hasTokens();
  try {
    await requireAdmin(input);
  } catch (redirection) {
    // If the page detected it, this is a rerun of the guard.
    const hasEnded = wasSignedIn || sessionEnd.getSnapshot();
    if (hasEnded && !hasTokens() && !input.preload) toast.failure(currentTranslation().t('auth.signedOut'));
    throw redirection;
  }
}
