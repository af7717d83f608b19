import { expect, it } from 'vitest';
import { isLouderThanRest } from './is-louder-than-rest.ts';

const speech = Array.from({ length: 500 }, (_, frame) => (frame >= 100 && frame < 300 ? 1 : 0));
const levels = (voice: number, rest: number) => speech.map((flag) => (flag ? voice : rest));

it('returns false for music, whose frames flagged as speech are as loud as the rest', () => {
  expect(isLouderThanRest(levels(-30, -33), speech)).toBe(false);
});

it('returns true for a voice in a room, at any level', () => {
  expect(isLouderThanRest(levels(-30, -45), speech)).toBe(true);
  expect(isLouderThanRest(levels(-60, -67), speech)).toBe(true);
});

it('returns true without other frames to compare with', () => {
  expect(isLouderThanRest([-30, -30], [1, 1])).toBe(true);
});
