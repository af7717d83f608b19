import { unavailable } from '../errors/app-error.ts';
import type { Behalf } from '../platform/on-behalf-of.ts';

const MAX_WAITING = 100;
const MAX_WAITING_PER_ACCOUNT = 25;

type Turn = { of: Behalf['of']; start: () => void };

/** Assigns threads in the order of requests, at most one per caller. */
export function openTurns(threads: number) {
  const busy = new Set<Behalf['of']>();
  const waiting: Turn[] = [];

  function startNext(): void {
    const at = busy.size < threads ? waiting.findIndex(({ of }) => !busy.has(of)) : -1;
    if (at >= 0) waiting.splice(at, 1)[0]?.start();
  }

  return {
    waiting: () => waiting.length,
    /**
     * Waits for a thread, and returns a function that releases it. Throws a 503 if too many are waiting, and the signal's
     * reason.
     */
    take(of: Behalf['of'], signal: AbortSignal): Promise<() => void> {
      const own = waiting.filter((turn) => turn.of === of).length;
      if (waiting.length >= MAX_WAITING || own >= MAX_WAITING_PER_ACCOUNT) throw unavailable('server.busy');
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal.reason);
        };
        const start = () => {
          signal.removeEventListener('abort', leave);
          busy.add(of);
          resolve(() => {
            busy.delete(of);
            startNext();
          });
        };
        const turn = { of, start };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(turn);
        startNext();
      });
    },
  };
}
