import { unavailable } from '../../../errors/app-error.ts';

/** `login` is someone who waits at a form; `new-password` may be a whole class that registers together. */
export type Lane = 'login' | 'new-password';
export type LongestWait = Record<Lane, number>;

/**
 * Who is expected to wait for so many times the longest wait is refused at once. Hashes are slower while the machine is busy than
 * they will be: of a class nobody is sent away for that. Whose time has then run out is refused when the turn comes.
 */
const HOPE: Record<Lane, number> = { login: 1, 'new-password': 2 };

type Waiter = { since: number; start: () => void; refuse: (error: Error) => void };

/** Before anything was measured. */
const FIRST_GUESS_MS = 100;
/** The weight of the latest hash in the running mean. */
const LATEST = 0.2;

const other = (lane: Lane): Lane => (lane === 'login' ? 'new-password' : 'login');

/**
 * Shares out threads between the two lanes, which take turns while both wait. Throws a 503 for work that would have to wait
 * longer than its lane's longest wait (in milliseconds), before any of it is done.
 */
export function createLanes(
  threads: number,
  longestWait: LongestWait,
  now: () => number = () => performance.now(),
) {
  const admitted = { login: 0, 'new-password': 0 };
  const waiting: Record<Lane, Waiter[]> = { login: [], 'new-password': [] };
  let free = threads;
  let taskMs = FIRST_GUESS_MS;
  let turn: Lane = 'login';

  /** Of the other lane no more than one goes before each of this one. */
  function expectedWait(lane: Lane): number {
    const before = admitted[lane] + Math.min(admitted[lane] + 1, admitted[other(lane)]);
    return (Math.max(0, before - threads + 1) * taskMs) / threads;
  }

  function nextWaiter(): Waiter | undefined {
    const lane = waiting[turn].length > 0 ? turn : other(turn);
    turn = other(lane);
    const next = waiting[lane].shift();
    // The hashes took longer than was expected when it was admitted.
    if (next && now() - next.since > longestWait[lane]) {
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

  function thread(lane: Lane): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((start, refuse) => waiting[lane].push({ since: now(), start, refuse }));
  }

  return {
    /** Does `work`, whose hashes must be `run` in the same lane. */
    async admit<Value>(lane: Lane, work: () => Promise<Value>): Promise<Value> {
      if (expectedWait(lane) > HOPE[lane] * longestWait[lane]) throw unavailable('server.busy');
      admitted[lane] += 1;
      try {
        return await work();
      } finally {
        admitted[lane] -= 1;
      }
    },

    /** Does one hash as soon as a thread is free. */
    async run<Value>(lane: Lane, task: () => Promise<Value>): Promise<Value> {
      await thread(lane);
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
