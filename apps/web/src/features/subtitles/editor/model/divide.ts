import { formatPosition } from '@sayback/contract';
import { divideLine } from '@sayback/subtitles/division';
import type { BulkStep, ChosenRow } from './bulk-step.ts';
import type { Change } from './change.ts';
import type { EditorState } from './editor-state.ts';
import { isCertain, type Languages, type Surroundings, toContext, toLine, toSegmentPart } from './split.ts';
import { getTimes } from './times.ts';
import { type Draft, overlaid, type Segment, toFields, toRestored } from './unsaved.ts';

/** The parts of a segment. `isSure`: both texts are most probably divided at the same meaning. */
export type Divided = { parts: Segment[]; isSure: boolean };

/** Divides a long segment with both texts: see {@link divideLine}. Null if it can't be divided, or its times are invalid. */
export function divideSegment(segment: Segment, languages: Languages, around: Surroundings): Divided | null {
  const line = toLine(segment);
  if (!line?.target.trim()) return null;
  const divided = divideLine(line, languages, toContext(around));
  if (!divided) return null;
  const isSure = isCertain(divided.confidence);
  return {
    parts: divided.parts.map((part) => ({ ...segment, ...toSegmentPart(segment, part, isSure) })),
    isSure,
  };
}

export type Division = Divided & { segment: Segment; number: number };

/** Time slice before yielding to the page, in milliseconds. */
const SLICE_MS = 30;

/** Divides all long segments, as edited, the certain ones first. Yields to the page meanwhile. */
export async function findDivisions(
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
  const created = others.map((part) => {
    lastId -= 1;
    return { id: lastId, part };
  });
  const toPart = ({ start_time, end_time, text_original, text_target, mismatch, label }: Segment): Draft => ({
    ...{ start_time, end_time, text_original, text_target, mismatch, label },
  });
  // Last one first: each is inserted after the same row, which exists before any of them.
  const inserts = created
    .toReversed()
    .map((row): Change => ({ op: 'insert', id: row.id, after: id, fields: toPart(row.part) }));
  return {
    forward: [{ op: 'update', id, fields: { ...toFields(value), ...toPart(first) } }, ...inserts] as Change[],
    backward: [
      ...created.map((row): Change => ({ op: 'delete', id: row.id })),
      { op: 'update', id, fields: toRestored(segment) },
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
      formatPosition(getTimes(value)?.start ?? -1) === formatPosition(getTimes(then)?.start ?? 0);
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
