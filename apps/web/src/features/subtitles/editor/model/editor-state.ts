import { splitSave } from './build-step.ts';
import { applyResults, type Change } from './change.ts';
import {
  absorbTyping,
  type ChangeStep,
  dropSteps,
  type History,
  NO_HISTORY,
  rebaseStep,
  rebaseTyping,
  recordTranslation,
  replaceIds,
  restoreTyping,
  settleSave,
  type TypingStep,
} from './history.ts';
import {
  type Draft,
  type Field,
  remainingUnsaved,
  type Segment,
  type Unsaved,
  visibleFields,
} from './unsaved.ts';

/** Unsaved fields of a segment that someone else has deleted. */
export type Orphan = { id: number; fields: Draft };

/** A save that was refused because someone else had saved the segment: their version, and the local fields. */
export type Conflict = { current: Segment; mine: Draft };

export type EditorState = {
  /** In the order of the alignment. */
  segments: readonly Segment[];
  /** Position of each segment in the list, from 0. */
  positionById: ReadonlyMap<number, number>;
  unsaved: ReadonlyMap<number, Unsaved>;
  history: History;
  /** Rows with a change in flight. */
  busy: ReadonlySet<number>;
  conflict: Conflict | null;
  orphans: readonly Orphan[];
  /** Key of the translation job that was started here, so that its changes can be undone; null without one. */
  translation: string | null;
  /** Increases whenever segments are inserted, removed or moved. */
  order: number;
};

const indexPositions = (segments: readonly Segment[]) =>
  new Map(segments.map(({ id }, position) => [id, position]));

/** Creates the state of an editor from loaded segments and the last visit's unsaved fields. */
export function createState(
  segments: readonly Segment[],
  unsaved: ReadonlyMap<number, Unsaved>,
): EditorState {
  const empty: EditorState = {
    segments: [],
    positionById: new Map(),
    unsaved,
    history: NO_HISTORY,
    busy: new Set(),
    conflict: null,
    orphans: [],
    translation: null,
    order: 0,
  };
  return replaceSegments(empty, segments);
}

/** Sets or removes one row's unsaved fields. */
export function withUnsaved(state: EditorState, id: number, unsaved: Unsaved | undefined): EditorState {
  if (state.unsaved.get(id) === unsaved) return state;
  const unsavedById = new Map(state.unsaved);
  if (unsaved) unsavedById.set(id, unsaved);
  else unsavedById.delete(id);
  return { ...state, unsaved: unsavedById };
}

/** Returns the unsaved fields after the list was replaced. Those of deleted segments become orphans. */
function carryOverUnsaved(state: EditorState, segments: readonly Segment[]) {
  const segmentById = new Map(segments.map((segment) => [segment.id, segment]));
  const unsaved = new Map<number, Unsaved>();
  const newOrphans: Orphan[] = [];
  for (const [id, entry] of state.unsaved) {
    const segment = segmentById.get(id);
    const remaining = segment && remainingUnsaved(segment, entry);
    if (remaining) unsaved.set(id, remaining);
    if (!segment) newOrphans.push({ id, fields: entry.fields });
  }
  return { unsaved, orphans: newOrphans.length > 0 ? [...state.orphans, ...newOrphans] : state.orphans };
}

/** Returns the segments that have another version in the new list, or are missing from it. */
function findRemoteChanges(
  before: readonly Segment[],
  after: readonly Segment[],
): [before: Segment, after: Segment | undefined][] {
  const segmentById = new Map(after.map((segment) => [segment.id, segment]));
  return before.flatMap((segment): [Segment, Segment | undefined][] => {
    const later = segmentById.get(segment.id);
    return later?.version === segment.version ? [] : [[segment, later]];
  });
}

const TRANSLATED = new Set<string>(['text_target', 'origin', 'approved', 'version']);

/** Returns true if a service has translated the row, and nothing else in it has changed. */
const isTranslated = (before: Segment, after: Segment) =>
  (after.origin === 'machine' || after.origin === 'memory') &&
  (Object.keys(after) as (keyof Segment)[]).every((key) => TRANSLATED.has(key) || after[key] === before[key]);

/**
 * Updates the history after rows changed on the server: drops steps on rows that someone else has changed, and adds the
 * changes of the translation that was started here.
 */
function updateHistory(
  state: EditorState,
  changed: readonly [before: Segment, after: Segment | undefined][],
): History {
  const translated =
    state.translation === null
      ? []
      : changed.filter(([before, after]) => after && isTranslated(before, after));
  const translatedIds = new Set(translated.map(([{ id }]) => id));
  const history = dropSteps(
    state.history,
    new Set(changed.flatMap(([{ id }]) => (translatedIds.has(id) ? [] : [id]))),
  );
  if (state.translation === null || translatedIds.size === 0) return history;
  const buildUpdate = ({ id, text_target, origin, approved, edited }: Segment): Change => ({
    op: 'update',
    id,
    fields: { text_target, origin, approved, edited },
  });
  return recordTranslation(history, state.translation, {
    forward: translated.flatMap(([, after]) => (after ? [buildUpdate(after)] : [])),
    backward: translated.map(([before]) => buildUpdate(before)),
  });
}

