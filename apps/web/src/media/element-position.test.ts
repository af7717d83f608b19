import { expect, it } from 'vitest';
import { createElementPosition } from './element-position.ts';

const STEP = 40;

/** Creates an element that plays from 0, and whose `currentTime` moves in steps; milliseconds. */
function createSteppingElement(playbackRate = 1) {
  const audio = { now: 0, isPlaying: true };
  const element = {
    playbackRate,
    get currentTime() {
      return (Math.floor((audio.now * playbackRate) / STEP) * STEP) / 1000;
    },
  };
  return {
    audio,
    position: createElementPosition(
      element,
      () => audio.isPlaying,
      () => audio.now,
    ),
  };
}

it('an element’s position advances between steps of currentTime, never ahead of the sound', () => {
  for (const rate of [0.5, 1, 1.5]) {
    const { audio, position } = createSteppingElement(rate);
    for (audio.now = 3; audio.now < 400; audio.now += 5) {
      const exact = audio.now * rate;
      expect(position()).toBeLessThanOrEqual(exact);
      // After the first step, no further behind than one polling interval.
      if (exact > STEP + 5 * rate) expect(position()).toBeGreaterThan(exact - 5 * rate);
    }
  }
});

it('an element’s position stands still while it is paused', () => {
  const { audio, position } = createSteppingElement();
  for (audio.now = 0; audio.now < 70; audio.now += 5) position();
  expect(position()).toBe(70);
  audio.isPlaying = false;
  expect(position()).toBe(40);
  audio.isPlaying = true;
  audio.now = 75;
  expect(position()).toBe(40);
});

/** Reads the position of an element at each time, when its `currentTime` has this value; milliseconds. */
function readPositions(reads: [now: number, currentTime: number][]): number[] {
  const element = { currentTime: 0, playbackRate: 1 };
  let now = 0;
  const position = createElementPosition(
    element,
    () => true,
    () => now,
  );
  return reads.map(([time, currentTime]) => {
    now = time;
    element.currentTime = currentTime / 1000;
    return Math.round(position());
  });
}

it('an element’s position stands still with a stalled clock that advanced evenly before', () => {
  const reads: [number, number][] = [
    [0, 1000],
    [8, 1008],
    [16, 1012],
    [24, 1012],
    [32, 1012],
    [40, 1032],
  ];
  expect(readPositions(reads)).toEqual([1000, 1008, 1012, 1012, 1012, 1032]);
});

it('an element’s position stops if a stepping clock stalls for longer than a step', () => {
  expect(
    readPositions([
      [0, 1000],
      [8, 1040],
      [48, 1040],
      [68, 1040],
      [500, 1040],
    ]),
  ).toEqual([1000, 1040, 1080, 1085, 1085]);
});
