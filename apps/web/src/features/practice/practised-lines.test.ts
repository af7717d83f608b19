import { hashLine } from '@sayback/contract';
import { sentenceLengths } from '@sayback/subtitles/division';
import { describe, expect, it } from 'vitest';
import { buildPracticeLines } from './player/practice-lines.ts';
import { createPractisedFinder } from './practised-lines.ts';

const loaded = [
  { start: 0, original: 'Where is the cat?' },
  { start: 1500, original: 'I looked in the garden,' },
  { start: 3000, original: '[a door]' },
  { start: 4500, original: 'and under the car.' },
  { start: 12_000, original: 'Yes.' },
  { start: 15_000, original: 'Yes.' },
].map((segment, id) => ({ id, end: segment.start + 1400, target: '', ...segment }));
const createIdentity = (text: string, start_ms: number) => ({ text_hash: hashLine(text), start_ms });

function findPractised(practised: { text_hash: number; start_ms: number }[], joinsSentences = false) {
  const options = {
    ...(joinsSentences && { sentenceLengths }),
    originalLanguage: 'en',
    targetLanguage: 'es',
  };
  const segments = buildPracticeLines(loaded, options);
  return [...createPractisedFinder({ segments, loaded })(practised)].map(({ original }) => original);
}

describe('the practised lines of a session', () => {
  it('exclude lines before the learner’s position that were never said', () => {
    expect(findPractised([createIdentity('and under the car', 4500)])).toEqual(['and under the car.']);
    expect(findPractised([])).toEqual([]);
  });

  it('stay practised when their cut moves, unlike a distant line with the same text', () => {
    expect(findPractised([createIdentity('Yes', 10_500)])).toEqual(['Yes.']);
    expect(findPractised([createIdentity('Yes', 60_000)])).toEqual([]);
  });

  it('include a sentence of several segments once its first and last segments were said', () => {
    const ends = [createIdentity('I looked in the garden', 1500), createIdentity('and under the car', 4500)];
    expect(findPractised(ends.slice(0, 1), true)).toEqual([]);
    expect(findPractised(ends, true)).toEqual(['I looked in the garden, and under the car.']);
  });
});
