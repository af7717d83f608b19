import { savedInSteps } from './build-step.ts';
import { applyResults, type Change } from './change.ts';
import {
  absorbWriting,
  type ChangeStep,
  forget,
  type History,
  NO_HISTORY,
  recordTranslated,
  renameIn,
  restoreWriting,
  settleSave,
  type WritingStep,
} from './history.ts';
import { type Draft, type Field, type Segment, shownFields, stillUnsaved, type Unsaved } from './unsaved.ts';

/** A text typed in a segment that has since been deleted. */
export type Orphan = { id: number; fields: Draft };

/** A save that came after someone else's: the current segment, and the local fields. */
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
  /** A running translation of many rows that was started here, so its changes can be undone. */
  translation: string | null;
  /** Increases whenever segments are inserted, removed or moved. */
  order: number;
};

const positionsById = (segments: readonly Segment[]) =>
  new Map(segments.map(({ id }, position) => [id, position]));

/** State of an editor with freshly loaded segments, and the last visit's unsaved fields. */
export function startState(segments: readonly Segment[], unsaved: ReadonlyMap<number, Unsaved>): EditorState {
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
  return replaceList(empty, segments);
}

/** Sets or removes one row's unsaved fields. */
export function withUnsaved(state: EditorState, id: number, unsaved: Unsaved | undefined): EditorState {
  if (state.unsaved.get(id) === unsaved) return state;
  const all = new Map(state.unsaved);
  if (unsaved) all.set(id, unsaved);
  else all.delete(id);
  return { ...state, unsaved: all };
}

/** Splits unsaved work on a new list into fields that remain unsaved and texts that lost their segment. */
function carryOver(state: EditorState, segments: readonly Segment[]) {
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const unsaved = new Map<number, Unsaved>();
  const lost: Orphan[] = [];
  for (const [id, entry] of state.unsaved) {
    const segment = byId.get(id);
    const left = segment && stillUnsaved(segment, entry);
    if (left) unsaved.set(id, left);
    if (!segment) lost.push({ id, fields: entry.fields });
  }
  return { unsaved, orphans: lost.length > 0 ? [...state.orphans, ...lost] : state.orphans };
}

/** Finds the segments with another version in the new list, or missing from it. */
function othersChanges(
  before: readonly Segment[],
  now: readonly Segment[],
): [before: Segment, now: Segment | undefined][] {
  const byId = new Map(now.map((segment) => [segment.id, segment]));
  return before.flatMap((segment): [Segment, Segment | undefined][] => {
    const other = byId.get(segment.id);
    return other?.version === segment.version ? [] : [[segment, other]];
  });
}

const TRANSLATED = new Set<string>(['text_target', 'origin', 'approved', 'version']);

/** Returns true if a service has translated the row, and nothing else in it has changed. */
const isTranslated = (before: Segment, now: Segment) =>
  (now.origin === 'machine' || now.origin === 'memory') &&
  (Object.keys(now) as (keyof Segment)[]).every((key) => TRANSLATED.has(key) || now[key] === before[key]);

/**
 * Returns the history after rows changed: steps on rows that someone else changed are dropped, the translation started here
 * is added.
 */
function historyAfter(
  state: EditorState,
  changed: readonly [before: Segment, now: Segment | undefined][],
): History {
  const translated =
    state.translation === null ? [] : changed.filter(([before, now]) => now && isTranslated(before, now));
  const own = new Set(translated.map(([{ id }]) => id));
  const history = forget(state.history, new Set(changed.flatMap(([{ id }]) => (own.has(id) ? [] : [id]))));
  if (state.translation === null || own.size === 0) return history;
  const toChange = ({ id, text_target, origin, approved, edited }: Segment): Change => ({
    op: 'update',
    id,
    fields: { text_target, origin, approved, edited },
  });
  return recordTranslated(history, state.translation, {
    forward: translated.flatMap(([, now]) => (now ? [toChange(now)] : [])),
    backward: translated.map(([before]) => toChange(before)),
  });
}

/** Replaces the list after reloading it. Unchanged rows keep their identity; unsaved work stays, or becomes an orphan. */
export function replaceList(state: EditorState, read: readonly Segment[]): EditorState {
  const current = new Map(state.segments.map((segment) => [segment.id, segment]));
  const segments = read.map((segment) => {
    const old = current.get(segment.id);
    return old?.version === segment.version ? old : segment;
  });
  const isSameOrder =
    segments.length === state.segments.length &&
    segments.every(({ id }, position) => state.segments[position]?.id === id);
  return {
    ...state,
    ...carryOver(state, segments),
    segments,
    positionById: isSameOrder ? state.positionById : positionsById(segments),
    order: isSameOrder ? state.order : state.order + 1,
    history: historyAfter(state, othersChanges(state.segments, segments)),
  };
}

