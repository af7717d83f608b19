import { accounts } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, type Input } from './call.ts';
import { queryOf } from './query.ts';

type Changes = Input<typeof accounts.updatePreferences>['body'];

export const preferencesQuery = queryOf(accounts.getPreferences, {}, { staleTime: Number.POSITIVE_INFINITY });

/**
 * Changes preferences: at once here, then on the server; what it refuses is taken back. A change that follows from what is
 * saved is given as a function: the values a component last rendered may be outdated.
 */
export function useChangePreferences(onFailure: () => void) {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { mutate } = useMutation({
    mutationKey: queryKey,
    // One after the other, so that the last one sent is the last one saved.
    scope: { id: 'preferences' },
    mutationFn: (body: Changes) => call(accounts.updatePreferences, { body }),
    onError: () => {
      onFailure();
      return client.invalidateQueries({ queryKey });
    },
  });
  return (change: Changes | ((current: accounts.Preferences) => Changes)) => {
    const current = client.getQueryData(queryKey);
    if (!current) return;
    const changes = typeof change === 'function' ? change(current) : change;
    client.setQueryData(queryKey, {
      ...current,
      ...changes,
      player: { ...current.player, ...changes.player },
    });
    mutate(changes);
  };
}
