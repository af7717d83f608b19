import { divideLine } from '@sayback/subtitles/division';
import { tidyTimes, unsavedEntries } from './build-step.ts';
import type { BulkStep, SelectedRow } from './bulk-step.ts';
import type { Change } from './change.ts';
import type { EditorState } from './editor-state.ts';
import { isCertain, type Languages, type Surroundings, segmentPart, toContext, toLine } from './split.ts';
import { applyUnsaved, type Draft, editableFields, restorableFields, type Segment } from './unsaved.ts';

/** The parts of a segment. `isSure`: very probably both texts are divided between the same words. */
export type DividedSegment = { parts: Segment[]; isSure: boolean };

/** Divides a long segment with both texts: see {@link divideLine}. Null if it can't be divided, or its times are invalid. */
export function divideSegment(
  segment: Segment,
  languages: Languages,
  surroundings: Surroundings,
): DividedSegment | null {
  const line = toLine(segment);
  if (!line?.target.trim()) return null;
  const divided = divideLine(line, languages, toContext(surroundings));
  if (!divided) return null;
  const isSure = isCertain(divided.confidence);
  return {
    parts: divided.parts.map((part) => ({ ...segment, ...segmentPart(segment, part, isSure) })),
    isSure,
  };
}

export type Division = DividedSegment & { segment: Segment; number: number };

/** Time slice before yielding to the page, in milliseconds. */
const SLICE_MS = 30;

/** Divides all long segments, as edited. Returns certain divisions first. Yields to the page in between. */
export async function findDivisions(
  { segments, unsaved }: EditorState,
  languages: Languages,
  getSurroundings: (id: number) => Surroundings,
): Promise<Division[]> {
  const divisions: Division[] = [];
  let sliceStart = performance.now();
  for (const [position, saved] of segments.entries()) {
    if (performance.now() - sliceStart > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      sliceStart = performance.now();
    }
    const segment = applyUnsaved(saved, unsaved.get(saved.id));
    const divided = divideSegment(segment, languages, getSurroundings(segment.id));
    if (divided) divisions.push({ segment, number: position + 1, ...divided });
  }
  return divisions.sort((a, b) => Number(b.isSure) - Number(a.isSure));
}

/** Last temporary id of a new row. Starts below those that the editor assigns. */
let lastId = -1_000_000;

function buildDivision({ segment, value }: SelectedRow, parts: readonly Segment[]) {
  const [first, ...newParts] = parts as [Segment, ...Segment[]];
  const { id } = segment;
  const created = newParts.map((part) => {
    lastId -= 1;
    return { id: lastId, part };
  });
  const partFields = ({
    start_time,
    end_time,
    text_original,
    text_target,
    mismatch,
    label,
  }: Segment): Draft => ({
    ...{ start_time, end_time, text_original, text_target, mismatch, label },
  });
  // Reversed, since each part is inserted directly after the first one.
  const inserts = created
    .toReversed()
    .map((row): Change => ({ op: 'insert', id: row.id, after: id, fields: partFields(row.part) }));
  return {
    forward: [
      { op: 'update', id, fields: { ...editableFields(value), ...partFields(first) } },
      ...inserts,
    ] as Change[],
    backward: [
      ...created.map((row): Change => ({ op: 'delete', id: row.id })),
      { op: 'update', id, fields: restorableFields(segment) },
    ] as Change[],
  };
}

/** Fields that a division replaces by those of the proposal. */
const DIVIDED_FIELDS = [
  'start_time',
  'end_time',
  'text_original',
  'text_target',
  'mismatch',
  'label',
] as const;

/** Divides rows in one step. Skips rows that have changed since the proposal. */
export const divideRows =
  (divisions: readonly Division[]): BulkStep =>
  ({ rows }) => {
    const divisionById = new Map(divisions.map((division) => [division.segment.id, division]));
    const isSame = (value: Segment, proposedSegment: Segment) =>
      DIVIDED_FIELDS.every((field) => value[field] === tidyTimes(proposedSegment)[field]);
    const unchanged = rows.flatMap((row) => {
      const division = divisionById.get(row.segment.id);
      return division && isSame(row.value, division.segment)
        ? [{ row, steps: buildDivision(row, division.parts) }]
        : [];
    });
    if (unchanged.length === 0) return null;
    return {
      kind: 'split',
      forward: unchanged.flatMap(({ steps }) => steps.forward),
      backward: unchanged.flatMap(({ steps }) => steps.backward),
      unsaved: unsavedEntries(unchanged.map(({ row }) => row)),
    };
  };