/** Applies someone else's changes to segments. Those no newer than the current ones are ignored. */
export function takeRemoteChanges(state: EditorState, read: readonly Segment[]): EditorState {
  const newer = read.filter(({ id, version }) => {
    const current = state.segments[state.positionById.get(id) ?? -1];
    return current !== undefined && current.version < version;
  });
  if (newer.length === 0) return state;
  const segments = [...state.segments];
  for (const segment of newer) segments[state.positionById.get(segment.id) ?? -1] = segment;
  return {
    ...state,
    ...carryOver(state, segments),
    segments,
    history: historyAfter(
      state,
      newer.map((now) => [state.segments[state.positionById.get(now.id) ?? -1] as Segment, now]),
    ),
  };
}

/**
 * Returns the fields typed after a row's change was sent: the others were part of it. A field reset to the saved value
 * (`segment`) counts too.
 */
function writtenSince(
  now: Unsaved | undefined,
  sent: Unsaved | undefined,
  segment: Segment | undefined,
): Unsaved | undefined {
  if (now === sent || !segment) return undefined;
  const then = shownFields(segment, sent);
  const fields = Object.entries(shownFields(segment, now)).filter(
    ([field, value]) => then[field as Field] !== value,
  );
  return { version: segment.version, fields: Object.fromEntries(fields) };
}

/** A change of this editor in flight. */
export type Sent = {
  changes: readonly Change[];
  /** Unsaved fields at the time of sending: they are part of it. */
  unsaved: ReadonlyMap<number, Unsaved>;
  /** Unsaved fields to restore along with deleted rows. */
  back: readonly [number, Unsaved][];
  /** The typing steps that it includes. */
  writing: readonly WritingStep[];
  /** The step that saves typed text in a row. */
  save?: ChangeStep | undefined;
};

function settled(
  history: History,
  save: ChangeStep,
  before: Segment | undefined,
  byId: ReadonlyMap<number, Segment>,
): History {
  const now = before && byId.get(before.id);
  if (!now) return history;
  return settleSave(history, save, savedInSteps(save, before), (unsaved) =>
    stillUnsaved(now, { fields: shownFields(before, unsaved), version: now.version }),
  );
}

/** Merges the server's response to a change of this editor into the state. */
export function takeResults(
  state: EditorState,
  { changes, unsaved: sent, back, writing, save }: Sent,
  results: readonly (Segment | null)[],
): EditorState {
  const { segments, renamed } = applyResults(state.segments, changes, results);
  const byId = new Map(results.flatMap((segment) => (segment ? [[segment.id, segment] as const] : [])));
  const unsaved = new Map(state.unsaved);
  const settle = (id: number, entry: Unsaved | undefined) => {
    const segment = byId.get(id);
    const left = segment && stillUnsaved(segment, entry && { ...entry, version: segment.version });
    if (left) unsaved.set(id, left);
    else unsaved.delete(id);
  };
  const before = (id: number) => state.segments[state.positionById.get(id) ?? -1];
  for (const { id } of changes) settle(id, writtenSince(unsaved.get(id), sent.get(id), before(id)));
  for (const [id, entry] of back) settle(renamed.get(id) ?? id, entry);
  const renewed = (id: number, entry: Unsaved | undefined) =>
    entry && { ...entry, version: byId.get(renamed.get(id) ?? id)?.version ?? entry.version };
  const steps = writing.map((step) => ({
    ...step,
    before: renewed(step.id, step.before),
    after: renewed(step.id, step.after),
  }));
  const absorbed = save
    ? settled(state.history, save, before(save.forward[0]?.id ?? 0), byId)
    : absorbWriting(state.history, new Set(changes.map(({ id }) => id)));
  const isMoved = changes.some(({ op }) => op !== 'update');
  return {
    ...state,
    segments,
    positionById: isMoved ? positionsById(segments) : state.positionById,
    order: isMoved ? state.order + 1 : state.order,
    unsaved,
    history: renameIn(restoreWriting(absorbed, steps), renamed),
  };
}
