import type { Cue } from '../cues/cue.ts';
import { extendClock } from './clock/extend-clock.ts';
import { findBeads, prepareSearch } from './find-beads.ts';
import { joinTexts } from './join-text.ts';
import { judgeBeads } from './judgement/judge-beads.ts';
import { type PlacedBead, placeBeads } from './leftovers/place-beads.ts';
import { findUnusableBeads, timeBeads } from './leftovers/unusable-beads.ts';
import { type CueTrack, computeTimeRange, type TimeRange } from './tracks/cue-track.ts';

/**
 * A unit of practice. `start` and `end` are whole milliseconds on the original's clock. `original` and `target` are zero-based
 * positions in the two lists of cues; `label` contains their counts ('2-1', '0-1'). `confidence`, 0 to 1, is the probability that
 * exactly these cues belong together and mean the same; `mismatch` is true if the segment needs a manual check.
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

// Minimum length of a segment that editors can save.
const MIN_MS = 100;
// About fifteen letters per second, the usual reading speed of subtitles.
const MS_PER_LETTER = 65;

/** Language codes ('ja', 'pt-BR'), which determine how the texts of several cues are joined. */
export type AlignOptions = { originalLanguage?: string; targetLanguage?: string };

/** `leftOut` contains the cues that are in no segment, as ascending zero-based positions. */
export type Alignment = { segments: AlignedSegment[]; leftOut: { original: number[]; target: number[] } };

/** Like {@link alignFiles}, but returns only the segments. */
export const align = (
  original: readonly Cue[],
  target: readonly Cue[],
  options: AlignOptions = {},
): AlignedSegment[] => alignFiles(original, target, options).segments;

/**
 * Aligns the cues of the original with those of a translation. Returns segments in order of time. Every cue is in exactly one
 * segment, except lines of the translation before the original's first cue and cues that end before 0, which are omitted. Cues
 * with exactly equal times on both tracks are aligned one to one. A segment has the times of its original cues or, without any,
 * the times of its target cues converted to the original's clock. A segment of zero length gets the duration of its cues in their
 * own file. Never throws. Takes linear time in the number of cues.
 *
 * Method: estimates a coarse clock (`offset-path.ts`), searches for the cheapest beads (`search-beads.ts`), refines the clock and
 * learns a lexicon from them (`refine-clock.ts`, `lexicon.ts`), searches again, and judges each bead (`judge-beads.ts`).
 */
export function alignFiles(
  original: readonly Cue[],
  target: readonly Cue[],
  options: AlignOptions = {},
): Alignment {
  const prepared = prepareSearch(original, target);
  const result = findBeads(prepared);
  const { allCues } = prepared;
  const placed = placeBeads(prepared, result);
  const judgements = judgeBeads(prepared, result, placed);
  const clock = extendClock(prepared.target, result.clock, allCues.target);
  const times = timeBeads(placed, allCues, clock);
  const excluded = findUnusableBeads(placed, times, allCues.original);
  const remaining = Array.from(placed.keys()).filter((placedIndex) => !excluded.has(placedIndex));
  const extended = new Set<number>();
  const segments = remaining.map((placedIndex, index): AlignedSegment => {
    const { original: originalPositions, target: targetPositions } = placed[placedIndex] as PlacedBead;
    const originalTexts = findTexts(originalPositions, allCues.original, original);
    const targetTexts = findTexts(targetPositions, allCues.target, target);
    const { start, end } = roundTimes(times[placedIndex] as TimeRange);
    const length =
      estimateDuration(allCues.original, originalPositions) ||
      estimateDuration(allCues.target, targetPositions);
    if (end <= start) extended.add(index);
    return {
      start,
      end: end > start ? end : start + Math.round(length),
      original: findCueIndexes(allCues.original, originalPositions),
      target: findCueIndexes(allCues.target, targetPositions),
      text_original: joinTexts(originalTexts, options.originalLanguage, targetTexts),
      text_target: joinTexts(targetTexts, options.targetLanguage, originalTexts),
      label: `${originalPositions.length}-${targetPositions.length}`,
      mismatch: judgements[placedIndex]?.mismatch ?? true,
      confidence: judgements[placedIndex]?.confidence ?? 0,
    };
  });
  const excludedCues = (side: 'original' | 'target') =>
    [...excluded]
      .flatMap((placedIndex) => findCueIndexes(allCues[side], placed[placedIndex]?.[side] ?? []))
      .sort((a, b) => a - b);
  return {
    segments: sortSegments(
      segments,
      remaining.map((placedIndex) => placed[placedIndex] as PlacedBead),
      extended,
    ),
    leftOut: { original: excludedCues('original'), target: excludedCues('target') },
  };
}

