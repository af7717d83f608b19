import { unavailable } from '../../../errors/app-error.ts';

/** `login` is a user waiting at a form; `new-password` may be a whole class that registers together. */
export type HashQueue = 'login' | 'new-password';
export type MaxWait = Record<HashQueue, number>;

/**
 * A request whose expected wait exceeds this multiple of the maximum is refused at once. The estimate is too high, since hashes
 * take longer under load: a factor of 2 avoids refusing a class that registers together. Requests that then wait longer than
 * the maximum are refused when their turn comes.
 */
const EXPECTED_WAIT_FACTOR: Record<HashQueue, number> = { login: 1, 'new-password': 2 };

type Waiter = { since: number; start: () => void; refuse: (error: Error) => void };

/** Assumed duration of the first hash. */
const INITIAL_TASK_MS = 100;
/** Weight of the latest hash in the moving average. */
const LATEST_WEIGHT = 0.2;

const otherQueue = (queue: HashQueue): HashQueue => (queue === 'login' ? 'new-password' : 'login');

/**
 * Shares threads between the two queues, which alternate while both have tasks. Throws a 503 before starting work whose wait would
 * exceed its queue's maximum (in milliseconds).
 */
export function createHashQueues(
  threads: number,
  maxWait: MaxWait,
  now: () => number = () => performance.now(),
) {
  const admitted = { login: 0, 'new-password': 0 };
  const waiting: Record<HashQueue, Waiter[]> = { login: [], 'new-password': [] };
  let freeThreads = threads;
  let taskMs = INITIAL_TASK_MS;
  let turn: HashQueue = 'login';

  /**
   * Returns the expected wait, in milliseconds. The queues alternate, so at most one task of the other queue precedes each
   * task of this queue.
   */
  function estimateWait(queue: HashQueue): number {
    const tasksAhead = admitted[queue] + Math.min(admitted[queue] + 1, admitted[otherQueue(queue)]);
    return (Math.max(0, tasksAhead - threads + 1) * taskMs) / threads;
  }

  function takeNext(): Waiter | undefined {
    const queue = waiting[turn].length > 0 ? turn : otherQueue(turn);
    turn = otherQueue(queue);
    const next = waiting[queue].shift();
    // Hashes took longer than estimated at admission.
    if (next && now() - next.since > maxWait[queue]) {
      next.refuse(unavailable('server.busy'));
      return takeNext();
    }
    return next;
  }

  function release(): void {
    const next = takeNext();
    if (next) next.start();
    else freeThreads += 1;
  }

  function acquireThread(queue: HashQueue): Promise<void> {
    if (freeThreads > 0) {
      freeThreads -= 1;
      return Promise.resolve();
    }
    return new Promise((start, refuse) => waiting[queue].push({ since: now(), start, refuse }));
  }

  return {
    /** Runs `work`, whose hashes must be `run` in the same queue. */
    async admit<Value>(queue: HashQueue, work: () => Promise<Value>): Promise<Value> {
      if (estimateWait(queue) > EXPECTED_WAIT_FACTOR[queue] * maxWait[queue])
        throw unavailable('server.busy');
      admitted[queue] += 1;
      try {
        return await work();
      } finally {
        admitted[queue] -= 1;
      }
    },

    /** Runs one hash as soon as a thread is free. */
    async run<Value>(queue: HashQueue, task: () => Promise<Value>): Promise<Value> {
      await acquireThread(queue);
      const start = now();
      try {
        return await task();
      } finally {
        taskMs += LATEST_WEIGHT * (now() - start - taskMs);
        release();
      }
    },

    waiting: () => waiting.login.length + waiting['new-password'].length,
  };
}
