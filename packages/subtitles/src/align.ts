import type { Bead, Span } from './beads.ts';
import { byTime, groupByOverlap, overlapOf } from './beads.ts';
import type { Cue } from './cue.ts';
import { joinTexts } from './join-text.ts';
import { isSpeech, judgePair, learnHabit } from './mismatch.ts';
import type { TimeMap } from './time-map.ts';
import { estimateTimeMap } from './time-map.ts';

/**
 * One practice unit. `original` and `target` are positions from 0 in the two lists of cues, `label` is their number ('2-1',
 * '0-1'), `mismatch` says that the two texts may not belong together, `confidence` (0 to 1) how likely they do.
 */
export type AlignedSegment = {
  start: number;
  end: number;
  original: number[];
  target: number[];
  text_original: string;
  text_target: string;
  label: string;
  mismatch: boolean;
  confidence: number;
};

/** Language codes ('ja', 'pt-BR'): they decide how the texts of several cues are joined. */
export type AlignOptions = { originalLanguage?: string; targetLanguage?: string };

// Up to this far an estimated offset is taken for none.
const SAME_CLOCK_MS = 60;
// Of the target's cues, how many must have a twin in the original.
const SAME_CLOCK_SHARE = 0.9;

/**
 * Joins the cues of the original and of a translation into segments, in the order of time, by their times: the target's
 * clock is brought onto the original's, then cues that overlap most belong together. Every cue is in exactly one
 * segment. Times are the original's, or for a segment without one the target's on the original's clock.
 */
export function align(
  original: readonly Cue[],
  target: readonly Cue[],
  options: AlignOptions = {},
): AlignedSegment[] {
  const map = settle(estimateTimeMap(original, target), original, target);
  const originalSpans = original.map(({ start, end }, at) => ({ at, start, end })).sort(byTime);
  const targetSpans = target
    .map(({ start, end }, at) => ({ at, start: map(start), end: Math.max(map(start), map(end)) }))
    .sort(byTime);
  const beads = groupByOverlap(originalSpans, targetSpans).map((bead) => ({
    bead,
    original: textOf(bead.original, original, options.originalLanguage),
    target: textOf(bead.target, target, options.targetLanguage),
    overlap: sharedTime(bead),
  }));
  const pairs = beads.filter(({ bead }) => bead.original.length > 0 && bead.target.length > 0);
  const habit = learnHabit(pairs);

  return beads.map((pair) => {
    const { bead, original: text_original, target: text_target } = pair;
    const twoSided = bead.original.length > 0 && bead.target.length > 0;
    const judged = twoSided ? judgePair(pair, habit) : judgeLone(text_original + text_target);
    const times = extent(bead.original.length > 0 ? bead.original : bead.target);
    return {
      start: Math.max(0, Math.round(times.start)),
      end: Math.max(0, Math.round(times.end)),
      original: bead.original.map((span) => span.at),
      target: bead.target.map((span) => span.at),
      text_original,
      text_target,
      label: `${bead.original.length}-${bead.target.length}`,
      mismatch: judged.doubt,
      confidence: judged.confidence,
    };
  });
}

/** A line without a counterpart: fine for a sound tag, a gap in the translation where someone speaks. */
function judgeLone(text: string): { doubt: boolean; confidence: number } {
  return isSpeech(text) ? { doubt: true, confidence: 0.2 } : { doubt: false, confidence: 0.8 };
}

/**
 * A map that hardly moves anything is noise, and files whose cues have the very same times need none: they share a
 * clock, and equal times stay equal.
 */
function settle(map: TimeMap, original: readonly Cue[], target: readonly Cue[]): TimeMap {
  const moves = target.some(({ start }) => Math.abs(map(start) - start) > SAME_CLOCK_MS);
  const key = ({ start, end }: Cue) => `${start} ${end}`;
  const known = new Set(original.map(key));
  const same = target.filter((cue) => known.has(key(cue))).length;
  return moves && same < target.length * SAME_CLOCK_SHARE ? map : (ms) => ms;
}

function textOf(spans: readonly Span[], cues: readonly Cue[], language: string | undefined): string {
  return joinTexts(
    spans.map(({ at }) => cues[at]?.text ?? ''),
    language,
  );
}

function extent(spans: readonly Span[]): { start: number; end: number } {
  return {
    start: spans.reduce((first, span) => Math.min(first, span.start), Number.POSITIVE_INFINITY),
    end: spans.reduce((last, span) => Math.max(last, span.end), Number.NEGATIVE_INFINITY),
  };
}

/** The time that both sides share, as a part of the time that either takes. */
function sharedTime(bead: Bead): number {
  if (bead.original.length === 0 || bead.target.length === 0) return 0;
  const [a, b] = [extent(bead.original), extent(bead.target)];
  const whole = Math.max(a.end, b.end) - Math.min(a.start, b.start);
  return Math.max(0, overlapOf(a, b)) / Math.max(1, whole);
}
