import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { makeSpeech, makeTracks, oneToOneBeads } from '../testing/generated-talk.ts';
import { findRepeats } from './repeats.ts';

const originalTexts = [
  'The market opens at nine in the morning.',
  'My brother drives the old lorry there.',
  'In winter we mend all our boxes.',
  'Nobody ever asked me for a pear.',
];
const translatedTexts = [
  'Der Markt macht morgens um neun auf.',
  'Mein Bruder fährt den alten Laster hin.',
  'Im Winter flicken wir alle unsere Kisten.',
  'Nach einer Birne hat mich nie jemand gefragt.',
];
const makeCues = (texts: readonly string[]): Cue[] =>
  makeSpeech(texts.length, 7, (index) => texts[index] ?? '');
const replaceText = (texts: readonly string[], index: number, text = '') =>
  texts.map((original, position) => (position === index ? text : original));

/** Finds repeats among three texts; the second fits better than the third. */
function findRepeatsIn(
  originals: readonly string[],
  targets: readonly string[],
  fit = [1, 1, 0, 1],
): number[] {
  const { original, target } = makeTracks(makeCues(originals), makeCues(targets));
  return [...findRepeats(original, target, oneToOneBeads(originals.length), Float64Array.from(fit))];
}

describe('a repeated text', () => {
  it('is found where it fits worse, but not where it fits best', () => {
    const [, source, pasted] = findRepeatsIn(
      originalTexts,
      replaceText(translatedTexts, 2, translatedTexts[1]),
    );
    expect(source).toBe(0);
    expect(pasted).toBeGreaterThan(0.5);
  });

  it('isn’t found if the original also repeats', () => {
    const repeatedOriginals = replaceText(originalTexts, 2, originalTexts[1]);
    expect(findRepeatsIn(repeatedOriginals, replaceText(translatedTexts, 2, translatedTexts[1]))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('is found if only a part is repeated', () => {
    const halfRepeated = `${translatedTexts[1]} Im Winter flicken wir unsere alten Kisten immer abends.`;
    const [, , pasted] = findRepeatsIn(originalTexts, replaceText(translatedTexts, 2, halfRepeated));
    expect(pasted).toBeGreaterThan(0.2);
    expect(pasted).toBeLessThan(0.5);
  });

  it('isn’t found if only two words are repeated', () => {
    expect(findRepeatsIn(originalTexts, replaceText(translatedTexts, 2, 'Mein Bruder.'))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  it('isn’t found in a refrain', () => {
    const manyTexts = [...'bdfghklm'].map((letter) =>
      ['eno', 'ira', 'ubo', 'atu'].map((end) => letter + end).join(' '),
    );
    const refrain = manyTexts.map(() => translatedTexts[1] ?? '');
    const fit = manyTexts.map((_, index) => index);
    expect(findRepeatsIn(manyTexts, refrain, fit)).toEqual(manyTexts.map(() => 0));
  });

  it('isn’t found in two files that contain each line once', () => {
    expect(findRepeatsIn(originalTexts, translatedTexts)).toEqual([0, 0, 0, 0]);
  });
});
