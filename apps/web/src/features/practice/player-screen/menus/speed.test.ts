import { expect, it } from 'vitest';
import { changeSpeed } from './speed.ts';

it('the speed changes in exact steps of 0.05, without rounding errors', () => {
  let speed = 0.5;
  const speeds = Array.from({ length: 21 }, () => {
    const current = speed;
    speed = changeSpeed(speed, 1);
    return current;
  });
  expect(speeds.slice(0, 4)).toEqual([0.5, 0.55, 0.6, 0.65]);
  expect(speeds.every((value) => String(value).length <= 4)).toBe(true);
});

it('the speed stays between 0.5 and 2', () => {
  expect(changeSpeed(2, 1)).toBe(2);
  expect(changeSpeed(0.5, -1)).toBe(0.5);
});
