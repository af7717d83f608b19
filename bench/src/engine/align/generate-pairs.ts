import type { Cue } from '@sayback/subtitles';
import { type Random, randomFrom } from '../../../../apps/server/src/testing/hostile/random.ts';
import { type GoldBead, type GoldPair, isCoarse, STRESS_PAIR } from './gold-set.ts';

/** A line in both tracks. */
type Line = { original: Cue; target: Cue };

const TAGS = ['[applause]', '(sighs)', '♪', '[door closes]', '[music playing]'];
/**
 * Mean shares of lines for each kind of change, and the share of joined lines with two speakers. A file has none, this share or
 * twice as much.
 */
const SHARES = { drop: 0.12, merge: 0.15, split: 0.12, tag: 0.04, paraphrase: 0.05, dialogue: 0.3 };
const JUMP_CHANCE = 0.4;
const ORIGINAL_DROP_CHANCE = 0.75;
/** Maximum gap between joined lines. */
const CLOSE_MS = 3000;
const MIN_MS = 200;

/** Lists the lines of a pair that are one cue in each track and match. */
const listLines = ({ gold, wrong, original, target }: GoldPair): Line[] =>
  gold.flatMap(([[a, ...extraOriginals], [b, ...extraTargets]], index) => {
    const [originalCue, targetCue] = [original[a ?? -1], target[b ?? -1]];
    return originalCue && targetCue && extraOriginals.length + extraTargets.length === 0 && !wrong.has(index)
      ? [{ original: originalCue, target: targetCue }]
      : [];
  });

/**
 * Splits a cue between two words near its middle, and its time in proportion to the characters. Returns the cue itself if there
 * is no space after its middle.
 */
function divideCue({ text, start, end, ...otherFields }: Cue): Cue[] {
  const middle = text.indexOf(' ', Math.floor(text.length / 2));
  if (middle < 0) return [{ ...otherFields, text, start, end }];
  const middleTime = start + Math.round(((end - start) * middle) / text.length);
  return [
    { ...otherFields, text: text.slice(0, middle), start, end: middleTime },
    { ...otherFields, text: text.slice(middle + 1), start: middleTime, end },
  ];
}

/** Simulates a free translation: drops some words, and changes the order. */
function paraphrase(cue: Cue, random: Random): Cue {
  const words = cue.text.split(/\s+/).filter(() => random.below(4) > 0);
  return { ...cue, text: words.length > 1 ? [...words.slice(1), words[0]].join(' ') : cue.text };
}

/** Draws the changes of one pair: its translation's clock, and the frequency of changed lines. */
function drawChanges(random: Random, count: number) {
  // A third of the pairs have no changed lines.
  const factor = random.below(3);
  const [offset, speed] = [random.below(60_000) + 40_000, random.pick([1, 1, 25 / 23.976, 0.999, 1.002])];
  const jumpAt = random.chance(JUMP_CHANCE) ? random.below(count) : count;
  const jump = 5000 + random.below(60_000);
  const spread = 80 + random.below(400);
  const drawNoise = () =>
    ((random.below(1000) + random.below(1000) + random.below(1000) - 1500) * spread) / 500;
  const moveCue = (cue: Cue, timedBy: Cue, at: number): Cue => {
    const mapTime = (ms: number) => Math.round(ms * speed + offset + (at >= jumpAt ? jump : 0) + drawNoise());
    const start = mapTime(timedBy.start);
    return { ...cue, start, end: Math.max(start + MIN_MS, mapTime(timedBy.end)) };
  };
  return { happens: (share: number) => random.chance(share * factor), jumpAt, moved: moveCue };
}

const addCues = (list: Cue[], cues: readonly Cue[]) =>
  cues.map((cue) => list.push({ ...cue, index: list.length + 1 }) - 1);

/** Joins two cues of the translation. Each of two speakers gets a line. */
function joinCues(first: Cue, second: Cue, areTwoSpeakers: boolean): Cue {
  const text = areTwoSpeakers ? `- ${first.text}\n- ${second.text}` : `${first.text} ${second.text}`;
  return { ...first, end: Math.max(first.start + MIN_MS, second.end), text };
}

/**
 * Derives a new pair from a known one. Its translation gets another clock (offset, speed, up to one break), inexact times, and
 * lines that are omitted, joined, split, translated freely, combined as two speakers, or sounds. `random` determines
 * everything.
 */
function generatePair(pair: GoldPair, random: Random): GoldPair {
  const original: Cue[] = [];
  const target: Cue[] = [];
  const gold: GoldBead[] = [];
  const lines = listLines(pair);
  const { happens, jumpAt, moved: moveCue } = drawChanges(random, lines.length);
  for (let index = 0; index < lines.length; index += 1) {
    const { original: originalCue, target: targetCue } = lines[index] as Line;
    const translation = moveCue(
      happens(SHARES.paraphrase) ? paraphrase(targetCue, random) : targetCue,
      originalCue,
      index,
    );
    const next = lines[index + 1];
    const isClose = next && index + 1 !== jumpAt && next.original.start - originalCue.end < CLOSE_MS;
    if (happens(SHARES.tag)) {
      const tag = {
        ...originalCue,
        start: originalCue.end,
        end: originalCue.end + 300,
        text: random.pick(TAGS),
      };
      gold.push([addCues(original, [tag]), []]);
    }
    if (happens(SHARES.drop)) {
      const isInOriginal = random.chance(ORIGINAL_DROP_CHANCE);
      gold.push(isInOriginal ? [addCues(original, [originalCue]), []] : [[], addCues(target, [translation])]);
    } else if (isClose && happens(SHARES.merge)) {
      const joinedCue = joinCues(
        translation,
        moveCue(next.target, next.original, index),
        random.chance(SHARES.dialogue),
      );
      gold.push([addCues(original, [originalCue, next.original]), addCues(target, [joinedCue])]);
      index += 1;
    } else if (happens(SHARES.split)) {
      const [cues, others] = random.chance(0.5)
        ? [divideCue(originalCue), [translation]]
        : [[originalCue], divideCue(translation)];
      gold.push([addCues(original, cues), addCues(target, others)]);
    } else gold.push([addCues(original, [originalCue]), addCues(target, [translation])]);
  }
  return { ...pair, original, target, gold, wrong: new Set() };
}

/** Derives `count` pairs from each half of the films: those at odd positions in the list, and the others. */
export function generatePairs(
  goldSet: readonly GoldPair[],
  seed: number,
  count: number,
): [GoldPair[], GoldPair[]] {
  const usablePairs = goldSet.filter(
    (pair) => !isCoarse(pair) && pair.id !== STRESS_PAIR && listLines(pair).length > 40,
  );
  const films = [...new Set(usablePairs.map(({ source }) => source))].sort();
  const random = randomFrom(seed);
  const generateHalf = (parity: number) => {
    const pairs = usablePairs.filter(({ source }) => films.indexOf(source) % 2 === parity);
    return Array.from({ length: count }, () => generatePair(random.pick(pairs), random));
  };
  return [generateHalf(0), generateHalf(1)];
}
