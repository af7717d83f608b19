import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { record } from '../testing/recording.ts';
import { sentenceOf } from '../testing/sentence.ts';
import { syllableNuclei } from './syllable-nuclei.ts';

describe('syllableNuclei', () => {
  it('counts the syllables of a line', () => {
    for (const syllables of [3, 6, 10]) {
      const nuclei = syllableNuclei(analyse(record(sentenceOf(syllables, { syllables }))));
      expect(Math.abs(nuclei.length - syllables)).toBeLessThanOrEqual(1);
    }
  });

  it('finds none in silence', () => {
    expect(syllableNuclei(analyse(new Float32Array(16_000)))).toEqual([]);
  });
});
