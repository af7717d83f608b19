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