/** Replaces the list with a reloaded one. Unchanged segments stay the same objects. Unsaved fields remain, or become orphans. */
export function replaceSegments(state: EditorState, loaded: readonly Segment[]): EditorState {
  const segmentById = new Map(state.segments.map((segment) => [segment.id, segment]));
  const segments = loaded.map((segment) => {
    const current = segmentById.get(segment.id);
    return current?.version === segment.version ? current : segment;
  });
  const isSameOrder =
    segments.length === state.segments.length &&
    segments.every(({ id }, position) => state.segments[position]?.id === id);
  return {
    ...state,
    ...carryOverUnsaved(state, segments),
    segments,
    positionById: isSameOrder ? state.positionById : indexPositions(segments),
    order: isSameOrder ? state.order : state.order + 1,
    history: updateHistory(state, findRemoteChanges(state.segments, segments)),
  };
}

/** Applies someone else's changes to segments, except those that aren't newer than the current version. */
export function mergeRemoteChanges(state: EditorState, loaded: readonly Segment[]): EditorState {
  const newer = loaded.filter(({ id, version }) => {
    const current = state.segments[state.positionById.get(id) ?? -1];
    return current !== undefined && current.version < version;
  });
  if (newer.length === 0) return state;
  const segments = [...state.segments];
  for (const segment of newer) segments[state.positionById.get(segment.id) ?? -1] = segment;
  return {
    ...state,
    ...carryOverUnsaved(state, segments),
    segments,
    history: updateHistory(
      state,
      newer.map((after) => [state.segments[state.positionById.get(after.id) ?? -1] as Segment, after]),
    ),
  };
}

/** Returns the fields typed after a change of the row was sent, including those reset to the value of `segment`. */
function fieldsTypedSince(
  current: Unsaved | undefined,
  sent: Unsaved | undefined,
  segment: Segment | undefined,
): Unsaved | undefined {
  if (current === sent || !segment) return undefined;
  const sentFields = visibleFields(segment, sent);
  const fields = Object.entries(visibleFields(segment, current)).filter(
    ([field, value]) => sentFields[field as Field] !== value,
  );
  return { version: segment.version, fields: Object.fromEntries(fields) };
}

/** Changes of this editor that were sent, but not answered yet. */
export type SentChanges = {
  changes: readonly Change[];
  /** Unsaved fields when it was sent. They are part of the changes. */
  unsaved: ReadonlyMap<number, Unsaved>;
  /** Unsaved fields of deleted rows, which are restored with them. */
  unsavedToRestore: readonly [number, Unsaved][];
  /** Typing steps of deleted rows, which are restored with them. */
  typing: readonly TypingStep[];
  /** The step that saves typed text in a row. */
  save?: ChangeStep | undefined;
  /** True if the updates exclude the rows' unsaved fields, which remain. */
  excludesUnsaved?: boolean | undefined;
};

function settleHistory(
  history: History,
  save: ChangeStep,
  before: Segment | undefined,
  segmentById: ReadonlyMap<number, Segment>,
): History {
  const current = before && segmentById.get(before.id);
  if (!current) return history;
  return settleSave(history, save, splitSave(save, before), (unsaved) =>
    remainingUnsaved(current, { fields: visibleFields(before, unsaved), version: current.version }),
  );
}

/** Merges the server's response to changes of this editor into the state. */
export function mergeResults(
  state: EditorState,
  { changes, unsaved: sent, unsavedToRestore, typing, save, excludesUnsaved = false }: SentChanges,
  results: readonly (Segment | null)[],
): EditorState {
  const { segments, newIds } = applyResults(state.segments, changes, results);
  const segmentById = new Map(
    results.flatMap((segment) => (segment ? [[segment.id, segment] as const] : [])),
  );
  const unsaved = new Map(state.unsaved);
  const updateUnsaved = (id: number, entry: Unsaved | undefined) => {
    const segment = segmentById.get(id);
    const remaining = segment && remainingUnsaved(segment, entry && { ...entry, version: segment.version });
    if (remaining) unsaved.set(id, remaining);
    else unsaved.delete(id);
  };
  const segmentBefore = (id: number) => state.segments[state.positionById.get(id) ?? -1];
  const [included, excluded] = [false, true].map((isExcluded) => {
    const matching = changes.filter(({ op }) => (excludesUnsaved && op === 'update') === isExcluded);
    return new Set(matching.map(({ id }) => id));
  }) as [Set<number>, Set<number>];
  for (const id of included)
    updateUnsaved(id, fieldsTypedSince(unsaved.get(id), sent.get(id), segmentBefore(id)));
  for (const id of excluded) updateUnsaved(id, unsaved.get(id));
  for (const [id, entry] of unsavedToRestore) updateUnsaved(newIds.get(id) ?? id, entry);
  const withNewVersion = (id: number, entry: Unsaved | undefined) =>
    entry && { ...entry, version: segmentById.get(newIds.get(id) ?? id)?.version ?? entry.version };
  const typingSteps = typing.map((step) => rebaseStep(step, withNewVersion));
  const historyAfterSave = save
    ? settleHistory(state.history, save, segmentBefore(save.forward[0]?.id ?? 0), segmentById)
    : rebaseTyping(absorbTyping(state.history, included), excluded, withNewVersion);
  const isMoved = changes.some(({ op }) => op !== 'update');
  return {
    ...state,
    segments,
    positionById: isMoved ? indexPositions(segments) : state.positionById,
    order: isMoved ? state.order + 1 : state.order,
    unsaved,
    history: replaceIds(restoreTyping(historyAfterSave, typingSteps), newIds),
  };
}
