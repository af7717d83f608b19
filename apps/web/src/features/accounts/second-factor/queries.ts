import { accounts } from '@sayback/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(accounts.getSecondFactor, { signal }),
});