/** Rounds times to whole milliseconds, at least 0. */
const roundTimes = ({ start, end }: TimeRange): TimeRange => ({
  start: Math.max(0, Math.round(start)),
  end: Math.round(end),
});

/**
 * Returns the duration of cues in their own file in milliseconds or, if that is too short, an estimate from their text; 0 without
 * cues.
 */
function estimateDuration(track: CueTrack, positions: readonly number[]): number {
  if (positions.length === 0) return 0;
  const { start, end } = computeTimeRange(track, positions);
  if (end - start >= MIN_MS) return end - start;
  const letters = positions.reduce((sum, index) => sum + (track.weight[index] ?? 0), 0);
  return Math.max(MIN_MS, letters * MS_PER_LETTER);
}

/**
 * Sorts segments by time, and shortens `extended` ones to the next segment's start. Target-only lines stay between their
 * neighbours: the original's clock stops during a commercial break, so all lines of the break have about the same time.
 */
function sortSegments(
  segments: readonly AlignedSegment[],
  placed: readonly PlacedBead[],
  extended: ReadonlySet<number>,
): AlignedSegment[] {
  const searched = Array.from(segments.keys()).filter((at) => placed[at]?.bead !== undefined);
  searched.sort((a, b) => (placed[a]?.bead ?? 0) - (placed[b]?.bead ?? 0));
  const ordered = segments.map((segment) => ({ ...segment }));
  let ceiling = Number.POSITIVE_INFINITY;
  const ceilings = new Map<number, number>();
  for (const at of searched.toReversed()) {
    ceilings.set(at, ceiling);
    if ((segments[at]?.original.length ?? 0) > 0) ceiling = segments[at]?.start ?? ceiling;
  }
  let floor = 0;
  for (const at of searched) {
    const segment = ordered[at];
    if (!segment) continue;
    if (segment.original.length === 0) {
      const start = Math.max(floor, Math.min(segment.start, ceilings.get(at) ?? segment.start));
      segment.end += start - segment.start;
      segment.start = start;
    }
    floor = Math.max(floor, segment.start);
  }
  const segmentStart = (at: number) => ordered[at]?.start ?? 0;
  const unnumbered = Array.from(ordered.keys()).filter((at) => placed[at]?.bead === undefined);
  const byStart = [...searched, ...unnumbered].sort((a, b) => segmentStart(a) - segmentStart(b));
  for (const [index, at] of byStart.entries()) {
    const segment = ordered[at];
    const next = byStart[index + 1];
    if (segment && next !== undefined && extended.has(at))
      segment.end = Math.min(segment.end, Math.max(segmentStart(next), segment.start + MIN_MS));
  }
  return byStart.map((at) => ordered[at]).filter((segment) => segment !== undefined);
}

function findCueIndexes(track: CueTrack, positions: readonly number[]): number[] {
  return positions.map((position) => track.cueIndexes[position] ?? 0);
}

function findTexts(positions: readonly number[], track: CueTrack, cues: readonly Cue[]): string[] {
  return findCueIndexes(track, positions).map((index) => cues[index]?.text ?? '');
}
