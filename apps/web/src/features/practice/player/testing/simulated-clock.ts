import type { Clock } from '../../../../media/clock.ts';

/** About 60 frames a second; a whole number, so that times stay exact. */
const FRAME_MS = 16;

export type SimulatedClock = Clock & {
  /** Runs the callbacks that are due in the next `ms` milliseconds, in order. */
  advance(ms: number): void;
  setHidden(isHidden: boolean): void;
  countPending(): number;
  countListeners(): number;
};

type Task = { due: number; run: () => void; isFrame: boolean };

/** Creates a clock that stands still between calls of `advance`; frames come every 16 ms, while visible. */
export function createSimulatedClock(): SimulatedClock {
  let now = 0;
  let isHidden = false;
  const tasks = new Set<Task>();
  const listeners = new Set<() => void>();

  function schedule(task: Task): () => void {
    tasks.add(task);
    return () => tasks.delete(task);
  }

  function findNext(until: number): Task | undefined {
    let next: Task | undefined;
    for (const task of tasks) {
      if (task.due <= until && !(task.isFrame && isHidden) && (!next || task.due < next.due)) next = task;
    }
    return next;
  }

  return {
    now: () => now,
    setTimer(run, delay) {
      if (!Number.isFinite(delay) || delay < 0) throw new RangeError(`A timer of ${delay} ms`);
      return schedule({ due: now + Math.trunc(delay), run, isFrame: false });
    },
    requestFrame: (run) => schedule({ due: (Math.floor(now / FRAME_MS) + 1) * FRAME_MS, run, isFrame: true }),
    isHidden: () => isHidden,
    onVisibilityChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    advance(ms) {
      const until = now + ms;
      for (let task = findNext(until); task; task = findNext(until)) {
        tasks.delete(task);
        now = Math.max(now, task.due);
        task.run();
      }
      now = until;
    },
    setHidden(value) {
      isHidden = value;
      for (const listener of listeners) listener();
    },
    countPending: () => tasks.size,
    countListeners: () => listeners.size,
  };
}
