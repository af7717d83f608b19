import type { Cue } from '../cues/cue.ts';
import { extendClock } from './clock/extend-clock.ts';
import { findBeads, prepareSearch } from './find-beads.ts';
import { joinTexts } from './join-text.ts';
import { judgeBeads } from './judgement/judge-beads.ts';
import { type PlacedBead, placeBeads } from './leftovers/place-beads.ts';
import type { CueTrack } from './tracks/cue-track.ts';

/**
 * One practice unit. `start` and `end` are whole milliseconds on the original's clock. `original` and `target` are positions
 * from 0 in the two lists of cues, `label` is their number ('2-1', '0-1'). `confidence`, 0 to 1, is how probable it is that
 * exactly these cues belong together and say the same; `mismatch` says that a person should look.
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

// The least that an editor may save.
const SHORTEST_MS = 100;
// Some fifteen letters a second, as subtitles are read.
const MS_PER_LETTER = 65;

/** Language codes ('ja', 'pt-BR'): they decide how the texts of several cues are joined. */
export type AlignOptions = { originalLanguage?: string; targetLanguage?: string };

/**
 * Joins the cues of the original and of a translation into segments, in the order of time. Every cue is in exactly one
 * segment; cues with the very same times on both tracks are one to one. A segment's times are the original's, or for
 * one without the original the target's on the original's clock. None is of zero length: a segment that would be, or would end
 * before 0, lasts as long as its cues do in their own file. Never throws. Linear in the number of cues.
 *
 * The method: a rough clock (`offset-path.ts`), a search for the cheapest beads (`search.ts`), a finer clock and a lexicon
 * learned from them (`refine.ts`, `lexicon.ts`), the search again, then a judgement of each bead (`confidence.ts`).
 */
export function align(
  original: readonly Cue[],
  target: readonly Cue[],
  options: AlignOptions = {},
): AlignedSegment[] {
  const prepared = prepareSearch(original, target);
  const finding = findBeads(prepared);
  const { whole } = prepared;
  const placed = placeBeads(prepared, finding);
  const judgements = judgeBeads(prepared, finding, placed);
  const clock = extendClock(prepared.target, finding.clock, whole.target);
  const segments = placed.map((bead, at): AlignedSegment => {
    const [a, b] = [bead.original, bead.target];
    const originals = textsOf(a, whole.original, original);
    const targets = textsOf(b, whole.target, target);
    const times = a.length > 0 ? extentOf(whole.original, a) : extentOf(clock, b);
    return {
      ...lastingTimes(times, timeToSay(whole.original, a) || timeToSay(whole.target, b)),
      original: cuesAt(whole.original, a),
      target: cuesAt(whole.target, b),
      text_original: joinTexts(originals, options.originalLanguage, targets),
      text_target: joinTexts(targets, options.targetLanguage, originals),
      label: `${a.length}-${b.length}`,
      mismatch: judgements[at]?.mismatch ?? true,
      confidence: judgements[at]?.confidence ?? 0,
    };
  });
  return putInOrder(segments, placed);
}

/** Rounds to whole milliseconds from 0 on; segments of zero length or before 0 get `length`. */
function lastingTimes(times: { start: number; end: number }, length: number): { start: number; end: number } {
  const start = Math.max(0, Math.round(times.start));
  const end = Math.round(times.end);
  return { start, end: end > start ? end : start + Math.round(length) };
}

/** Duration of cues in their own file, else an estimate from their text; 0 without cues. Milliseconds. */
function timeToSay(track: CueTrack, positions: readonly number[]): number {
  if (positions.length === 0) return 0;
  const { start, end } = extentOf(track, positions);
  if (end - start >= SHORTEST_MS) return end - start;
  const letters = positions.reduce((sum, at) => sum + (track.weight[at] ?? 0), 0);
  return Math.max(SHORTEST_MS, letters * MS_PER_LETTER);
}

/**
 * In the order of time. Lines that the target alone has stay between their neighbours: within an advertisement
 * the original's clock does not run, so that they all get about the time of the break.
 */
function putInOrder(segments: readonly AlignedSegment[], placed: readonly PlacedBead[]): AlignedSegment[] {
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
  const inBeadOrder = [
    ...order.map((at) => ordered[at]),
    ...ordered.filter((_, at) => placed[at]?.bead === undefined),
  ];
  const sorted = inBeadOrder.filter((segment) => segment !== undefined).sort((a, b) => a.start - b.start);
  return chainIntro(sorted);
}

/**
 * Lines that the target alone has before the original begins, as of another opening, would all start at 0: they follow each
 * other, shorter where the time to the next segment is short.
 */
function chainIntro(segments: AlignedSegment[]): AlignedSegment[] {
  const first = segments.findIndex(({ original, start }) => original.length > 0 || start > 0);
  const count = first < 0 ? segments.length : first;
  const room = segments[count]?.start ?? Number.POSITIVE_INFINITY;
  if (room < count * SHORTEST_MS) return segments;
  const intro = segments.slice(0, count);
  const length = intro.reduce((sum, { start, end }) => sum + end - start, 0);
  const scale = Math.min(1, room / length);
  let at = 0;
  const chained = intro.map((segment) => {
    const start = Math.round(at);
    at += (segment.end - segment.start) * scale;
    return { ...segment, start, end: Math.max(start + 1, Math.round(at)) };
  });
  return [...chained, ...segments.slice(count)];
}

function cuesAt(track: CueTrack, positions: readonly number[]): number[] {
  return positions.map((position) => track.at[position] ?? 0);
}

function textsOf(positions: readonly number[], track: CueTrack, cues: readonly Cue[]): string[] {
  return cuesAt(track, positions).map((at) => cues[at]?.text ?? '');
}

function extentOf(
  times: { start: Float64Array; end: Float64Array },
  positions: readonly number[],
): { start: number; end: number } {
  return {
    start: positions.reduce((first, at) => Math.min(first, times.start[at] ?? 0), Number.POSITIVE_INFINITY),
    end: positions.reduce((last, at) => Math.max(last, times.end[at] ?? 0), Number.NEGATIVE_INFINITY),
  };
}
