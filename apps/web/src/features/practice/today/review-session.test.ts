import type { practice } from '@sayback/contract';
import { expect, it } from 'vitest';
import { answered, currentLine, newSitting, outcomes, skipped, undone } from './sitting.ts';

const lines = [1, 2, 3].map((segment_id) => ({ segment_id }) as practice.QueuedLine);
const idOf = (sitting: Parameters<typeof currentLine>[0]) => currentLine(sitting)?.segment_id;

it('a sitting goes through its lines and ends behind the last one', () => {
  let sitting = newSitting(lines);
  expect(idOf(sitting)).toBe(1);
  sitting = answered(skipped(answered(sitting, 'a', 'good')), 'c', 'again');
  expect(idOf(sitting)).toBeUndefined();
  expect(outcomes(sitting, ['again', 'hard', 'good'])).toEqual([
    ['again', 1],
    ['good', 1],
  ]);
});

it('an answer that is taken back brings its line again, and counts no more', () => {
  const sitting = undone(answered(answered(newSitting(lines), 'a', 'good'), 'b', 'hard'), 'b');
  expect(idOf(sitting)).toBe(2);
  expect(sitting.answers.map(({ reviewId }) => reviewId)).toEqual(['a']);
});

it('taking back what is no answer of the sitting changes nothing', () => {
  const sitting = answered(newSitting(lines), 'a', 'good');
  expect(undone(sitting, 'z')).toBe(sitting);
});
