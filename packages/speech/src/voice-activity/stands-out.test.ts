import { expect, it } from 'vitest';
import { standsOut } from './stands-out.ts';

const speech = Array.from({ length: 500 }, (_, frame) => (frame >= 100 && frame < 300 ? 1 : 0));
const levels = (voice: number, rest: number) => speech.map((flag) => (flag ? voice : rest));

it('is false for music, which is as loud where it was taken for speech as elsewhere', () => {
  expect(standsOut(levels(-30, -33), speech)).toBe(false);
});

it('is true for a voice in a room, whatever its level', () => {
  expect(standsOut(levels(-30, -45), speech)).toBe(true);
  expect(standsOut(levels(-60, -67), speech)).toBe(true);
});

it('is true without a rest to compare with', () => {
  expect(standsOut([-30, -30], [1, 1])).toBe(true);
});
