import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { accessToken, refreshToken } from '../api/tokens.ts';

/**
 * Asks the guards again when the server has refused a call and its renewal: the session was ended elsewhere, and who
 * isn't signed in may not stay.
 */
export function leaveWhenRefused(queryClient: QueryClient, router: AnyRouter): void {
  const check = (error: unknown) => {
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isRefused && !accessToken() && !refreshToken()) void router.invalidate();
  };
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
  });
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') check(event.action.error);
  });
}
