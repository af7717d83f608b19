import {
  align,
  analyse,
  compare,
  computeFeatures,
  findLeftOut,
  findSyllableNuclei,
  type SpeechFrames,
  timeMap,
} from '@sayback/speech';
import { createRandom } from '../../../packages/speech/src/testing/random.ts';
import { addRoomNoise, insertPauses } from './material/mixtures.ts';
import type { Half } from './material/texts.ts';
import { type Spoken, speakWithEspeak, speakWithFlite } from './material/voices.ts';

/** A half's texts as spoken by both synthesisers, and by flite with one word left out. */
export type Lines = {
  originals: Spoken[];
  /** By the same synthesiser: `again` is the original's voice at other rates, `learners` another voice. */
  again: Spoken[];
  learners: Spoken[];
  others: Float32Array[];
  leftOut: { line: number; samples: Float32Array }[];
};

const LEFT_OUT_PER_LINE = 2;

export function speakLines(half: Half): Lines {
  const random = createRandom(half.seed);
  const speak = (voice: string, rates: readonly number[]): Spoken[] =>
    speakWithEspeak(half.texts.map((text, i) => ({ voice, text, rate: rates[i % rates.length] ?? 165 })));
  return {
    originals: speak(half.original, [165]),
    again: speak(half.original, [140, 150, 185]),
    learners: speak(half.learner, [145, 155, 180]),
    others: half.texts.map((text) => speakWithFlite(half.other, text)),
    leftOut: half.texts.flatMap((text, line) => {
      const words = text.split(' ');
      const long = words.map((_, i) => i).filter((i) => (words[i] as string).length >= 4);
      return Array.from({ length: LEFT_OUT_PER_LINE }, () => {
        const [out] = long.splice(Math.floor(random() * long.length), 1);
        return { line, samples: speakWithFlite(half.other, words.filter((_, i) => i !== out).join(' ')) };
      });
    }),
  };
}

/**
 * Measures the errors of word starts in milliseconds, by DTW and by linear interpolation between the first and last speech, in
 * takes with inserted pauses of 200 to 800 ms.
 */
export function measureBoundaries(originals: readonly Spoken[], takes: readonly Spoken[], seed: number) {
  const random = createRandom(seed);
  const warped: number[] = [];
  const straight: number[] = [];
  for (const [index, original] of originals.entries()) {
    const take = takes[index] as Spoken;
    const pauses = Array.from({ length: 1 + Math.floor(2 * random()) }, () => ({
      at: take.words[1 + Math.floor(random() * (take.words.length - 1))] ?? 0,
      seconds: 0.2 + 0.6 * random(),
    }));
    const { samples, move } = insertPauses(take.samples, pauses);
    const a = analyse(addRoomNoise(original.samples, { snr: 60, seed: 1 }));
    const b = analyse(addRoomNoise(samples, { snr: 20, seed: seed + index }));
    const line = computeFeatures(a);
    const spoken = computeFeatures(b);
    const alignment = align(line, spoken, { maxSkipped: 8 });
    const map = alignment && timeMap(alignment, line, spoken);
    const from = [a, b].map(({ speech }) => speech.indexOf(1) / 100) as [number, number];
    const to = [a, b].map(({ speech }) => speech.lastIndexOf(1) / 100) as [number, number];
    for (const [word, start] of original.words.entries()) {
      const truth = 0.5 + move(take.words[word] as number);
      if (word === 0) continue;
      const stretched = from[1] + ((0.5 + start - from[0]) * (to[1] - from[1])) / (to[0] - from[0]);
      const mapped = map ? map(0.5 + start) : Number.NaN;
      warped.push(1000 * Math.abs((Number.isNaN(mapped) ? stretched : mapped) - truth));
      straight.push(1000 * Math.abs(stretched - truth));
    }
  }
  return { warped, straight };
}

/** Returns the share of the other synthesiser's takes whose own line is the nearest of five. */
export function measureNearest({ originals, others }: Lines): number {
  const lines = originals.map(({ samples }) => analyse(addRoomNoise(samples, { snr: 60, seed: 1 })));
  const right = others.filter((samples, index) => {
    const first = Math.max(0, Math.min(index - 2, lines.length - 5));
    const line = lines[index] as SpeechFrames;
    const neighbours = lines.slice(first, first + 5).filter((other) => other !== line);
    return compare(analyse(addRoomNoise(samples, { snr: 20, seed: index })), line, { neighbours }).isThisLine;
  });
  return right.length / others.length;
}

/** Measures the evidence of a left-out word, for complete takes and for takes without a word. */
export function measureLeftOut({ originals, others, leftOut }: Lines) {
  const lines = originals.map(({ samples }) =>
    computeFeatures(analyse(addRoomNoise(samples, { snr: 60, seed: 1 })), { whitened: true }),
  );
  const computeEvidence = (samples: Float32Array, line: number, seed: number): number => {
    const take = computeFeatures(analyse(addRoomNoise(samples, { snr: 25, seed })), { whitened: true });
    return findLeftOut(lines[line] ?? take, take)?.evidence ?? 0;
  };
  return {
    whole: others.map((samples, line) => computeEvidence(samples, line, line)),
    without: leftOut.map(({ samples, line }, index) => computeEvidence(samples, line, index)),
  };
}

/** Returns the signed relative error of each line's syllable count, compared with the vowels that espeak-ng spoke. */
export function measureSyllables({ originals, learners }: Lines): number[] {
  return [...originals, ...learners].map(({ samples, phonemes }, index) => {
    const vowels = phonemes.filter((name) => /^[aAeEiIoOuUVQ@03&]|-$/.test(name)).length;
    return findSyllableNuclei(analyse(addRoomNoise(samples, { snr: 25, seed: index }))).length / vowels - 1;
  });
}
