import type { Change } from './change.ts';
import type { ChangeStep } from './history.ts';
import { mergeSegments } from './merge.ts';
import { type Caret, type Languages, type Surroundings, splitSegment } from './split.ts';
import { tidyTime, timeProblem } from './times.ts';
import {
  type Draft,
  type Field,
  type Segment,
  shownFields,
  toFields,
  toRestored,
  toWhole,
  type Unsaved,
} from './unsaved.ts';

/** Normalises valid times to the server's form. */
export const tidied = <T extends Draft>(fields: T): T => ({
  ...fields,
  ...(fields.start_time !== undefined && { start_time: tidyTime(fields.start_time) }),
  ...(fields.end_time !== undefined && { end_time: tidyTime(fields.end_time) }),
});

const getEntry = (id: number, unsaved: Unsaved | undefined): [number, Unsaved][] =>
  unsaved ? [[id, unsaved]] : [];

/** Saves a row's unsaved fields; undo restores the saved values. */
export function saving(segment: Segment, unsaved: Unsaved): ChangeStep {
  const { id } = segment;
  const fields = tidied(unsaved.fields);
  return {
    kind: 'save',
    forward: [{ op: 'update', id, fields }],
    backward: [{ op: 'update', id, fields: toRestored(segment) }],
    unsaved: getEntry(id, unsaved),
  };
}

const withoutUndefined = (fields: Draft): Draft =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Returns the fields that change a segment from `from` to `to`, both unsaved changes to it. */
function fieldsBetween(segment: Segment, from: Draft, to: Draft): Draft {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])] as Field[];
  const valueIn = (fields: Draft, name: Field) => (name in fields ? fields[name] : segment[name]);
  const changed = names.filter((name) => name !== 'origin' && valueIn(from, name) !== valueIn(to, name));
  const fields = Object.fromEntries(changed.map((name) => [name, valueIn(to, name)]));
  if (!changed.includes('text_target')) return fields;
  // A typed text has no origin here, since the server sets it.
  return withoutUndefined({ ...fields, origin: 'text_target' in to ? to.origin : segment.origin });
}

/** Splits the save of a row into one step for each typed value, so that undo skips none. */
export function savedInSteps(save: ChangeStep, segment: Segment): ChangeStep[] {
  const { id } = segment;
  const change = save.forward[0];
  const written = save.writing ?? [];
  const values = [written[0]?.before, ...written.slice(0, -1).map(({ after }) => after)]
    .map((unsaved) => tidied(unsaved?.fields ?? {}))
    // Skips invalid times, which the server rejects: half-typed ones become valid later.
    .filter((fields) => timeProblem({ ...segment, ...fields }) === null);
  const last = change?.op === 'update' ? change.fields : {};
  const states = [{}, ...values, last];
  const steps = states.slice(1).flatMap((to, at): ChangeStep[] => {
    const from = states[at] ?? {};
    const forward = fieldsBetween(segment, from, to);
    if (Object.keys(forward).length === 0) return [];
    // Restores the whole row: a mismatch mark removes the approval, and initially nobody has edited it.
    const backward = {
      ...shownFields(segment, { fields: from, version: segment.version }),
      edited: segment.edited || Object.keys(from).length > 0,
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

/** Changes several rows as one step, together with their other unsaved fields; undo restores all of them. */
export function replacing(
  rows: readonly { segment: Segment; unsaved: Unsaved | undefined; fields: Draft }[],
): ChangeStep {
  const updates = rows.map(({ segment, unsaved, fields }) => ({
    segment,
    fields: tidied({ ...unsaved?.fields, ...fields }),
  }));
  return {
    kind: 'replace',
    forward: updates.map(({ segment, fields }) => ({ op: 'update', id: segment.id, fields })),
    backward: updates.map(({ segment }) => ({
      op: 'update',
      id: segment.id,
      fields: toRestored(segment),
    })),
    unsaved: rows.flatMap(({ segment, unsaved }) => getEntry(segment.id, unsaved)),
  };
}

/** The server created `made` after the segment `after`; it has `id` until the step has its response. */
export function insertion(id: number, after: number, created: Segment): ChangeStep {
  return {
    kind: 'insert',
    forward: [{ op: 'insert', id, after, fields: toFields(created) }],
    backward: [{ op: 'delete', id }],
    unsaved: [],
  };
}

/** Deletes a segment; undo restores it after `before` (null: at the start), with its unsaved fields. */
export function deletion(segment: Segment, before: number | null, unsaved: Unsaved | undefined): ChangeStep {
  const { id } = segment;
  return {
    kind: 'delete',
    forward: [{ op: 'delete', id }],
    backward: [{ op: 'insert', id, after: before, fields: toWhole(segment) }],
    unsaved: getEntry(id, unsaved),
  };
}

/** Merges two segments, each passed as saved and as edited. */
export function merging(
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
    { op: 'update', id: first.id, fields: toRestored(first) },
    { op: 'insert', id: second.id, after: first.id, fields: toWhole(second) },
  ];
  const entries = [first.id, second.id].flatMap((id) => getEntry(id, unsaved.get(id)));
  return { kind: 'merge', forward, backward, unsaved: entries };
}

type Splitting = {
  caret: Caret;
  languages: Languages;
  around: Surroundings;
  newId: number;
  unsaved: Unsaved | undefined;
};

/** Splits a segment, passed as saved and as edited; null if it can't be split at the caret. */
export function splitting(
  segment: Segment,
  value: Segment,
  { caret, languages, around, newId, unsaved }: Splitting,
): ChangeStep | null {
  const split = splitSegment(value, caret, languages, around);
  if (!split) return null;
  const { parts } = split;
  const { id } = segment;
  const fields = { ...toFields(value), ...parts[0] };
  return {
    kind: 'split',
    forward: [
      { op: 'update', id, fields },
      { op: 'insert', id: newId, after: id, fields: parts[1] },
    ],
    backward: [
      { op: 'delete', id: newId },
      { op: 'update', id, fields: toRestored(segment) },
    ],
    unsaved: getEntry(id, unsaved),
  };
}
