import { sentenceLengths } from '@sayback/subtitles/division';
import { expect, it } from 'vitest';
import type { LineOptions } from './player/practice-lines.ts';
import { createPracticeSession, findLineIndex, findProgressPosition } from './practice-session.ts';
import type { PracticeSegment } from './queries.ts';

const options = { originalLanguage: 'en', targetLanguage: 'es' };
const segments = ['One.', '', 'and two,', 'three.', 'Four.', ''].map(
  (original, id): PracticeSegment => ({
    id,
    start: 1000 + id * 2000,
    end: 2500 + id * 2000,
    original,
    target: 'x',
  }),
);
const createSession = (lastSegment: number, changes: Partial<LineOptions> = {}) =>
  createPracticeSession({ alignmentId: 3, segments, lastSegment }, { ...options, ...changes });

it.each([
  [0, 0],
  [1, 1],
  [2, 1],
  [4, 3],
  [5, 3],
  [99, 3],
])('a practice session resumes from segment %i of the alignment at line %i', (position, line) => {
  expect(createSession(position).lastSegment).toBe(line);
});

it('a practice session finds the line that a segment was joined into', () => {
  const session = createSession(3, { sentenceLengths });
  expect(session.segments.map(({ original }) => original)).toEqual(['One.', 'and two, three.', 'Four.']);
  expect(session.lastSegment).toBe(1);
  expect(findLineIndex(session.segments, 4)).toBe(2);
});

it('a practice session saves a line’s position in the alignment, or the alignment’s end at the last line', () => {
  const session = createSession(0);
  expect(session.segments.map((_, line) => findProgressPosition(session, line))).toEqual([0, 2, 3, 5]);
});

it('a practice session can have no lines', () => {
  const session = createPracticeSession(
    { alignmentId: 3, segments: segments.filter(({ original }) => original === ''), lastSegment: 1 },
    options,
  );
  expect(session.segments).toEqual([]);
  expect(session.lastSegment).toBe(0);
});
