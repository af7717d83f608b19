import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { makeRecording } from '../testing/recording.ts';
import { makeSentence } from '../testing/sentence.ts';
import { findSyllableNuclei } from './syllable-nuclei.ts';

describe('findSyllableNuclei', () => {
  it('counts the syllables of a line', () => {
    for (const syllables of [3, 6, 10]) {
      const nuclei = findSyllableNuclei(analyse(makeRecording(makeSentence(syllables, { syllables }))));
      expect(Math.abs(nuclei.length - syllables)).toBeLessThanOrEqual(1);
    }
  });

  it('finds no syllable in silence', () => {
    expect(findSyllableNuclei(analyse(new Float32Array(16_000)))).toEqual([]);
  });
});
