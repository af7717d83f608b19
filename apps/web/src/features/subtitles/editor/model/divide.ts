import { formatPosition, type subtitles } from '@sayback/contract';
import type { BulkStep, ChosenRow } from './bulk-step.ts';
import type { Change } from './change.ts';
import type { EditorState } from './editor-state.ts';
import { cueBorders } from './source-cues.ts';
import { type Languages, type Surroundings, splitSegment, type TextField } from './split.ts';
import { bordersOf, kindBefore } from './text-borders.ts';
import { timesOf } from './times.ts';
import { type Draft, fieldsOf, overlaid, restoredOf, type Segment } from './unsaved.ts';

/** Longer segments are hard to repeat in one go. Milliseconds and characters. */
const LONGEST_MS = 7000;
const MOST_CHARACTERS = 80;
/**
 * Minimum length and words of a part: a single short word is over before a learner notices it, and every line has its own
 * pause for the response.
 */
const SHORTEST_PART_MS = 1500;
const FEWEST_WORDS = 2;
/** Cues farther away in time can't match. */
const NEAR_MS = 120_000;
/** Longer pauses count as this one. */
const LONG_PAUSE_MS = 1000;

/** Penalties of a border, added to the imbalance of the parts, which is 0 to 0.5. */
const COSTS = { sentence: 0, clause: 0.2, word: 0.3 } as const;
const WITHOUT_CUE = 0.1;
const PAUSE = 0.2;

/** A letter of these scripts takes about as long to say as two of others. */
const WIDE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const sizeOf = (text: string) =>
  [...text.trim()].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);

