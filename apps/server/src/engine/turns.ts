import { unavailable } from '../errors/app-error.ts';
import type { Requester } from '../platform/requester.ts';

const MAX_WAITING = 100;
const MAX_WAITING_PER_REQUESTER = 25;

type Turn = { requester: Requester['id']; start: () => void };

/** Assigns threads in the order of requests, at most one per requester. */
export function openTurns(threads: number) {
  const busy = new Set<Requester['id']>();
  const waiting: Turn[] = [];

  function startNext(): void {
    const index = busy.size < threads ? waiting.findIndex(({ requester }) => !busy.has(requester)) : -1;
    if (index >= 0) waiting.splice(index, 1)[0]?.start();
  }

  return {
    waiting: () => waiting.length,
    /**
     * Waits for a thread, and returns a function that releases it. Throws a 503 if too many are waiting, or the signal's
     * reason.
     */
    take(requester: Requester['id'], signal: AbortSignal): Promise<() => void> {
      const count = waiting.filter((turn) => turn.requester === requester).length;
      if (waiting.length >= MAX_WAITING || count >= MAX_WAITING_PER_REQUESTER)
        throw unavailable('server.busy');
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal.reason);
        };
        const start = () => {
          signal.removeEventListener('abort', leave);
          busy.add(requester);
          resolve(() => {
            busy.delete(requester);
            startNext();
          });
        };
        const turn = { requester, start };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(turn);
        startNext();
      });
    },
  };
}
