import type { Clock } from './clock.ts';

type Alarm = {
  /**
   * Calls back after `delay` milliseconds, rounded up: browsers truncate fractions, and stopping early is worse. With
   * `onFrame` it calls back at the next animation frame, if that comes first. Replaces the previous alarm.
   */
  set(callback: () => void, delay: number, onFrame: boolean): void;
  cancel(): void;
};

/** Holds at most one pending callback. */
export function createAlarm(clock: Clock): Alarm {
  let cancelTimer = () => {};
  let cancelFrame = () => {};

  function cancel(): void {
    cancelTimer();
    cancelFrame();
  }

  return {
    set(callback, delay, onFrame) {
      cancel();
      const fire = () => {
        cancel();
        callback();
      };
      cancelTimer = clock.setTimer(fire, Math.ceil(delay));
      if (onFrame) cancelFrame = clock.requestFrame(fire);
    },
    cancel,
  };
}

/** Final stretch before a stop, in which the position is read often: it includes one step of the medium's clock. Milliseconds. */
const FINAL_STRETCH_MS = 100;
const SHORT_DELAY_MS = 4;
/** Longest time between two reads: media clocks stall and jump without an event. */
const MAX_DELAY_MS = 250;

/** Returns when to read the position again so that playback stops in time, `remaining` milliseconds from now. */
export function planNextCheck(remaining: number, isHidden: boolean): { delay: number; onFrame: boolean } {
  // A hidden page gets no animation frames, and few timers.
  if (isHidden) return { delay: remaining, onFrame: false };
  // The last timer is longer: browsers round up successive ones of less than 4 ms.
  if (remaining <= 2 * SHORT_DELAY_MS) return { delay: remaining, onFrame: true };
  if (remaining <= FINAL_STRETCH_MS) return { delay: SHORT_DELAY_MS, onFrame: true };
  return { delay: Math.min(MAX_DELAY_MS, remaining - FINAL_STRETCH_MS), onFrame: false };
}
