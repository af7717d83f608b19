import { QueryClient } from '@tanstack/react-query';
import { ApiError, mayRecover } from './api-error.ts';
import { mutationFeedback, type ShowFeedback } from './mutation-feedback.ts';

/** Uses Retry-After of a busy server; without it a second, then two. */
const delayOf = (failures: number, error: Error): number =>
  (error instanceof ApiError && error.retryAfterMs) || 1000 * 2 ** failures;

export const createQueryClient = (show: ShowFeedback) =>
  new QueryClient({
    mutationCache: mutationFeedback(show),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayRecover(error),
        retryDelay: delayOf,
        networkMode: 'always',
        // Not the default in this mode: reload what failed while offline.
        refetchOnReconnect: true,
      },
      // A server on the local network works while the browser is offline, and failures show at once.
      mutations: { networkMode: 'always' },
    },
  });
