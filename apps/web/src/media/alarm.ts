import type { Clock } from './clock.ts';

export type Alarm = {
  /**
   * Calls back after so many milliseconds, rounded up: browsers cut the fraction off, and a stop before the
   * end is never wanted. With `frame` the next animation frame calls back, if it comes first. Takes the
   * place of what was set before.
   */
  set(callback: () => void, after: number, frame: boolean): void;
  cancel(): void;
};

/** At most one callback that is waited for. */
export function createAlarm(clock: Clock): Alarm {
  let cancels: (() => void)[] = [];

  function cancel(): void {
    for (const each of cancels) each();
    cancels = [];
  }

  return {
    set(callback, after, frame) {
      cancel();
      const ring = () => {
        cancel();
        callback();
      };
      cancels.push(clock.setTimer(ring, Math.ceil(after)));
      if (frame) cancels.push(clock.requestFrame(ring));
    },
    cancel,
  };
}

/** The last stretch before a stop, in which the position is read often: one step of the medium's clock is seen in it. Milliseconds. */
const FINISH_MS = 100;
const OFTEN_MS = 4;
/** The position is read again at least this often: media clocks stall and jump without telling. */
const LONGEST_MS = 250;

/** When to read the position again so that playing stops where it should, `remaining` milliseconds from now. */
export function nextCheck(remaining: number, isHidden: boolean): { after: number; frame: boolean } {
  // A hidden page gets no animation frames, and few timers.
  if (isHidden) return { after: remaining, frame: false };
  // The last timer is the longer one: browsers round those up that follow one another in less than 4 ms.
  if (remaining <= 2 * OFTEN_MS) return { after: remaining, frame: true };
  if (remaining <= FINISH_MS) return { after: OFTEN_MS, frame: true };
  return { after: Math.min(LONGEST_MS, remaining - FINISH_MS), frame: false };
}
