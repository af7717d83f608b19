import { accounts } from '@sayback/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { onAccountChange, pageAccount } from '../api/page-account.ts';
import { sessionEnd } from '../api/session-end.ts';
import { accessToken, refreshToken } from '../api/tokens.ts';
import { onSignedOutElsewhere } from '../device-storage/sweep.ts';

/** Returns true for a call that was refused because an administrator's session lacks the second step. */
const needsSecondStep = (error: unknown) =>
  error instanceof ApiError &&
  error.status === 403 &&
  (error.body as { code?: unknown } | undefined)?.code === accounts.SECOND_FACTOR_REQUIRED;

/** Screens about second factors request the second step themselves. */
const SECOND_FACTOR_SCREENS = ['/settings', '/second-step'];

function requestSecondStep(router: AnyRouter): void {
  const { pathname, href } = router.state.location;
  if (SECOND_FACTOR_SCREENS.includes(pathname)) return;
  void router.navigate({ to: '/second-step', search: { next: href }, replace: true });
}

/**
 * Leaves the page if its account has signed out, or was replaced, in another tab. Reruns the guards if a page can't load its
 * data because the session was ended elsewhere. A loaded page stays, with its typed input, below a bar with the reason
 * (status-bar.tsx); practice stays even if a part of it, such as the list of lines, can't load its data.
 */
export function watchSession(queryClient: QueryClient, router: AnyRouter): void {
  onAccountChange(() => {
    // Leaves without confirmation: unsaved work stays stored for its account.
    router.history.destroy();
    window.location.reload();
  });
  onSignedOutElsewhere((account) => {
    // The settings have their own message.
    if (account === pageAccount() && router.state.location.pathname !== '/settings') void router.invalidate();
  });
  const hasEnded = (error: unknown) =>
    error instanceof ApiError && error.status === 401 && !accessToken() && !refreshToken();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    const cannotShow = event.query.state.data === undefined && !sessionEnd.hasStayingScreen();
    if (hasEnded(error) && cannotShow) void router.invalidate();
    if (needsSecondStep(error)) requestSecondStep(router);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    if (needsSecondStep(event.action.error)) requestSecondStep(router);
  });
}
