import type { Clock } from './clock.ts';

export type Alarm = {
  /**
   * Calls back after a number of milliseconds, rounded up: browsers truncate fractions, and stopping early is worse. With
   * `frame` the next animation frame calls back, if it comes first. Replaces the previous alarm.
   */
  set(callback: () => void, after: number, frame: boolean): void;
  cancel(): void;
};

/** Holds at most one pending callback. */
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

/** Final stretch before a stop, in which the position is read often: it includes one step of the medium's clock. Milliseconds. */
const FINISH_MS = 100;
const OFTEN_MS = 4;
/** The position is read at least this often: media clocks stall and jump without an event. */
const MAX_MS = 250;

/** Returns when to read the position again so that playback stops in time, `remaining` milliseconds from now. */
export function nextCheck(remaining: number, isHidden: boolean): { after: number; frame: boolean } {
  // A hidden page gets no animation frames, and few timers.
  if (isHidden) return { after: remaining, frame: false };
  // The last timer is longer: browsers round up successive ones of less than 4 ms.
  if (remaining <= 2 * OFTEN_MS) return { after: remaining, frame: true };
  if (remaining <= FINISH_MS) return { after: OFTEN_MS, frame: true };
  return { after: Math.min(MAX_MS, remaining - FINISH_MS), frame: false };
}
