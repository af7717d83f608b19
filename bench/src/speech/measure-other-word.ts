import {
  align,
  analyse,
  decodeProfile,
  encodeProfile,
  type Features,
  FRAMES_A_SECOND,
  featuresOf,
  type WordTime,
  wordTimes,
} from '@sayback/speech';
import { joined, silence } from '../../../packages/speech/src/testing/noise.ts';
import { randomOf } from '../../../packages/speech/src/testing/random.ts';
import { quantile } from '../metrics.ts';
import type { HintSet } from './material/hint-halves.ts';
import { inRoom } from './material/mixtures.ts';
import { speakWithEspeak, speakWithFlite } from './material/voices.ts';

const SNR = 25;
const SHORTEST_WORD = 4;
const LIKE_LETTERS = 2;
const PAUSE_S = 0.6;
/** Shorter words can't be told apart, in frames. */
const LEAST_FRAMES = 15;
const FALSE_ALARMS = 0.03;

type Line = { features: Features; words: readonly WordTime[] };

/**
 * Measures how well a word that was said instead of another of about its length is detected, by how much better a take fits
 * if a word of the line is replaced with one of the two lines before or after it. `found`: the share of takes with another
 * word in which that gain exceeds 97 % of the gains of takes in which all was said, half of them with a pause. `right`: of
 * those, with the right word.
 */
export function measureOtherWord(sets: readonly HintSet[]) {
  const lines = sets.flatMap(gainsOf);
  const limit = quantile(
    lines.flatMap(({ whole, paused }) => [whole.gain, paused.gain]),
    1 - FALSE_ALARMS,
  );
  const found = lines.filter(({ other }) => other.gain > limit);
  return {
    found: found.length / lines.length,
    right: found.filter(({ other, replaced }) => other.word === replaced).length / lines.length,
  };
}

function gainsOf({ seed, original, learner, texts }: HintSet) {
  const random = randomOf(seed);
  const lines = speakWithEspeak(texts.map((text) => ({ voice: original, text, rate: 165 }))).map(
    ({ samples }, index): Line => {
      const frames = decodeProfile(encodeProfile(analyse(inRoom(samples, { snr: 60, seed: 1 }))));
      return { features: featuresOf(frames), words: wordTimes(texts[index] ?? '', 'en', frames.speech) };
    },
  );
  const isLong = (word: string) => word.length >= SHORTEST_WORD;
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  return lines.map((line, index) => {
    const words = (texts[index] ?? '').split(' ');
    const replaced = pick([...words.keys()].filter((at) => isLong(words[at] ?? '')));
    const isLike = (word: string) =>
      !words.includes(word) && Math.abs(word.length - (words[replaced]?.length ?? 0)) <= LIKE_LETTERS;
    const others = texts.flatMap((text) => text.toLowerCase().split(' ')).filter(isLong);
    const said = words.with(replaced, pick(others.filter(isLike)));
    const pauseAt = 2 + Math.floor(random() * (words.length - 3));
    const neighbours = [-2, -1, 1, 2].map((away) => lines.at((index + away) % lines.length) as Line);
    const say = (some: readonly string[]) => speakWithFlite(learner, some.join(' '));
    const gain = (...parts: Float32Array[]) =>
      mostGained(
        featuresOf(analyse(inRoom(joined(...parts), { snr: SNR, seed: seed + index }))),
        line,
        neighbours,
      );
    return {
      replaced,
      whole: gain(say(words)),
      paused: gain(say(words.slice(0, pauseAt)), silence(PAUSE_S), say(words.slice(pauseAt))),
      other: gain(say(said)),
    };
  });
}

/** The word of the line that best gives way to one of its neighbours', and by what share of the cost the take fits better then. */
function mostGained(take: Features, line: Line, neighbours: readonly Line[]): { word: number; gain: number } {
  const own = align(line.features, take, { slack: 8 })?.cost ?? Number.NaN;
  const others = neighbours.flatMap(({ features, words }) =>
    words.map((word) => columnsOf(features, word)).map(({ from, to }) => partOf(features, from, to)),
  );
  const best = { word: -1, gain: Number.NEGATIVE_INFINITY };
  for (const [at, word] of line.words.entries()) {
    const { from, to } = columnsOf(line.features, word);
    if (to - from < LEAST_FRAMES) continue;
    const [before, after] = [partOf(line.features, 0, from), partOf(line.features, to)];
    for (const other of others) {
      const longer = other.frames.length / (to - from);
      if (other.frames.length < LEAST_FRAMES || longer > 2.5 || longer < 0.4) continue;
      const cost = align(joinedOf([before, other, after]), take, {
        slack: 8,
        below: (1 - best.gain) * own,
      })?.cost;
      if (cost !== undefined) Object.assign(best, { word: at, gain: 1 - cost / own });
    }
  }
  return best;
}

function columnsOf({ frames }: Features, { start, end }: WordTime): { from: number; to: number } {
  const columnOf = (seconds: number): number => {
    const at = frames.findIndex((frame) => frame >= seconds * FRAMES_A_SECOND);
    return at < 0 ? frames.length : at;
  };
  return { from: columnOf(start), to: columnOf(end) };
}

function partOf({ vectors, frames }: Features, from: number, to = frames.length): Features {
  const size = vectors.length / frames.length;
  return { vectors: vectors.subarray(from * size, to * size), frames: frames.subarray(from, to) };
}

function joinedOf(parts: readonly Features[]): Features {
  const count = (key: keyof Features) => parts.reduce((sum, part) => sum + part[key].length, 0);
  const whole = { vectors: new Float32Array(count('vectors')), frames: new Uint32Array(count('frames')) };
  let [vector, frame] = [0, 0];
  for (const { vectors, frames } of parts) {
    whole.vectors.set(vectors, vector);
    whole.frames.set(frames, frame);
    vector += vectors.length;
    frame += frames.length;
  }
  return whole;
}
