import { accounts } from '@sayback/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from './call.ts';

type Changes = Input<typeof accounts.updatePreferences>['body'];

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(accounts.getPreferences, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Changes preferences: at once here, then on the server; what it refuses is taken back. */
export function useChangePreferences(onFailure: () => void) {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationKey: queryKey,
    // One after the other, so that the last one sent is the last one kept.
    scope: { id: 'preferences' },
    mutationFn: (body: Changes) => call(accounts.updatePreferences, { body }),
    onMutate: (changes) => {
      client.setQueryData(
        queryKey,
        (kept) => kept && { ...kept, ...changes, player: { ...kept.player, ...changes.player } },
      );
    },
    onError: () => {
      onFailure();
      return client.invalidateQueries({ queryKey });
    },
  });
}
