import { hashLine } from '@sayback/contract';
import { sentenceLengths } from '@sayback/subtitles/division';
import { describe, expect, it } from 'vitest';
import { practiceLines } from './player/practice-lines.ts';
import { practisedFinder } from './practised-lines.ts';

const loaded = [
  { start: 0, original: 'Where is the cat?' },
  { start: 1500, original: 'I looked in the garden,' },
  { start: 3000, original: '[a door]' },
  { start: 4500, original: 'and under the car.' },
  { start: 12_000, original: 'Yes.' },
  { start: 15_000, original: 'Yes.' },
].map((segment, id) => ({ id, end: segment.start + 1400, target: '', ...segment }));
const known = (text: string, start_ms: number) => ({ text_hash: hashLine(text), start_ms });

function find(practised: { text_hash: number; start_ms: number }[], join = false) {
  const options = { ...(join && { sentenceLengths }), originalLanguage: 'en', targetLanguage: 'es' };
  const segments = practiceLines(loaded, options);
  return [...practisedFinder({ segments, loaded })(practised)].map(({ original }) => original);
}

describe('the practised lines of a session', () => {
  it('are those that were said, not those before the learner’s position', () => {
    expect(find([known('and under the car', 4500)])).toEqual(['and under the car.']);
    expect(find([])).toEqual([]);
  });

  it('stay practised when their cut moves, and are distinct from the same words elsewhere', () => {
    expect(find([known('Yes', 10_500)])).toEqual(['Yes.']);
    expect(find([known('Yes', 60_000)])).toEqual([]);
  });

  it('include a sentence of several segments once both its ends were said', () => {
    const ends = [known('I looked in the garden', 1500), known('and under the car', 4500)];
    expect(find(ends.slice(0, 1), true)).toEqual([]);
    expect(find(ends, true)).toEqual(['I looked in the garden, and under the car.']);
  });
});
