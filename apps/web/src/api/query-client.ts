import { QueryClient } from '@tanstack/react-query';
import { ApiError, isTemporaryFailure } from './api-error.ts';
import { mutationFeedback, type ShowFeedback } from './mutation-feedback.ts';

/** Returns the busy server's Retry-After; without it, one second, then two. */
const getRetryDelay = (failures: number, error: Error): number =>
  (error instanceof ApiError && error.retryAfterMs) || 1000 * 2 ** failures;

export const createQueryClient = (show: ShowFeedback) =>
  new QueryClient({
    mutationCache: mutationFeedback(show),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && isTemporaryFailure(error),
        retryDelay: getRetryDelay,
        networkMode: 'always',
        // Not the default in this network mode: reload queries that failed offline.
        refetchOnReconnect: true,
      },
      // A server on the local network works while the browser is offline, and failures should show immediately.
      mutations: { networkMode: 'always' },
    },
  });
