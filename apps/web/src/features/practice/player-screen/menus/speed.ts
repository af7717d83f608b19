export const MIN_SPEED = 0.5;
export const MAX_SPEED = 2;
const STEPS_PER_ONE = 20;

/** Changes a speed by a number of steps of 0.05, up to its limits. */
export function changeSpeed(speed: number, steps: number): number {
  const changed = (Math.round(speed * STEPS_PER_ONE) + steps) / STEPS_PER_ONE;
  return Math.min(MAX_SPEED, Math.max(MIN_SPEED, changed));
}
