import type { Change } from './change.ts';
import type { ChangeStep } from './history.ts';
import { mergeSegments } from './merge.ts';
import { type Caret, type Languages, type Surroundings, splitSegment } from './split.ts';
import { findTimeProblem, tidyTime } from './times.ts';
import {
  allFields,
  type Draft,
  editableFields,
  type Field,
  restorableFields,
  type Segment,
  type Unsaved,
  visibleFields,
} from './unsaved.ts';

/** Formats valid times as the server does. */
export const tidyTimes = <T extends Draft>(fields: T): T => ({
  ...fields,
  ...(fields.start_time !== undefined && { start_time: tidyTime(fields.start_time) }),
  ...(fields.end_time !== undefined && { end_time: tidyTime(fields.end_time) }),
});

/** Returns the unsaved fields of rows, by segment id. Rows without any are omitted. */
export const unsavedEntries = (
  rows: readonly { segment: Segment; unsaved: Unsaved | undefined }[],
): [number, Unsaved][] =>
  rows.flatMap(({ segment, unsaved }): [number, Unsaved][] => (unsaved ? [[segment.id, unsaved]] : []));

/** Saves a row's unsaved fields; undo restores the saved values. */
export function buildSave(segment: Segment, unsaved: Unsaved): ChangeStep {
  const { id } = segment;
  const fields = tidyTimes(unsaved.fields);
  return {
    kind: 'save',
    forward: [{ op: 'update', id, fields }],
    backward: [{ op: 'update', id, fields: restorableFields(segment) }],
    unsaved: [[id, unsaved]],
  };
}

const omitUndefined = (fields: Draft): Draft =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Returns the fields whose values differ between two sets of a segment's unsaved fields, with the later values. */
function diffFields(segment: Segment, before: Draft, after: Draft): Draft {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as Field[];
  const getValue = (fields: Draft, name: Field) => (name in fields ? fields[name] : segment[name]);
  const changed = names.filter(
    (name) => name !== 'origin' && getValue(before, name) !== getValue(after, name),
  );
  const fields = Object.fromEntries(changed.map((name) => [name, getValue(after, name)]));
  if (!changed.includes('text_target')) return fields;
  // Omit the origin of a typed text: the server sets it.
  return omitUndefined({ ...fields, origin: 'text_target' in after ? after.origin : segment.origin });
}

/** Splits the save of a row into one step for each typed value, so that undo skips none. */
export function splitSave(save: ChangeStep, segment: Segment): ChangeStep[] {
  const { id } = segment;
  const change = save.forward[0];
  const typing = save.typing ?? [];
  const values = [typing[0]?.before, ...typing.slice(0, -1).map(({ after }) => after)]
    .map((unsaved) => tidyTimes(unsaved?.fields ?? {}))
    // Skip invalid times, such as half-typed ones: the server rejects them.
    .filter((fields) => findTimeProblem({ ...segment, ...fields }) === null);
  const lastState = change?.op === 'update' ? change.fields : {};
  const states = [{}, ...values, lastState];
  const steps = states.slice(1).flatMap((after, at): ChangeStep[] => {
    const before = states[at] ?? {};
    const forward = diffFields(segment, before, after);
    if (Object.keys(forward).length === 0) return [];
    // Restore all fields: setting the mismatch flag also removes the approval, and the first change sets `edited`.
    const backward = {
      ...visibleFields(segment, { fields: before, version: segment.version }),
      edited: segment.edited || Object.keys(before).length > 0,
    };
    return [
      {
        kind: 'save',
        forward: [{ op: 'update', id, fields: forward }],
        backward: [{ op: 'update', id, fields: backward }],
        unsaved: [],
      },
    ];
  });
  return steps.length > 0 ? steps : [save];
}

/** Changes several rows in one step, and saves their other unsaved fields too; undo restores both. */
export function buildReplace(
  rows: readonly { segment: Segment; unsaved: Unsaved | undefined; fields: Draft }[],
): ChangeStep {
  const updates = rows.map(({ segment, unsaved, fields }) => ({
    segment,
    fields: tidyTimes({ ...unsaved?.fields, ...fields }),
  }));
  return {
    kind: 'replace',
    forward: updates.map(({ segment, fields }) => ({ op: 'update', id: segment.id, fields })),
    backward: updates.map(({ segment }) => ({
      op: 'update',
      id: segment.id,
      fields: restorableFields(segment),
    })),
    unsaved: unsavedEntries(rows),
  };
}

/**
 * Records that the server inserted `created` after the segment `after`, and shortened segments for it, each passed as before and
 * now. `id` is temporary, until the response is merged.
 */
export function buildInsert(
  id: number,
  after: number,
  created: Segment,
  shortened: readonly (readonly [Segment, Segment])[],
): ChangeStep {
  const times = ({ start_time, end_time }: Segment) => ({ start_time, end_time });
  return {
    kind: 'insert',
    forward: [
      { op: 'insert', id, after, fields: editableFields(created) },
      ...shortened.map(([, now]): Change => ({ op: 'update', id: now.id, fields: times(now) })),
    ],
    backward: [
      { op: 'delete', id },
      ...shortened.map(
        ([before]): Change => ({
          op: 'update',
          id: before.id,
          fields: { ...times(before), edited: before.edited },
        }),
      ),
    ],
    unsaved: [],
  };
}

/** Deletes a segment. Undo restores it after the segment `before` (null: at the start), with its unsaved fields. */
export function buildDelete(
  segment: Segment,
  before: number | null,
  unsaved: Unsaved | undefined,
): ChangeStep {
  const { id } = segment;
  return {
    kind: 'delete',
    forward: [{ op: 'delete', id }],
    backward: [{ op: 'insert', id, after: before, fields: allFields(segment) }],
    unsaved: unsavedEntries([{ segment, unsaved }]),
  };
}

/** Merges two segments, each passed as saved and as edited. */
export function buildMerge(
  [first, firstValue]: readonly [Segment, Segment],
  [second, secondValue]: readonly [Segment, Segment],
  unsaved: ReadonlyMap<number, Unsaved>,
): ChangeStep {
  const fields = mergeSegments(firstValue, secondValue);
  const forward: Change[] = [
    { op: 'update', id: first.id, fields },
    { op: 'delete', id: second.id },
  ];
  const backward: Change[] = [
    { op: 'update', id: first.id, fields: restorableFields(first) },
    { op: 'insert', id: second.id, after: first.id, fields: allFields(second) },
  ];
  const rows = [first, second].map((segment) => ({ segment, unsaved: unsaved.get(segment.id) }));
  return { kind: 'merge', forward, backward, unsaved: unsavedEntries(rows) };
}

type SplitOptions = {
  caret: Caret;
  languages: Languages;
  surroundings: Surroundings;
  newId: number;
  unsaved: Unsaved | undefined;
};

/** Splits a segment, passed as saved and as edited; null if it can't be split at the caret. */
export function buildSplit(
  segment: Segment,
  value: Segment,
  { caret, languages, surroundings, newId, unsaved }: SplitOptions,
): ChangeStep | null {
  const split = splitSegment(value, caret, languages, surroundings);
  if (!split) return null;
  const { parts } = split;
  const { id } = segment;
  const fields = { ...editableFields(value), ...parts[0] };
  return {
    kind: 'split',
    forward: [
      { op: 'update', id, fields },
      { op: 'insert', id: newId, after: id, fields: parts[1] },
    ],
    backward: [
      { op: 'delete', id: newId },
      { op: 'update', id, fields: restorableFields(segment) },
    ],
    unsaved: unsavedEntries([{ segment, unsaved }]),
  };
}
