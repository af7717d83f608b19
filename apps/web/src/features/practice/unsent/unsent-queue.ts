import { makeAttemptId } from '@sayback/contract';
import { ApiError } from '../../../api/api-error.ts';
import type { accountStorage } from '../../../device-storage/account-storage.ts';
import { currentTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** Maximum number of items: more than a day of offline practice. Local storage holds 5 MB. */
const MAX_STORED = 2000;

type SendOptions = { account: string; keepalive: boolean };

type Options<T> = {
  storage: ReturnType<typeof accountStorage<T>>;
  batchSize: number;
  /** Sends a batch; returns the ids of items to send again later. Throws the call's errors. */
  save: (batch: T[], options: SendOptions) => Promise<readonly string[]>;
};

/** Creates an item's id, which contains its time in milliseconds. */
export const createId = (atMs: number): string =>
  makeAttemptId(atMs, crypto.getRandomValues(new Uint8Array(10)));

let hasReported = false;

function reportFullStorage(): void {
  if (!hasReported) toast.failure(currentTranslation().t('turn.storageFull'));
  hasReported = true;
}

/** Stores items on the device until the server has them. The device creates their ids, so an item sent twice counts once. */
export function createUnsentQueue<T>({ storage, batchSize, save }: Options<T>) {
  const sending = new Map<string, Promise<void>>();

  /** Items of this page that didn't fit into storage, by account. */
  const unstored = new Map<string, Map<string, T>>();

  const read = (account: string, id: string): T | undefined =>
    storage.read(account, id) ?? unstored.get(account)?.get(id);

  const listIds = (account: string): string[] =>
    [...storage.items(account), ...(unstored.get(account)?.keys() ?? [])].sort();

  function add(account: string, id: string, item: T): void {
    if (storage.write(account, item, id)) return;
    reportFullStorage();
    const items = unstored.get(account) ?? new Map<string, T>();
    unstored.set(account, items.set(id, item));
  }

  const removeItems = (account: string, ids: readonly string[]): void => {
    for (const id of ids) {
      storage.write(account, undefined, id);
      unstored.get(account)?.delete(id);
    }
  };

  async function sendBatches(account: string, keepalive = false): Promise<void> {
    const later = new Set<string>();
    for (;;) {
      const batch = listIds(account)
        .filter((id) => !later.has(id))
        .slice(0, batchSize);
      if (batch.length === 0 || !(await sendBatch(account, batch, later, keepalive))) return;
    }
  }

  /**
   * Sends a batch and removes it, except items that the server accepts later. Returns false if the server is unreachable. The
   * previous release rejects a whole batch for one invalid item, so a rejected batch is sent in halves.
   */
  async function sendBatch(
    account: string,
    ids: readonly string[],
    later: Set<string>,
    keepalive: boolean,
  ): Promise<boolean> {
    const items = ids.flatMap((id) => read(account, id) ?? []);
    try {
      if (items.length > 0) for (const id of await save(items, { account, keepalive })) later.add(id);
    } catch (error) {
      if (!(error instanceof ApiError && [400, 422].includes(error.status))) return false;
      const half = ids.length >> 1;
      const send = (part: readonly string[]) => sendBatch(account, part, later, keepalive);
      if (half > 0) return (await send(ids.slice(0, half))) && send(ids.slice(half));
    }
    removeItems(
      account,
      ids.filter((id) => !later.has(id)),
    );
    return true;
  }

  return {
    /**
     * Stores items by id, and removes the oldest above the limit. If the storage is full, they stay in memory, and the learner
     * sees a message once.
     */
    store(account: string, items: readonly (readonly [id: string, item: T])[]): void {
      for (const [id, item] of items) add(account, id, item);
      removeItems(account, listIds(account).slice(0, -MAX_STORED));
    },
    /** Removes an unsent item. Returns false if there is none. */
    remove(account: string, id: string): boolean {
      const wasUnsent = read(account, id) !== undefined;
      removeItems(account, [id]);
      return wasUnsent;
    },
    /**
     * Sends the stored items, in batches; those that the server permanently rejects are removed. Stops if the server is
     * unreachable.
     */
    send(account: string, { keepalive = false } = {}): Promise<void> {
      // The page can close before requests in flight end.
      if (keepalive) return sendBatches(account, true);
      const request = sending.get(account) ?? sendBatches(account).finally(() => sending.delete(account));
      sending.set(account, request);
      return request;
    },
  };
}
