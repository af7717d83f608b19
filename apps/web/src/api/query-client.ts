import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Tried again: no answer, or a server in trouble. Not: what the server refused. */
const mayRecover = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && mayRecover(error),
        networkMode: 'always',
      },
      // A server in the same room is reached while the browser calls itself offline; and a failure is told at once.
      mutations: { networkMode: 'always' },
    },
  });
