import { accounts } from '@sayback/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountStorage } from '../device-storage/account-storage.ts';
import { ApiError, isTemporaryFailure } from './api-error.ts';
import { call, type Input } from './call.ts';
import { pageAccount } from './page-account.ts';
import { queryKeyFor } from './query.ts';

type Changes = Input<typeof accounts.updatePreferences>['body'];

const unsaved = accountStorage<Changes>('preferences');

const withChanges = <T extends Changes>(preferences: T, changes: Changes): T => ({
  ...preferences,
  ...changes,
  ...((preferences.player || changes.player) && { player: { ...preferences.player, ...changes.player } }),
  ...((preferences.review || changes.review) && { review: { ...preferences.review, ...changes.review } }),
});

/** Returns true if saving can succeed later: unreachable, too busy, or signed out. */
const canSaveLater = (error: unknown): boolean =>
  isTemporaryFailure(error) || (error instanceof ApiError && [401, 429].includes(error.status));

let pendingSaves: Promise<unknown> = Promise.resolve();

/** Saves changes after all pending saves, so that they are saved in the order they were made. */
function save(account: string, changes: Changes): Promise<accounts.Preferences> {
  const saved = pendingSaves.then(() => saveNow(account, changes));
  pendingSaves = saved.catch(() => undefined);
  return saved;
}

/** Saves changes together with earlier unsaved ones. If that fails, stores them on the device. */
async function saveNow(account: string, changes: Changes): Promise<accounts.Preferences> {
  const earlier = unsaved.read(account);
  const combined = withChanges(earlier ?? {}, changes);
  try {
    const saved = await call(accounts.updatePreferences, { body: combined, account });
    unsaved.write(account, undefined);
    return saved;
  } catch (error) {
    // If new changes are rejected, the earlier ones can still be valid; if a retry of the earlier ones is, they aren't.
    const isRetry = Object.keys(changes).length === 0;
    unsaved.write(account, canSaveLater(error) ? combined : isRetry ? undefined : earlier);
    throw error;
  }
}

/** Saves earlier unsaved changes, if any. */
export const saveUnsentPreferences = async (account: string) => unsaved.read(account) && save(account, {});

export const preferencesQuery = queryOptions({
  queryKey: queryKeyFor(accounts.getPreferences, {}),
  queryFn: async ({ signal }): Promise<accounts.Preferences> => {
    const account = pageAccount() ?? '';
    const saved = await saveUnsentPreferences(account).catch(() => undefined);
    if (saved) return saved;
    return withChanges(await call(accounts.getPreferences, { signal }), unsaved.read(account) ?? {});
  },
  staleTime: Number.POSITIVE_INFINITY,
});

type Outcome = {
  /** Called if the change can't be saved now: it applies on this page, and is saved later. */
  onQueued: () => void;
  /** Called if the server rejects the change, which is then reverted. */
  onRefused: () => void;
};

/**
 * Changes preferences: immediately in the page, then on the server. Pass a function if the change depends on the current values: those
 * of the last render can be outdated.
 */
export function useChangePreferences({ onQueued, onRefused }: Outcome) {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: (changes: Changes) => save(pageAccount() ?? '', changes),
    onError: (error) => {
      if (canSaveLater(error)) return onQueued();
      onRefused();
      return client.invalidateQueries({ queryKey });
    },
  });
  return (change: Changes | ((current: accounts.Preferences) => Changes)) => {
    const current = client.getQueryData(queryKey);
    if (!current) return;
    const changes = typeof change === 'function' ? change(current) : change;
    // A response in flight predates the change.
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, withChanges(current, changes));
    mutate(changes);
  };
}
