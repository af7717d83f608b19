import type { Requester } from '../requester.ts';

type Waiting = { requester: Requester; start: () => void };

/**
 * Limits the number of connections per account, so that the slow statements of a few accounts leave some for others. An account
 * can hold as many connections as are free: the first busy account gets half of the pool, the next one a quarter. (Rule: dynamic
 * thresholds of shared buffers, Choudhury and Hahne, 1998.) Doesn't limit an account's first connection, the server's own work,
 * jobs, callers without an account, and requests that already hold a connection, because other requests may wait for their
 * transaction.
 */
export function openConnectionShares(size: number) {
  let used = 0;
  const countsByAccount = new Map<Requester['id'], number>();
  const countsByRequest = new Map<Requester, number>();
  let waiting: Waiting[] = [];

  const add = <Key>(counts: Map<Key, number>, key: Key, change: number) => {
    const count = (counts.get(key) ?? 0) + change;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  const count = (requester: Requester, change: number) => {
    used += change;
    add(countsByAccount, requester.id, change);
    add(countsByRequest, requester, change);
  };
  const canStart = (requester: Requester) => {
    if (typeof requester.id !== 'number' || countsByRequest.has(requester)) return true;
    const own = countsByAccount.get(requester.id) ?? 0;
    return own === 0 || own < size - used;
  };

  return {
    /** Calls `start` immediately and returns null, or later and returns a function that stops waiting. */
    enter(requester: Requester, start: () => void): (() => void) | null {
      if (canStart(requester)) {
        count(requester, 1);
        start();
        return null;
      }
      const turn = { requester, start };
      waiting.push(turn);
      return () => {
        waiting = waiting.filter((entry) => entry !== turn);
      };
    },

    leave(requester: Requester): void {
      count(requester, -1);
      const find = () => waiting.find((entry) => canStart(entry.requester));
      for (let next = find(); next; next = find()) {
        waiting = waiting.filter((entry) => entry !== next);
        count(next.requester, 1);
        next.start();
      }
    },
  };
}
