import type { Behalf } from '../on-behalf-of.ts';

type Waiting = { behalf: Behalf; start: () => void };

/**
 * Limits the connections that one account holds to as many as are free: the first busy account gets half of the pool, the next
 * one a quarter. So the slow statements of a few accounts leave some for everybody else. The first connection of an account is
 * never refused, nor is another one for a request that holds one, whose transaction others may wait for. The server's own work, jobs and
 * callers without an account aren't limited. Rule: dynamic thresholds of shared buffers (Choudhury and Hahne, 1998).
 */
export function openConnectionShares(size: number) {
  let taken = 0;
  const byAccount = new Map<Behalf['of'], number>();
  const byRequest = new Map<Behalf, number>();
  let waiting: Waiting[] = [];

  const add = <Key>(counts: Map<Key, number>, key: Key, by: number) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  const count = (behalf: Behalf, by: number) => {
    taken += by;
    add(byAccount, behalf.of, by);
    add(byRequest, behalf, by);
  };
  const hasRoom = (behalf: Behalf) => {
    if (typeof behalf.of !== 'number' || byRequest.has(behalf)) return true;
    const own = byAccount.get(behalf.of) ?? 0;
    return own === 0 || own < size - taken;
  };

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
      const find = () => waiting.find((entry) => hasRoom(entry.behalf));
      for (let next = find(); next; next = find()) {
        waiting = waiting.filter((entry) => entry !== next);
        count(next.behalf, 1);
        next.start();
      }
    },
  };
}
