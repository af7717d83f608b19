import type { Clock } from '../../../../media/clock.ts';

/** About 60 a second; a whole number, so that times stay exact. */
const FRAME = 16;

export type SimulatedClock = Clock & {
  /** Runs everything that falls due within this many milliseconds, in order. */
  advance(ms: number): void;
  setHidden(hidden: boolean): void;
  pending(): number;
  watchers(): number;
};

type Task = { due: number; run: () => void; frame: boolean };

/** Creates a clock that stands still between calls of `advance`; frames come every 16 ms, while visible. */
export function createSimulatedClock(): SimulatedClock {
  let now = 0;
  let hidden = false;
  const tasks = new Set<Task>();
  const watchers = new Set<() => void>();

  function schedule(task: Task): () => void {
    tasks.add(task);
    return () => tasks.delete(task);
  }

  function earliest(until: number): Task | undefined {
    let next: Task | undefined;
    for (const task of tasks) {
      if (task.due <= until && !(task.frame && hidden) && (!next || task.due < next.due)) next = task;
    }
    return next;
  }

  return {
    now: () => now,
    setTimer(run, delay) {
      if (!Number.isFinite(delay) || delay < 0) throw new RangeError(`A timer of ${delay} ms`);
      return schedule({ due: now + Math.trunc(delay), run, frame: false });
    },
    requestFrame: (run) => schedule({ due: (Math.floor(now / FRAME) + 1) * FRAME, run, frame: true }),
    isHidden: () => hidden,
    onVisibilityChange(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    advance(ms) {
      const until = now + ms;
      for (let task = earliest(until); task; task = earliest(until)) {
        tasks.delete(task);
        now = Math.max(now, task.due);
        task.run();
      }
      now = until;
    },
    setHidden(value) {
      hidden = value;
      for (const watcher of watchers) watcher();
    },
    pending: () => tasks.size,
    watchers: () => watchers.size,
  };
}
