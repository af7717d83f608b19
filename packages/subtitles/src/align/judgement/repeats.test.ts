import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { ones, speech, tracksOf } from '../testing/generated-talk.ts';
import { findRepeats } from './repeats.ts';

const spoken = [
  'The market opens at nine in the morning.',
  'My brother drives the old lorry there.',
  'In winter we mend all our boxes.',
  'Nobody ever asked me for a pear.',
];
const translated = [
  'Der Markt macht morgens um neun auf.',
  'Mein Bruder fährt den alten Laster hin.',
  'Im Winter flicken wir alle unsere Kisten.',
  'Nach einer Birne hat mich nie jemand gefragt.',
];
const cues = (texts: readonly string[]): Cue[] => speech(texts.length, 7, (at) => texts[at] ?? '');
const instead = (texts: readonly string[], at: number, text = '') =>
  texts.map((one, k) => (k === at ? text : one));

/** Finds repeats among three texts; the second fits better than the third. */
function repeatsIn(originals: readonly string[], targets: readonly string[], fit = [1, 1, 0, 1]): number[] {
  const { original, target } = tracksOf(cues(originals), cues(targets));
  return [...findRepeats(original, target, ones(originals.length), Float64Array.from(fit))];
}

describe('a repeated text', () => {
  it('is found where it fits worse, and not where it belongs', () => {
    const [, source, pasted] = repeatsIn(spoken, instead(translated, 2, translated[1]));
    expect(source).toBe(0);
    expect(pasted).toBeGreaterThan(0.5);
  });

  it('isn’t found if the original repeats too', () => {
    const both = instead(spoken, 2, spoken[1]);
    expect(repeatsIn(both, instead(translated, 2, translated[1]))).toEqual([0, 0, 0, 0]);
  });

  it('is found in part', () => {
    const half = `${translated[1]} Im Winter flicken wir unsere alten Kisten immer abends.`;
    const [, , pasted] = repeatsIn(spoken, instead(translated, 2, half));
    expect(pasted).toBeGreaterThan(0.2);
    expect(pasted).toBeLessThan(0.5);
  });

  it('isn’t found if only two words are repeated', () => {
    expect(repeatsIn(spoken, instead(translated, 2, 'Mein Bruder.'))).toEqual([0, 0, 0, 0]);
  });

  it('isn’t found in a refrain', () => {
    const many = [...'bdfghklm'].map((letter) =>
      ['eno', 'ira', 'ubo', 'atu'].map((end) => letter + end).join(' '),
    );
    const refrain = many.map(() => translated[1] ?? '');
    const fit = many.map((_, at) => at);
    expect(repeatsIn(many, refrain, fit)).toEqual(many.map(() => 0));
  });

  it('isn’t found in two files that say each line once', () => {
    expect(repeatsIn(spoken, translated)).toEqual([0, 0, 0, 0]);
  });
});
