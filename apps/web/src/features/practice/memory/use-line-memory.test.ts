import { hashLine, type practice } from '@sayback/contract';
import { expect, it } from 'vitest';
import { buildPracticeLines } from '../player/practice-lines.ts';
import { createMemoryFinder, toLocalDay } from './use-line-memory.ts';

const segments = ['Hola.', 'Un café, por favor.', 'Hola.'].map((original, id) => ({
  id,
  start: id * 10_000,
  end: id * 10_000 + 900,
  original,
  target: '',
}));
const lines = buildPracticeLines(segments, { originalLanguage: 'es', targetLanguage: 'en' });
const createRow = (
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

it('marks follow a line whose start moved a little, and not another line with the same text', () => {
  const memory = { lines: [createRow(1500, 'Hola', { starred: true })], hints: [] };
  const find = createMemoryFinder({ loaded: segments }, memory, '2026-11-24');
  expect(lines.map((line) => find(line).starred)).toEqual([true, false, false]);
});

it('a line is due when its first card is due, unless it is suspended', () => {
  const due = { say: '2026-11-26', write: '2026-11-24' };
  const createFinder = (suspended: boolean, today: string) =>
    createMemoryFinder(
      { loaded: segments },
      { lines: [createRow(0, 'Hola', { due, suspended })], hints: [] },
      today,
    );
  const [line] = lines;
  if (!line) throw new Error('no line');
  expect(createFinder(false, '2026-11-23')(line)).toMatchObject({ dueDay: '2026-11-24', isWaiting: false });
  expect(createFinder(false, '2026-11-24')(line).isWaiting).toBe(true);
  expect(createFinder(true, '2026-11-24')(line).isWaiting).toBe(false);
});

it('marks of a deleted line don’t appear on a line with the same start, but hints for it do', () => {
  const memory = {
    lines: [createRow(10_000, 'Un café, por favor', { starred: true, gone: true })],
    hints: [{ start_ms: 10_000, text_hash: hashLine('Un café por favor') }],
  };
  const find = createMemoryFinder({ loaded: segments }, memory, '2026-11-24');
  expect(lines.map((line) => [find(line).starred, find(line).hasHint])).toEqual([
    [false, false],
    [false, true],
    [false, false],
  ]);
});

it('toLocalDay() uses the device’s time zone', () => {
  expect(toLocalDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
