import type { Cue } from '../../cues/cue.ts';
import type { Clock } from '../clock/clock.ts';
import type { Beads } from '../search/beads.ts';
import { prepareTracks } from '../tracks/cue-track.ts';

export const cue = (start: number, end: number, text = 'Some words of speech.'): Cue => ({
  index: 1,
  start,
  end,
  text,
});

/** Returns pseudo-random numbers that are the same in every run; `next` returns one from `low` to below `high`. */
export function chance(seed: number): (low: number, high: number) => number {
  let state = seed;
  return (low, high) => {
    state = (state * 48_271) % 2_147_483_647;
    return low + (state % (high - low));
  };
}

/** Returns speech with irregular pauses. */
export function speech(count: number, seed = 7, textOf = (at: number) => `This is line ${at}.`): Cue[] {
  const next = chance(seed);
  let at = 1000;
  return Array.from({ length: count }, (_, position) => {
    const start = at + next(40, 2500);
    at = start + next(900, 4200);
    return cue(start, at, textOf(position));
  });
}

const WORDS = (
  'rado miku tofe basil krono velta sumpi darno golu hefti zaban pilto worda numis kaleb ' +
  'fesor lumin cadro vipet jorun'
).split(' ');
const TRANSLATION = new Map(WORDS.map((word) => [word, [...word].reverse().join('')]));

/** Translates into the other of two made-up languages: each word has one translation, its letters backwards. */
export const translate = (text: string): string =>
  text
    .split(' ')
    .map((word) => TRANSLATION.get(word) ?? word)
    .join(' ');

/** Returns speech in the first made-up language, with six words per line. */
export function talk(count: number, seed = 5): Cue[] {
  const next = chance(seed + 1000);
  return speech(count, seed, () => Array.from({ length: 6 }, () => WORDS[next(0, WORDS.length)]).join(' '));
}

export const translated = (cues: readonly Cue[]): Cue[] =>
  cues.map((one) => ({ ...one, text: translate(one.text) }));

export const moved = (cues: readonly Cue[], move: (ms: number) => number): Cue[] =>
  cues.map((one) => ({ ...one, start: Math.round(move(one.start)), end: Math.round(move(one.end)) }));

/** Shifts each time by up to `most` milliseconds, like another person's timing. */
export function jittered(cues: readonly Cue[], most: number, seed = 3): Cue[] {
  const next = chance(seed);
  return moved(cues, (ms) => Math.max(0, ms + next(-most, most + 1)));
}

export const oneToOne = (count: number): number[][][] =>
  Array.from({ length: count }, (_, at) => [[at], [at]]);

/** Makes beads of the given sizes: [1, 2] joins one cue of the original with two of the target. */
export function beadsOf(sizes: readonly (readonly [number, number])[]): Beads {
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

export const ones = (count: number): Beads => beadsOf(Array.from({ length: count }, () => [1, 1] as const));

export const tracksOf = (original: readonly Cue[], target: readonly Cue[] = original) =>
  prepareTracks(original, target);

/** Returns a clock with all of a track's times shifted by the same amount. */
export function clockOf({ start, end, size }: ReturnType<typeof tracksOf>['target'], by = 0): Clock {
  return {
    scale: 1,
    limit: 100_000,
    start: start.map((ms) => ms + by),
    end: end.map((ms) => ms + by),
    piece: new Int32Array(size),
  };
}
