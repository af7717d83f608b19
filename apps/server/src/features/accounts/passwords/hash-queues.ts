import { unavailable } from '../../../errors/app-error.ts';

/** `login` is a user waiting at a form; `new-password` may be a whole class that registers together. */
export type HashQueue = 'login' | 'new-password';
export type MaxWait = Record<HashQueue, number>;

/**
 * Factor on the maximum wait: a request that is expected to wait longer is refused at once. Hashes take longer under load, so
 * the estimate is too high; the factor of 2 prevents a class that registers together from being refused early. A request whose
 * wait then exceeds the limit is refused when its turn comes.
 */
const HOPE: Record<HashQueue, number> = { login: 1, 'new-password': 2 };

type Waiter = { since: number; start: () => void; refuse: (error: Error) => void };

/** Initial estimate. */
const FIRST_GUESS_MS = 100;
/** Weight of the latest hash in the moving average. */
const LATEST = 0.2;

const other = (queue: HashQueue): HashQueue => (queue === 'login' ? 'new-password' : 'login');

/**
 * Shares threads between the two queues, which take turns while both wait. Throws a 503 before starting work whose wait would
 * exceed its queue's maximum (in milliseconds).
 */
export function createHashQueues(
  threads: number,
  maxWait: MaxWait,
  now: () => number = () => performance.now(),
) {
  const admitted = { login: 0, 'new-password': 0 };
  const waiting: Record<HashQueue, Waiter[]> = { login: [], 'new-password': [] };
  let free = threads;
  let taskMs = FIRST_GUESS_MS;
  let turn: HashQueue = 'login';

  /**
   * Returns the expected wait, in milliseconds. The queues alternate, so at most one task of the other queue precedes each
   * one of this queue.
   */
  function expectedWait(queue: HashQueue): number {
    const before = admitted[queue] + Math.min(admitted[queue] + 1, admitted[other(queue)]);
    return (Math.max(0, before - threads + 1) * taskMs) / threads;
  }

  function nextWaiter(): Waiter | undefined {
    const queue = waiting[turn].length > 0 ? turn : other(turn);
    turn = other(queue);
    const next = waiting[queue].shift();
    // The hashes took longer than expected at admission.
    if (next && now() - next.since > maxWait[queue]) {
      next.refuse(unavailable('server.busy'));
      return nextWaiter();
    }
    return next;
  }

  function release(): void {
    const next = nextWaiter();
    if (next) next.start();
    else free += 1;
  }

  function thread(queue: HashQueue): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((start, refuse) => waiting[queue].push({ since: now(), start, refuse }));
  }

  return {
    /** Runs `work`, whose hashes must be `run` in the same queue. */
    async admit<Value>(queue: HashQueue, work: () => Promise<Value>): Promise<Value> {
      if (expectedWait(queue) > HOPE[queue] * maxWait[queue]) throw unavailable('server.busy');
      admitted[queue] += 1;
      try {
        return await work();
      } finally {
        admitted[queue] -= 1;
      }
    },

    /** Runs one hash as soon as a thread is free. */
    async run<Value>(queue: HashQueue, task: () => Promise<Value>): Promise<Value> {
      await thread(queue);
      const start = now();
      try {
        return await task();
      } finally {
        taskMs += LATEST * (now() - start - taskMs);
        release();
      }
    },

    waiting: () => waiting.login.length + waiting['new-password'].length,
  };
}
