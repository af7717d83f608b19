import type { Cue } from '../cues/cue.ts';
import { extendClock } from './clock/extend-clock.ts';
import { findBeads, prepareSearch } from './find-beads.ts';
import { joinTexts } from './join-text.ts';
import { judgeBeads } from './judgement/judge-beads.ts';
import { findBeadsBefore, timeBeads } from './leftovers/beads-before.ts';
import { type PlacedBead, placeBeads } from './leftovers/place-beads.ts';
import { type CueTrack, extentOf, type Times } from './tracks/cue-track.ts';

/**
 * One practice unit. `start` and `end` are whole milliseconds on the original's clock. `original` and `target` are zero-based
 * positions in the two lists of cues, `label` is their count ('2-1', '0-1'). `confidence`, 0 to 1, is the probability that
 * exactly these cues belong together and mean the same; `mismatch` means that a person should check it.
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

// Minimum length that an editor may save.
const MIN_MS = 100;
// About fifteen letters a second, the reading speed of subtitles.
const MS_PER_LETTER = 65;

/** Language codes ('ja', 'pt-BR'): they decide how the texts of several cues are joined. */
export type AlignOptions = { originalLanguage?: string; targetLanguage?: string };

/** `leftOut` are the cues in no segment, as ascending zero-based positions in the two lists. */
export type Alignment = { segments: AlignedSegment[]; leftOut: { original: number[]; target: number[] } };

/** Returns the segments of {@link alignFiles}. */
export const align = (
  original: readonly Cue[],
  target: readonly Cue[],
  options: AlignOptions = {},
): AlignedSegment[] => alignFiles(original, target, options).segments;

/**
 * Joins the cues of the original and of a translation into segments, in order of time. Every cue is in exactly one segment, or
 * left out: lines of the translation before the original's first cue, and whatever ends before 0. Cues with exactly equal times
 * on both tracks are one to one. A segment's times are the original's, or without an original cue the target's on the original's
 * clock. None has zero length: a segment that would have lasts as long as its cues do in their own file. Never throws. Linear in
 * the number of cues.
 *
 * The method: a rough clock (`offset-path.ts`), a search for the cheapest beads (`search.ts`), a finer clock and a lexicon
 * learned from them (`refine.ts`, `lexicon.ts`), the search again, then a judgement of each bead (`confidence.ts`).
 */
export function alignFiles(
  original: readonly Cue[],
  target: readonly Cue[],
  options: AlignOptions = {},
): Alignment {
  const prepared = prepareSearch(original, target);
  const finding = findBeads(prepared);
  const { whole } = prepared;
  const found = placeBeads(prepared, finding);
  const judged = judgeBeads(prepared, finding, found);
  const clock = extendClock(prepared.target, finding.clock, whole.target);
  const times = timeBeads(found, whole, clock);
  const out = findBeadsBefore(found, times, whole.original);
  const remaining = Array.from(found.keys()).filter((at) => !out.has(at));
  const lengthened = new Set<number>();
  const segments = remaining.map((at, index): AlignedSegment => {
    const { original: a, target: b } = found[at] as PlacedBead;
    const originals = textsOf(a, whole.original, original);
    const targets = textsOf(b, whole.target, target);
    const { start, end } = roundedTimes(times[at] as Times);
    const length = timeToSay(whole.original, a) || timeToSay(whole.target, b);
    if (end <= start) lengthened.add(index);
    return {
      start,
      end: end > start ? end : start + Math.round(length),
      original: cuesAt(whole.original, a),
      target: cuesAt(whole.target, b),
      text_original: joinTexts(originals, options.originalLanguage, targets),
      text_target: joinTexts(targets, options.targetLanguage, originals),
      label: `${a.length}-${b.length}`,
      mismatch: judged[at]?.mismatch ?? true,
      confidence: judged[at]?.confidence ?? 0,
    };
  });
  const cuesOut = (side: 'original' | 'target') =>
    [...out].flatMap((at) => cuesAt(whole[side], found[at]?.[side] ?? [])).sort((a, b) => a - b);
  return {
    segments: putInOrder(
      segments,
      remaining.map((at) => found[at] as PlacedBead),
      lengthened,
    ),
    leftOut: { original: cuesOut('original'), target: cuesOut('target') },
  };
}

/** Rounds to whole milliseconds from 0. */
const roundedTimes = ({ start, end }: Times): Times => ({
  start: Math.max(0, Math.round(start)),
  end: Math.round(end),
});

/** Returns the duration of cues in their own file, or else an estimate from their text; 0 without cues. Milliseconds. */
function timeToSay(track: CueTrack, positions: readonly number[]): number {
  if (positions.length === 0) return 0;
  const { start, end } = extentOf(track, positions);
  if (end - start >= MIN_MS) return end - start;
  const letters = positions.reduce((sum, at) => sum + (track.weight[at] ?? 0), 0);
  return Math.max(MIN_MS, letters * MS_PER_LETTER);
}

/**
 * Sorts segments by time; those without a length end at the next one's start. Target-only lines stay between their neighbours:
 * during a commercial break the original's clock stops, so they all get about the time of the break.
 */
function putInOrder(
  segments: readonly AlignedSegment[],
  placed: readonly PlacedBead[],
  lengthened: ReadonlySet<number>,
): AlignedSegment[] {
  const order = Array.from(segments.keys()).filter((at) => placed[at]?.bead !== undefined);
  order.sort((a, b) => (placed[a]?.bead ?? 0) - (placed[b]?.bead ?? 0));
  const ordered = segments.map((segment) => ({ ...segment }));
  let ceiling = Number.POSITIVE_INFINITY;
  const ceilings = new Map<number, number>();
  for (const at of order.toReversed()) {
    ceilings.set(at, ceiling);
    if ((segments[at]?.original.length ?? 0) > 0) ceiling = segments[at]?.start ?? ceiling;
  }
  let floor = 0;
  for (const at of order) {
    const segment = ordered[at];
    if (!segment) continue;
    if (segment.original.length === 0) {
      const start = Math.max(floor, Math.min(segment.start, ceilings.get(at) ?? segment.start));
      segment.end += start - segment.start;
      segment.start = start;
    }
    floor = Math.max(floor, segment.start);
  }
  const startOf = (at: number) => ordered[at]?.start ?? 0;
  const others = Array.from(ordered.keys()).filter((at) => placed[at]?.bead === undefined);
  const byStart = [...order, ...others].sort((a, b) => startOf(a) - startOf(b));
  for (const [index, at] of byStart.entries()) {
    const segment = ordered[at];
    const next = byStart[index + 1];
    if (segment && next !== undefined && lengthened.has(at))
      segment.end = Math.min(segment.end, Math.max(startOf(next), segment.start + MIN_MS));
  }
  return byStart.map((at) => ordered[at]).filter((segment) => segment !== undefined);
}

function cuesAt(track: CueTrack, positions: readonly number[]): number[] {
  return positions.map((position) => track.at[position] ?? 0);
}

function textsOf(positions: readonly number[], track: CueTrack, cues: readonly Cue[]): string[] {
  return cuesAt(track, positions).map((at) => cues[at]?.text ?? '');
}
