import type { Behalf } from '../on-behalf-of.ts';

type Waiting = { behalf: Behalf; start: () => void };

/**
 * Limits the connections that one account holds at a time, so that its slow statements leave some for everybody else. The server's own
 * work, jobs and callers without an account aren't limited; nor is a request that already holds a connection, whose
 * transaction others may wait for.
 */
export function openConnectionShares(max: number) {
  const byAccount = new Map<Behalf['of'], number>();
  const byRequest = new Map<Behalf, number>();
  let waiting: Waiting[] = [];

  const add = <Key>(counts: Map<Key, number>, key: Key, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  const count = (behalf: Behalf, by: number) => {
    add(byAccount, behalf.of, by);
    add(byRequest, behalf, by);
  };
  const hasRoom = (behalf: Behalf) =>
    typeof behalf.of !== 'number' || byRequest.has(behalf) || (byAccount.get(behalf.of) ?? 0) < max;

  return {
    /** Calls `start` at the request's turn: at once, or later. Then it returns a function that stops waiting. */
    enter(behalf: Behalf, start: () => void): (() => void) | null {
      if (hasRoom(behalf)) {
        count(behalf, 1);
        start();
        return null;
      }
      const turn = { behalf, start };
      waiting.push(turn);
      return () => {
        waiting = waiting.filter((entry) => entry !== turn);
      };
    },

    leave(behalf: Behalf): void {
      count(behalf, -1);
      const next = waiting.find((entry) => entry.behalf.of === behalf.of && hasRoom(entry.behalf));
      if (!next) return;
      waiting = waiting.filter((entry) => entry !== next);
      count(next.behalf, 1);
      next.start();
    },
  };
}
