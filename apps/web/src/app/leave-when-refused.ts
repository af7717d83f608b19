import { accounts } from '@sayback/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { accessToken, refreshToken } from '../api/tokens.ts';

/** An administrator's call that was refused for want of a second step. */
const needsSecondStep = (error: unknown) =>
  error instanceof ApiError &&
  error.status === 403 &&
  (error.body as { code?: unknown } | undefined)?.code === accounts.SECOND_FACTOR_REQUIRED;

/** Where second factors are changed, the screen itself asks. */
const ASKS_ITSELF = ['/settings', '/second-step'];

function confirmFirst(router: AnyRouter): void {
  const { pathname, href } = router.state.location;
  if (ASKS_ITSELF.includes(pathname)) return;
  void router.navigate({ to: '/second-step', search: { next: href }, replace: true });
}

/**
 * Asks the guards again when the server has refused a call and its renewal: the session was ended elsewhere, and who
 * isn't signed in may not stay.
 */
export function leaveWhenRefused(queryClient: QueryClient, router: AnyRouter): void {
  const check = (error: unknown) => {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && !accessToken() && !refreshToken()) void router.invalidate();
    if (needsSecondStep(error)) confirmFirst(router);
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
  });
}
