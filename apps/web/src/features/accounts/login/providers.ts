import { accounts } from '@sayback/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** The identity providers one may sign in with, and whether one may register. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call(accounts.listProviders, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
