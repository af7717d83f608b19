import { describe, expect, it } from 'vitest';
import { splitStretches } from '../frames/stretches.ts';
import { addNoise, concatenate, makeNoise, silence } from '../testing/noise.ts';
import { makeSentence } from '../testing/sentence.ts';
import { synthesise } from '../testing/source-filter-voice.ts';
import { SCORE_RATE, SCORE_STRETCHES, SCORES_PER_SECOND, scoreStretch, speechScore } from './speech-score.ts';

const halveRate = (samples: Float32Array) => samples.filter((_, index) => index % 2 === 0);
const meanScore = (scores: Float32Array, from: number, to: number) => {
  const part = scores.subarray(from * SCORES_PER_SECOND, to * SCORES_PER_SECOND);
  return part.reduce((sum, score) => sum + score, 0) / part.length;
};

/** Returns speech from 3 to about 5 s and from 9 to about 11 s. */
function makeSound(): Float32Array {
  const makeLine = (seed: number) => synthesise(makeSentence(seed), { seed }).samples.subarray(0, 32_000);
  const pauseAfter = (samples: Float32Array) => silence(6 - samples.length / 16_000);
  const [firstLine, secondLine] = [makeLine(1), makeLine(2)];
  return halveRate(
    concatenate(silence(3), firstLine, pauseAfter(firstLine), secondLine, pauseAfter(secondLine)),
  );
}

describe('speech scores', () => {
  it('are high in speech and low elsewhere, at any level', () => {
    const clean = makeSound();
    const noisy = addNoise(clean, makeNoise('pink', clean.length, 3), 0.003);
    for (const gain of [1, 0.05]) {
      const scores = speechScore(noisy.map((sample) => gain * sample));
      expect(scores.length).toBe(Math.floor((clean.length / SCORE_RATE) * SCORES_PER_SECOND));
      expect(Math.min(meanScore(scores, 3.2, 4.4), meanScore(scores, 9.2, 10.4))).toBeGreaterThan(0.7);
      expect(Math.max(meanScore(scores, 0, 2.5), meanScore(scores, 6, 8.5))).toBeLessThan(0.3);
    }
  });

  it('have the same positions when a film is scored in chunks', async () => {
    const clean = makeSound();
    const film = concatenate(...Array.from({ length: 7 }, () => clean)).subarray(0, 80 * SCORE_RATE);
    const bytes = new Uint8Array(Int16Array.from(film, (sample) => 20_000 * sample).buffer);
    async function* readChunks() {
      for (let offset = 0; offset < bytes.length; offset += 50_000)
        yield bytes.subarray(offset, offset + 50_000);
    }
    const parts: number[] = [];
    for await (const stretch of splitStretches(readChunks(), SCORE_STRETCHES))
      parts.push(...scoreStretch(stretch));
    expect(parts.length).toBe(80 * SCORES_PER_SECOND);
    const scores = Float32Array.from(parts, (score) => score / 255);
    // The fifth repetition is the first in the second chunk.
    const start = 4 * (clean.length / SCORE_RATE);
    expect(meanScore(scores, start + 3.2, start + 4.4)).toBeGreaterThan(0.7);
    expect(meanScore(scores, start + 6, start + 8.5)).toBeLessThan(0.3);
  });

  it('are low for silence', () => {
    expect(Math.max(...speechScore(new Float32Array(10 * SCORE_RATE)))).toBeLessThan(0.5);
  });
});
