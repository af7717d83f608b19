import { hashLine, type practice } from '@sayback/contract';
import { expect, it } from 'vitest';
import { practiceLines } from '../player/practice-lines.ts';
import { memoryFinder, toLocalDay } from './use-line-memory.ts';

const segments = ['Hola.', 'Un café, por favor.', 'Hola.'].map((original, at) => ({
  id: at,
  start: at * 10_000,
  end: at * 10_000 + 900,
  original,
  target: '',
}));
const lines = practiceLines(segments, {
  originalLanguage: 'es',
  targetLanguage: 'en',
});
const remembered = (
  start_ms: number,
  text: string,
  changes: Partial<practice.LineMemory['lines'][number]>,
) => ({
  start_ms,
  text_hash: hashLine(text),
  text,
  starred: false,
  hard: false,
  suspended: false,
  gone: false,
  due: { say: null, write: null },
  ...changes,
});

it('marks belong to their line, also if its start moved a little, and to no other line with the same text', () => {
  const memory = { lines: [remembered(1500, 'Hola', { starred: true })], hints: [] };
  const of = memoryFinder({ loaded: segments }, memory, '2026-11-24');
  expect(lines.map((line) => of(line).starred)).toEqual([true, false, false]);
});

it('a line is due on the first day on which one of its cards is due, unless it is left out', () => {
  const due = { say: '2026-11-26', write: '2026-11-24' };
  const of = (suspended: boolean, today: string) =>
    memoryFinder(
      { loaded: segments },
      { lines: [remembered(0, 'Hola', { due, suspended })], hints: [] },
      today,
    );
  const [line] = lines;
  if (!line) throw new Error('no line');
  expect(of(false, '2026-11-23')(line)).toMatchObject({ dueDay: '2026-11-24', isWaiting: false });
  expect(of(false, '2026-11-24')(line).isWaiting).toBe(true);
  expect(of(true, '2026-11-24')(line).isWaiting).toBe(false);
});

it('distinguishes a hint from a line that is gone', () => {
  const memory = {
    lines: [remembered(10_000, 'Un café, por favor', { starred: true, gone: true })],
    hints: [{ start_ms: 10_000, text_hash: hashLine('Un café por favor') }],
  };
  const of = memoryFinder({ loaded: segments }, memory, '2026-11-24');
  expect(lines.map((line) => [of(line).starred, of(line).hasHint])).toEqual([
    [false, false],
    [false, true],
    [false, false],
  ]);
});

it('a day is a day of the device’s time zone', () => {
  expect(toLocalDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
