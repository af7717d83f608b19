import type { Cue } from '../../cues/cue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Beads } from '../search/beads.ts';
import { prepareTracks } from '../tracks/cue-track.ts';

export const makeCue = (start: number, end: number, text = 'Some words of speech.'): Cue => ({
  index: 1,
  start,
  end,
  text,
});

/** Returns two-second cues that start three seconds apart. */
export const makeLines = (texts: readonly string[]): Cue[] =>
  texts.map((text, index) => makeCue(index * 3000, index * 3000 + 2000, text));

/** Returns a deterministic pseudo-random number generator for numbers from `low` to below `high`. */
export function createRandom(seed: number): (low: number, high: number) => number {
  let state = seed;
  return (low, high) => {
    state = (state * 48_271) % 2_147_483_647;
    return low + (state % (high - low));
  };
}

/** Returns speech with irregular pauses. */
export function makeSpeech(
  count: number,
  seed = 7,
  makeText = (index: number) => `This is line ${index}.`,
): Cue[] {
  const random = createRandom(seed);
  let time = 1000;
  return Array.from({ length: count }, (_, index) => {
    const start = time + random(40, 2500);
    time = start + random(900, 4200);
    return makeCue(start, time, makeText(index));
  });
}

const WORDS = (
  'rado miku tofe basil krono velta sumpi darno golu hefti zaban pilto worda numis kaleb ' +
  'fesor lumin cadro vipet jorun'
).split(' ');
const TRANSLATION = new Map(WORDS.map((word) => [word, [...word].reverse().join('')]));

/** Translates a text into the second of two made-up languages, in which each word has one translation: its letters reversed. */
export const translate = (text: string): string =>
  text
    .split(' ')
    .map((word) => TRANSLATION.get(word) ?? word)
    .join(' ');

/** Returns lines of six words each in the first made-up language. */
export function makeTalk(count: number, seed = 5): Cue[] {
  const random = createRandom(seed + 1000);
  return makeSpeech(count, seed, () =>
    Array.from({ length: 6 }, () => WORDS[random(0, WORDS.length)]).join(' '),
  );
}

export const translateCues = (cues: readonly Cue[]): Cue[] =>
  cues.map((cue) => ({ ...cue, text: translate(cue.text) }));

export const mapTimes = (cues: readonly Cue[], move: (ms: number) => number): Cue[] =>
  cues.map((cue) => ({ ...cue, start: Math.round(move(cue.start)), end: Math.round(move(cue.end)) }));

export const shift = (cues: readonly Cue[], offsetMs: number): Cue[] => mapTimes(cues, (ms) => ms + offsetMs);

/** Shifts each time randomly by up to `maxMs` milliseconds, like another person's timing. */
export function jitter(cues: readonly Cue[], maxMs: number, seed = 3): Cue[] {
  const random = createRandom(seed);
  return mapTimes(cues, (ms) => Math.max(0, ms + random(-maxMs, maxMs + 1)));
}

export const oneToOnePairs = (count: number): number[][][] =>
  Array.from({ length: count }, (_, at) => [[at], [at]]);

/** Makes beads of these sizes: [1, 2] joins one cue of the original with two of the target. */
export function makeBeads(sizes: readonly (readonly [number, number])[]): Beads {
  const borders = (track: 0 | 1) => {
    const list = [0];
    for (const size of sizes) list.push((list.at(-1) ?? 0) + size[track]);
    return Int32Array.from(list);
  };
  return {
    size: sizes.length,
    original: borders(0),
    target: borders(1),
    cost: new Float64Array(sizes.length),
    crossed: new Uint8Array(sizes.length),
  };
}

export const oneToOneBeads = (count: number): Beads =>
  makeBeads(Array.from({ length: count }, () => [1, 1] as const));

export const makeTracks = (original: readonly Cue[], target: readonly Cue[] = original) =>
  prepareTracks(original, target);

/** Returns a clock with all of a track's times shifted by the same amount. */
export function shiftedClock(
  { start, end, size }: ReturnType<typeof makeTracks>['target'],
  offsetMs = 0,
): Clock {
  return {
    scale: 1,
    limit: 100_000,
    start: start.map((ms) => ms + offsetMs),
    end: end.map((ms) => ms + offsetMs),
    piece: new Int32Array(size),
  };
}
