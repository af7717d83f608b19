import { accounts } from '@sayback/contract';
import { queryOf } from '../../../api/query.ts';

/** The identity providers one may sign in with, and whether one may register. */
export const providersQuery = queryOf(
  accounts.listProviders,
  {},
  { staleTime: Number.POSITIVE_INFINITY },
);