/** Mr., Sra., J.: a full stop that doesn't end a sentence. */
const ABBREVIATION = /(?:^|[\s\p{Pi}\p{Ps}"'¿¡])(?:\p{Lu}\p{L}{0,3}|etc|vs|approx)\.$/u;

const lengthOf = (segment: Segment) => {
  const times = timesOf(segment);
  return times ? times.end - times.start : Number.NaN;
};

export const isLong = (segment: Segment): boolean =>
  lengthOf(segment) > LONGEST_MS || sizeOf(segment.text_original) > MOST_CHARACTERS;

type SplitPoint = { field: TextField; at: number; cost: number };

/** Borders at which a text may be divided: the ends of its cues, sentences and clauses, and nowhere else. */
function bordersIn(
  segment: Segment,
  field: TextField,
  language: string,
  cues: readonly subtitles.SourceCue[],
): SplitPoint[] {
  const text = segment[field];
  const start = timesOf(segment)?.start ?? 0;
  const ends = cueBorders(text, cues, start).map(({ at, end, start: next }): SplitPoint => {
    const pause = Math.min(LONG_PAUSE_MS, Math.max(0, next - end)) / LONG_PAUSE_MS;
    return { field, at, cost: COSTS[kindBefore(text, at)] - PAUSE * pause };
  });
  const marks = bordersOf(text, language)
    .filter(({ at, after }) => after !== 'word' && !ABBREVIATION.test(text.slice(0, at).trimEnd()))
    .map(({ at, after }): SplitPoint => ({ field, at, cost: COSTS[after] + WITHOUT_CUE }));
  return [...ends, ...marks];
}

/** Returns true if a text ends at a good place: with a sentence, a clause, or a cue of its file. */
function endsWell(part: string, whole: string, start: number, cues: readonly subtitles.SourceCue[]): boolean {
  if (ABBREVIATION.test(part)) return false;
  if (kindBefore(part, part.length) !== 'word') return true;
  return cueBorders(whole, cues, start).some(({ at }) => whole.slice(0, at).trim() === part);
}

type Halved = { halves: [Segment, Segment]; isSure: boolean };

function bestHalves(segment: Segment, languages: Languages, around: Surroundings): Halved | null {
  const start = timesOf(segment)?.start ?? 0;
  const { cues } = around;
  const isUseful = (half: Segment) =>
    half.text_target !== '' &&
    bordersOf(half.text_original, languages.original).length + 1 >= FEWEST_WORDS &&
    lengthOf(half) >= SHORTEST_PART_MS;
  const splitPoints = [
    ...bordersIn(segment, 'text_original', languages.original, cues.original),
    ...bordersIn(segment, 'text_target', languages.target, cues.target),
  ];
  let best: (Halved & { cost: number }) | null = null;
  for (const { cost, ...caret } of splitPoints) {
    const split = splitSegment(segment, caret, languages, around);
    if (!split) continue;
    const { parts, isSure } = split;
    const halves: [Segment, Segment] = [
      { ...segment, ...parts[0] },
      { ...segment, ...parts[1] },
    ];
    if (!halves.every(isUseful)) continue;
    if (!endsWell(halves[0].text_original, segment.text_original, start, cues.original)) continue;
    if (!endsWell(halves[0].text_target, segment.text_target, start, cues.target)) continue;
    const [first, second] = halves.map(({ text_original }) => sizeOf(text_original)) as [number, number];
    const total = cost + Math.abs(first / (first + second) - 0.5);
    if (!best || total < best.cost) best = { halves, isSure, cost: total };
  }
  return best;
}

type Cues = readonly subtitles.SourceCue[];

/** Index of cues by their start: scanning all cues of a film for each long line takes a second. */
const stretches = new WeakMap<Cues, Map<number, subtitles.SourceCue[]>>();
const stretchOf = (ms: number) => Math.floor(ms / NEAR_MS);

function inStretches(cues: Cues): Map<number, subtitles.SourceCue[]> {
  const known = stretches.get(cues);
  if (known) return known;
  const made = new Map<number, subtitles.SourceCue[]>();
  for (const cue of cues) {
    const stretch = made.get(stretchOf(cue.start));
    if (stretch) stretch.push(cue);
    else made.set(stretchOf(cue.start), [cue]);
  }
  stretches.set(cues, made);
  return made;
}

function near(cues: Cues, { start, end }: { start: number; end: number }): subtitles.SourceCue[] {
  const byStretch = inStretches(cues);
  const found: subtitles.SourceCue[] = [];
  for (let stretch = stretchOf(start - NEAR_MS) - 1; stretch <= stretchOf(end + NEAR_MS); stretch += 1)
    found.push(...(byStretch.get(stretch) ?? []));
  return found.filter((cue) => cue.end >= start - NEAR_MS && cue.start <= end + NEAR_MS);
}

/** The parts of a segment. `isSure`: each ends with a sentence or a cue in both texts, which are of similar length. */
export type Divided = { parts: Segment[]; isSure: boolean };

/**
 * Divides a long segment, both of its texts in step, until no part is long or none can be divided well: each part has both
 * texts, at least two words to say, and lasts a second and a half. Null if it isn't long, or has no such place.
 */
export function divideSegment(segment: Segment, languages: Languages, known: Surroundings): Divided | null {
  const times = timesOf(segment);
  if (!times || !isLong(segment) || !segment.text_original.trim() || !segment.text_target.trim()) return null;
  const { original, target } = known.cues;
  const around = { ...known, cues: { original: near(original, times), target: near(target, times) } };
  let areAllSure = true;
  const divide = (part: Segment): Segment[] => {
    const best = isLong(part) ? bestHalves(part, languages, around) : null;
    if (!best) return [part];
    areAllSure &&= best.isSure;
    return best.halves.flatMap(divide);
  };
  const parts = divide(segment);
  return parts.length > 1 ? { parts, isSure: areAllSure } : null;
}

export type Division = Divided & { segment: Segment; number: number };

/** Time slice before yielding to the page, in milliseconds. */
const SLICE_MS = 30;

/** Divides all long segments, as edited, the certain ones first. Yields to the page meanwhile. */
export async function divisionsOf(
  { segments, unsaved }: EditorState,
  languages: Languages,
  around: (id: number) => Surroundings,
): Promise<Division[]> {
  const divisions: Division[] = [];
  let since = performance.now();
  for (const [position, saved] of segments.entries()) {
    if (performance.now() - since > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
    const segment = overlaid(saved, unsaved.get(saved.id));
    const divided = divideSegment(segment, languages, around(segment.id));
    if (divided) divisions.push({ segment, number: position + 1, ...divided });
  }
  return divisions.sort((a, b) => Number(b.isSure) - Number(a.isSure));
}

/** Ids of new rows, below the editor's own. */
let lastId = -1_000_000;

function dividing({ segment, value }: ChosenRow, parts: readonly Segment[]) {
  const [first, ...others] = parts as [Segment, ...Segment[]];
  const { id } = segment;
  const made = others.map((part) => {
    lastId -= 1;
    return { id: lastId, part };
  });
  const partOf = ({ start_time, end_time, text_original, text_target, mismatch, label }: Segment): Draft => ({
    ...{ start_time, end_time, text_original, text_target, mismatch, label },
  });
  // Last one first: each is inserted after the same row, which exists before any of them.
  const inserts = made
    .toReversed()
    .map((row): Change => ({ op: 'insert', id: row.id, after: id, fields: partOf(row.part) }));
  return {
    forward: [{ op: 'update', id, fields: { ...fieldsOf(value), ...partOf(first) } }, ...inserts] as Change[],
    backward: [
      ...made.map((row): Change => ({ op: 'delete', id: row.id })),
      { op: 'update', id, fields: restoredOf(segment) },
    ] as Change[],
  };
}

/** Divides rows as one step. Rows changed since the proposal stay as they are. */
export const dividingAll =
  (divisions: readonly Division[]): BulkStep =>
  ({ rows }) => {
    const proposed = new Map(divisions.map((division) => [division.segment.id, division]));
    const isSame = (value: Segment, then: Segment) =>
      value.text_original === then.text_original &&
      value.text_target === then.text_target &&
      formatPosition(timesOf(value)?.start ?? -1) === formatPosition(timesOf(then)?.start ?? 0);
    const chosen = rows.flatMap((row) => {
      const division = proposed.get(row.segment.id);
      return division && isSame(row.value, division.segment)
        ? [{ row, steps: dividing(row, division.parts) }]
        : [];
    });
    if (chosen.length === 0) return null;
    return {
      kind: 'split',
      forward: chosen.flatMap(({ steps }) => steps.forward),
      backward: chosen.flatMap(({ steps }) => steps.backward),
      unsaved: chosen
        .flatMap(({ row }) => (row.unsaved ? [[row.segment.id, row.unsaved] as const] : []))
        .map(([id, entry]) => [id, entry]),
    };
  };
