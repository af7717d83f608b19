import { expect, it } from 'vitest';
import { createElementPosition } from './element-position.ts';

const STEP = 40;

/** An element that has played from 0 on, and whose `currentTime` moves in steps; milliseconds. */
function steppingElement(playbackRate = 1) {
  const heard = { now: 0, isPlaying: true };
  const element = {
    playbackRate,
    get currentTime() {
      return (Math.floor((heard.now * playbackRate) / STEP) * STEP) / 1000;
    },
  };
  return {
    heard,
    position: createElementPosition(
      element,
      () => heard.isPlaying,
      () => heard.now,
    ),
  };
}

it('an element’s position advances between steps of currentTime, never ahead of the sound', () => {
  for (const rate of [0.5, 1, 1.5]) {
    const { heard, position } = steppingElement(rate);
    for (heard.now = 3; heard.now < 400; heard.now += 5) {
      const exact = heard.now * rate;
      expect(position()).toBeLessThanOrEqual(exact);
      // After the first step, no further behind than one polling interval.
      if (exact > STEP + 5 * rate) expect(position()).toBeGreaterThan(exact - 5 * rate);
    }
  }
});

it('an element’s position stands still while nothing plays', () => {
  const { heard, position } = steppingElement();
  for (heard.now = 0; heard.now < 70; heard.now += 5) position();
  expect(position()).toBe(70);
  heard.isPlaying = false;
  expect(position()).toBe(40);
  heard.isPlaying = true;
  heard.now = 75;
  expect(position()).toBe(40);
});

/** Returns the positions read from an element whose `currentTime` is that at each of these times; milliseconds. */
function getReadings(looks: [now: number, currentTime: number][]): number[] {
  const element = { currentTime: 0, playbackRate: 1 };
  let now = 0;
  const position = createElementPosition(
    element,
    () => true,
    () => now,
  );
  return looks.map((look) => {
    [now, element.currentTime] = [look[0], look[1] / 1000];
    return Math.round(position());
  });
}

it('an element’s position stands still with a stalled clock that advanced evenly before', () => {
  const looks: [number, number][] = [
    [0, 1000],
    [8, 1008],
    [16, 1012],
    [24, 1012],
    [32, 1012],
    [40, 1032],
  ];
  expect(getReadings(looks)).toEqual([1000, 1008, 1012, 1012, 1012, 1032]);
});

it('an element’s position waits if a stepping clock stalls for longer than a step', () => {
  expect(
    getReadings([
      [0, 1000],
      [8, 1040],
      [48, 1040],
      [68, 1040],
      [500, 1040],
    ]),
  ).toEqual([1000, 1040, 1080, 1085, 1085]);
});
