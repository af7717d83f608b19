import type { Cue } from '@sayback/subtitles';
import { type Random, randomFrom } from '../../../../apps/server/src/testing/hostile/random.ts';
import { type GoldBead, type GoldPair, isCoarse, STRESS_PAIR } from './gold-set.ts';

/** A line on both tracks. */
type Line = { original: Cue; target: Cue };

const TAGS = ['[applause]', '(sighs)', '♪', '[door closes]', '[music playing]'];
/**
 * Shares of lines that are changed in each way, and of joined ones with two speakers; a file has up to twice as many, or none.
 */
const SHARES = { drop: 0.12, merge: 0.15, split: 0.12, tag: 0.04, paraphrase: 0.05, dialogue: 0.3 };
const JUMP_CHANCE = 0.4;
const KEPT_IN_ORIGINAL = 0.75;
/** Lines that are farther apart aren't joined. */
const CLOSE_MS = 3000;
const MIN_MS = 200;

/** Lines of a pair that are one cue on each track and match. */
const getLines = ({ gold, wrong, original, target }: GoldPair): Line[] =>
  gold.flatMap(([[a, ...more], [b, ...others]], at) => {
    const [own, other] = [original[a ?? -1], target[b ?? -1]];
    return own && other && more.length + others.length === 0 && !wrong.has(at)
      ? [{ original: own, target: other }]
      : [];
  });

/** Divides a cue between two words near its middle, and its time by its letters; returns only the cue if it has one word. */
function divided({ text, start, end, ...rest }: Cue): Cue[] {
  const middle = text.indexOf(' ', Math.floor(text.length / 2));
  if (middle < 0) return [{ ...rest, text, start, end }];
  const at = start + Math.round(((end - start) * middle) / text.length);
  return [
    { ...rest, text: text.slice(0, middle), start, end: at },
    { ...rest, text: text.slice(middle + 1), start: at, end },
  ];
}

/** A free translation: some of the words, in another order. */
function paraphrased(cue: Cue, random: Random): Cue {
  const words = cue.text.split(/\s+/).filter(() => random.below(4) > 0);
  return { ...cue, text: words.length > 1 ? [...words.slice(1), words[0]].join(' ') : cue.text };
}

/** Draws how one pair is changed: its translation's clock, and the frequency of changed lines. */
function drawChanges(random: Random, count: number) {
  // A third of the pairs keep their lines.
  const factor = random.below(3);
  const [offset, speed] = [random.below(60_000) + 40_000, random.pick([1, 1, 25 / 23.976, 0.999, 1.002])];
  const jumpAt = random.chance(JUMP_CHANCE) ? random.below(count) : count;
  const jump = 5000 + random.below(60_000);
  const spread = 80 + random.below(400);
  const off = () => ((random.below(1000) + random.below(1000) + random.below(1000) - 1500) * spread) / 500;
  const moved = (cue: Cue, timedBy: Cue, at: number): Cue => {
    const clock = (ms: number) => Math.round(ms * speed + offset + (at >= jumpAt ? jump : 0) + off());
    const start = clock(timedBy.start);
    return { ...cue, start, end: Math.max(start + MIN_MS, clock(timedBy.end)) };
  };
  return { happens: (share: number) => random.chance(share * factor), jumpAt, moved };
}

const put = (list: Cue[], cues: readonly Cue[]) =>
  cues.map((cue) => list.push({ ...cue, index: list.length + 1 }) - 1);

/** Two lines of the translation in one cue; two speakers keep a line each. */
function joined(first: Cue, second: Cue, areTwoSpeakers: boolean): Cue {
  const text = areTwoSpeakers ? `- ${first.text}\n- ${second.text}` : `${first.text} ${second.text}`;
  return { ...first, end: Math.max(first.start + MIN_MS, second.end), text };
}

/**
 * Derives a new pair from a known one: its translation gets another clock (offset, speed, up to one break), misplaced edges,
 * and lines that are omitted, joined, divided, translated freely, combined as two speakers, or sounds. Everything is drawn by
 * the generator.
 */
function makePair(pair: GoldPair, random: Random): GoldPair {
  const original: Cue[] = [];
  const target: Cue[] = [];
  const gold: GoldBead[] = [];
  const lines = getLines(pair);
  const { happens, jumpAt, moved } = drawChanges(random, lines.length);
  for (let at = 0; at < lines.length; at += 1) {
    const { original: own, target: other } = lines[at] as Line;
    const translation = moved(happens(SHARES.paraphrase) ? paraphrased(other, random) : other, own, at);
    const next = lines[at + 1];
    const isClose = next && at + 1 !== jumpAt && next.original.start - own.end < CLOSE_MS;
    if (happens(SHARES.tag)) {
      const tag = { ...own, start: own.end, end: own.end + 300, text: random.pick(TAGS) };
      gold.push([put(original, [tag]), []]);
    }
    if (happens(SHARES.drop)) {
      const isKept = random.chance(KEPT_IN_ORIGINAL);
      gold.push(isKept ? [put(original, [own]), []] : [[], put(target, [translation])]);
    } else if (isClose && happens(SHARES.merge)) {
      const both = joined(translation, moved(next.target, next.original, at), random.chance(SHARES.dialogue));
      gold.push([put(original, [own, next.original]), put(target, [both])]);
      at += 1;
    } else if (happens(SHARES.split)) {
      const [cues, others] = random.chance(0.5)
        ? [divided(own), [translation]]
        : [[own], divided(translation)];
      gold.push([put(original, cues), put(target, others)]);
    } else gold.push([put(original, [own]), put(target, [translation])]);
  }
  return { ...pair, original, target, gold, wrong: new Set() };
}

/** Derives `count` pairs from each half of the films: those at odd positions of the list, and the others. */
export function makePairs(set: readonly GoldPair[], seed: number, count: number): [GoldPair[], GoldPair[]] {
  const known = set.filter(
    (pair) => !isCoarse(pair) && pair.id !== STRESS_PAIR && getLines(pair).length > 40,
  );
  const films = [...new Set(known.map(({ source }) => source))].sort();
  const random = randomFrom(seed);
  const half = (which: number) => {
    const own = known.filter(({ source }) => films.indexOf(source) % 2 === which);
    return Array.from({ length: count }, () => makePair(random.pick(own), random));
  };
  return [half(0), half(1)];
}
