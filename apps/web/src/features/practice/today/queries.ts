import { practice } from '@sayback/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { pageAccount } from '../../../api/page-account.ts';
import { invalidate, queryKeyFor } from '../../../api/query.ts';
import { sendUnsent } from '../unsent/send-unsent.ts';

/** Loads the due lines, once per review session. */
export const queueQuery = queryOptions({
  queryKey: queryKeyFor(practice.getQueue, {}, 'for a session of reviews'),
  queryFn: async ({ signal }): Promise<practice.Queue> => {
    await sendUnsent(pageAccount() ?? '');
    return call(practice.getQueue, { signal });
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

/** Reloads Today, the statistics and the remembered lines after reviews and practice. */
export const refreshToday = (client: QueryClient): Promise<unknown> =>
  Promise.all(
    [practice.getToday, practice.getFigures, practice.listLineMemory, practice.getLineMemory].map(
      (endpoint) => invalidate(client, endpoint),
    ),
  );
