import type { subtitles } from '@sayback/contract';
import { learnRowWords, type RowWords } from '@sayback/subtitles';
import { buildDelete, buildInsert, buildMerge, buildSave, buildSplit, tidyTimes } from './build-step.ts';
import type { BulkStep, SelectedRow } from './bulk-step.ts';
import type { Change } from './change.ts';
import { type Division, findDivisions } from './divide.ts';
import {
  createState,
  type EditorState,
  mergeRemoteChanges,
  mergeResults,
  replaceSegments,
  withUnsaved,
} from './editor-state.ts';
import { createEditorStore } from './editor-store.ts';
import { type ChangeStep, findUndoableStep, record, type TypingStep } from './history.ts';
import { createRowCache, type Row } from './row-cache.ts';
import { type BulkOutcome, NONE, type Outcome, type SegmentGateway } from './segment-gateway.ts';
import { createStepRunner } from './send-steps.ts';
import { type Caret, type Languages, NO_SURROUNDINGS, type Surroundings } from './split.ts';
import { findTimeProblem } from './times.ts';
import { changeUnsaved, type Draft, type Field, type Segment, type Unsaved } from './unsaved.ts';

/** Maximum UTF-16 units that one keystroke adds or removes: those of an emoji. */
const KEY_UNITS = 2;

/** Returns true if a single keystroke can have changed the first text to the second. */
function isKeystroke(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.length - start - end <= KEY_UNITS && after.length - start - end <= KEY_UNITS;
}

/** Number of rows on either side, about a minute each, that show how far the translation's times are from the original's. */
const NEIGHBOURS = 10;

/** Maximum number of rows to learn words from. They block the page for a quarter of a second, and more rows add little. */
const MAX_LEARNED_ROWS = 2000;

function findNeighbours(id: number, { segments, positionById }: EditorState): Segment[] {
  const position = positionById.get(id) ?? 0;
  const before = segments.slice(Math.max(0, position - NEIGHBOURS), position);
  return [...before, ...segments.slice(position + 1, position + 1 + NEIGHBOURS)];
}

/** Maximum number of rows that are reloaded by id. For more, all rows are. */
const MAX_RELOADED_BY_ID = 1000;

type Options = {
  segments: readonly Segment[];
  unsaved?: ReadonlyMap<number, Unsaved>;
  languages: Languages;
  gateway: SegmentGateway;
  /** In milliseconds. */
  now?: () => number;
};

export type Editor = ReturnType<typeof createEditor>;

/**
 * Creates the state of an alignment's editor, without a screen: segments, unsaved fields, undo history. Changes are sent one after
 * the other.
 */
export function createEditor({
  segments,
  unsaved = new Map(),
  languages: initialLanguages,
  gateway,
  now = Date.now,
}: Options) {
  let languages = initialLanguages;
  const store = createEditorStore(createState(segments, unsaved));
  const { get, set, getSegment } = store;
  const { enqueue, markBusy, performStep, moveInHistory } = createStepRunner(store, gateway);
  const rowCache = createRowCache();
  let lastTemporaryId = 0;
  let lastReplacement = 0;

  const row = (id: number): Row | null => {
    const segment = getSegment(id);
    return segment ? rowCache.get(segment, get().unsaved.get(id), get().busy.has(id)) : null;
  };
  /** Returns a row as edited, with times in the server's form. */
  const editedValue = (id: number): Segment | undefined => {
    const value = row(id)?.value;
    return value && tidyTimes(value);
  };
  const editedValueAt = (position: number): Segment | undefined => {
    const id = get().segments[position]?.id;
    return id === undefined ? undefined : editedValue(id);
  };
  const selectRows = (ids: ReadonlySet<number>): SelectedRow[] =>
    get().segments.flatMap((segment) => {
      const value = ids.has(segment.id) && editedValue(segment.id);
      return value ? [{ segment, value, unsaved: get().unsaved.get(segment.id) }] : [];
    });
  const hasInvalidTimes = (change: Change): boolean =>
    change.op === 'update' &&
    (change.fields.start_time !== undefined || change.fields.end_time !== undefined) &&
    findTimeProblem({ ...(getSegment(change.id) as Segment), ...change.fields }) !== null;

  async function reloadAll(): Promise<Outcome> {
    try {
      const loaded = await gateway.fetchAll();
      // Get the state after loading: someone may have typed in the meantime.
      set(replaceSegments(get(), loaded));
      return { result: 'done', id: null };
    } catch (error) {
      return { result: 'failed', error };
    }
  }

  /** `run`: key of a run of typing, which is undone in one step. Null for a separate step. */
  function changeFields(id: number, fields: Draft, run: string | null): void {
    const segment = getSegment(id);
    if (!segment) return;
    const before = get().unsaved.get(id);
    const after = changeUnsaved(segment, before, fields);
    if (!before && !after) return;
    const step: TypingStep = { kind: 'typing', id, before, after, run, at: now() };
    set({ ...withUnsaved(get(), id, after), history: record(get().history, step) });
  }

  /** Loaded at the first split. If that fails, a split uses only the texts. */
  let sourceCues: Promise<subtitles.SourceCues> | undefined;
  const loadCues = (): Promise<subtitles.SourceCues> => {
    sourceCues ??= gateway.fetchCues();
    return sourceCues.catch(() => {
      sourceCues = undefined;
      return NO_SURROUNDINGS.cues;
    });
  };
  /** Learned at the first split, and not again: a few more or fewer rows make no difference. */
  let words: RowWords | undefined;
  const learnWords = () => {
    const { segments } = get();
    const step = Math.ceil(segments.length / MAX_LEARNED_ROWS);
    return learnRowWords(segments.filter((_, position) => position % step === 0));
  };
  async function loadSurroundings(): Promise<(id: number) => Surroundings> {
    const cues = await loadCues();
    words ??= learnWords();
    const learnedWords = words;
    return (id) => ({ cues, words: learnedWords, neighbours: findNeighbours(id, get()) });
  }

  const buildAndPerform = (build: () => ChangeStep | null): Promise<Outcome> =>
    enqueue(async () => {
      const step = build();
      return step ? performStep(step) : NONE;
    });

  return {
    getState: get,
    subscribe: store.subscribe,
    setLanguages(newLanguages: Languages): void {
      languages = newLanguages;
    },
    /** Returns a row, as the same object while nothing in it changes; null if it was deleted. */
    row,

    /** Sets a field as typed. Continuous typing is undone in one step; replacing a text starts a new one. */
    write(id: number, field: Field, value: string | boolean): void {
      const current = row(id)?.value[field];
      const isText = typeof value === 'string';
      if (isText && !isKeystroke(String(current), value)) lastReplacement += 1;
      changeFields(id, { [field]: value }, isText ? `${id} ${field} ${lastReplacement}` : null);
    },
    /** Sets several fields in one step, such as times or a translation. */
    setFields: (id: number, fields: Draft) => changeFields(id, fields, null),

    /** Discards a row's unsaved fields. This can be undone. */
    discard(id: number): void {
      const before = get().unsaved.get(id);
      if (!before) return;
      const step: TypingStep = { kind: 'typing', id, before, after: undefined };
      set({ ...withUnsaved(get(), id, undefined), history: record(get().history, step) });
    },

    /** If `showsConflict` is false, a conflict leaves the row unsaved without opening the dialog. */
    save: (id: number, showsConflict = true): Promise<Outcome> =>
      enqueue(async () => {
        const value = editedValue(id);
        const entry = get().unsaved.get(id);
        const segment = getSegment(id);
        if (!value || !entry || !segment) return NONE;
        if (findTimeProblem(value)) return { result: 'invalid' };
        const outcome = await performStep(buildSave(segment, entry), { showsConflict });
        // The response to an earlier save may have been lost: then the fields are already saved.
        const isSavedAlready = outcome.result === 'conflict' && !get().unsaved.has(id);
        return isSavedAlready ? { result: 'done', id } : outcome;
      }),

    /**
     * Changes many rows in one undo step. Rows that someone else changed or deleted in the meantime are skipped, and returned
     * as `skippedIds`. With `savesRevision` the previous segments become a revision first.
     */
    changeMany: (ids: readonly number[], build: BulkStep, savesRevision = false): Promise<BulkOutcome> =>
      enqueue(async () => {
        const versions = new Map(ids.map((id) => [id, store.baseVersion(id)]));
        let remainingIds = ids;
        for (;;) {
          const remaining = new Set(remainingIds);
          const skippedIds = ids.filter((id) => !remaining.has(id));
          const step = build({ rows: selectRows(remaining), segments: get().segments });
          if (!step) return { ...NONE, count: 0, skippedIds };
          const count = step.forward.filter(({ op }) => op !== 'insert').length;
          if (step.forward.some(hasInvalidTimes)) return { result: 'invalid', count, skippedIds };
          const outcome = await performStep(step, { savesRevision });
          if (outcome.result === 'done') return { ...outcome, count, skippedIds };
          const reloadOutcome = await reloadAll();
          const unchangedIds = remainingIds.filter((id) => getSegment(id)?.version === versions.get(id));
          if (reloadOutcome.result !== 'done' || unchangedIds.length === remainingIds.length)
            return { ...outcome, count, skippedIds };
          remainingIds = unchangedIds;
        }
      }),

    /** Resolves once all pending changes were answered. */
    waitForPending: (): Promise<Outcome> => enqueue(async () => NONE),

    insertAfter: (id: number): Promise<Outcome> =>
      enqueue(async () => {
        const position = get().positionById.get(id);
        if (position === undefined) return NONE;
        markBusy([id], true);
        try {
          const { created, shortened } = await gateway.insert(position + 1, id);
          lastTemporaryId -= 1;
          // With another version, someone else has changed it too.
          const isOwn = (row: Segment) => row.version === (store.baseVersion(row.id) ?? row.version) + 1;
          const pairs = shortened.flatMap((now) => {
            const before = getSegment(now.id);
            return before && isOwn(now) ? [[before, now] as const] : [];
          });
          const step = buildInsert(lastTemporaryId, id, created, pairs);
          const recorded = { ...get(), history: record(get().history, step) };
          const sent = {
            changes: step.forward,
            unsaved: get().unsaved,
            excludesUnsaved: true,
            unsavedToRestore: [],
            typing: [],
          };
          const merged = mergeResults(recorded, sent, [created, ...pairs.map(([, now]) => now)]);
          set(mergeRemoteChanges(merged, shortened));
          return { result: 'done', id: created.id };
        } catch (error) {
          return { result: 'failed', error };
        } finally {
          markBusy([id], false);
        }
      }),

    remove: (id: number): Promise<Outcome> =>
      buildAndPerform(() => {
        const segment = getSegment(id);
        const before = get().segments[(get().positionById.get(id) ?? 0) - 1];
        return segment ? buildDelete(segment, before?.id ?? null, get().unsaved.get(id)) : null;
      }),

    mergeWithNext: (id: number): Promise<Outcome> =>
      enqueue(async () => {
        const position = get().positionById.get(id) ?? -1;
        const [first, second] = [get().segments[position], get().segments[position + 1]];
        const [firstValue, secondValue] = [editedValueAt(position), editedValueAt(position + 1)];
        if (!first || !second || !firstValue || !secondValue) return NONE;
        if (findTimeProblem(firstValue) || findTimeProblem(secondValue)) return { result: 'invalid' };
        return performStep(buildMerge([first, firstValue], [second, secondValue], get().unsaved));
      }),

    /** Returns `none` if the text of the caret changes before the split, since the caret is then elsewhere. */
    split: async (id: number, caret: Caret): Promise<Outcome> => {
      const text = row(id)?.value[caret.field];
      const getSurroundings = await loadSurroundings();
      return buildAndPerform(() => {
        const segment = getSegment(id);
        const value = editedValue(id);
        lastTemporaryId -= 1;
        if (!segment || !value || value[caret.field] !== text) return null;
        return buildSplit(segment, value, {
          caret,
          languages,
          surroundings: getSurroundings(id),
          newId: lastTemporaryId,
          unsaved: get().unsaved.get(id),
        });
      });
    },

    /** Proposes divisions of the long segments. */
    proposeDivisions: async (): Promise<Division[]> =>
      findDivisions(get(), languages, await loadSurroundings()),

    /** Undoes the last step, or the one with a key unless a later step changes the same rows. */
    undo: (key?: number): Promise<Outcome> => enqueue(() => moveInHistory('undo', key)),
    canUndo: (key: number): boolean => findUndoableStep(get().history, key) !== undefined,
    redo: (): Promise<Outcome> => enqueue(() => moveInHistory('redo')),

    /**
     * Reloads all segments, or those announced as changed unless they have the announced version already. Waits for this
     * editor's own changes in flight, which would otherwise look like someone else's.
     */
    reload: (changed: readonly number[] | 'all', versions?: ReadonlyMap<number, number>): Promise<Outcome> =>
      enqueue(async () => {
        if (changed === 'all') return reloadAll();
        const isNew = (id: number) => (versions?.get(id) ?? Infinity) > (getSegment(id)?.version ?? 0);
        const ids = changed.filter(isNew);
        if (ids.length === 0) return NONE;
        if (ids.length > MAX_RELOADED_BY_ID) return reloadAll();
        try {
          const loaded = await gateway.fetch(ids);
          set(mergeRemoteChanges(get(), loaded));
          return { result: 'done', id: null };
        } catch (error) {
          return { result: 'failed', error };
        }
      }),

    /** Resolves a conflict: rebases the local fields on the current version, discards them, or leaves them unsaved. */
    resolveConflict(choice: 'mine' | 'theirs' | 'later'): void {
      const { conflict } = get();
      if (!conflict) return;
      const { id, version } = getSegment(conflict.current.id) ?? conflict.current;
      const entry = get().unsaved.get(id);
      set({ ...get(), conflict: null });
      if (choice === 'theirs') set(withUnsaved(get(), id, undefined));
      else if (choice === 'mine' && entry) set(withUnsaved(get(), id, { ...entry, version }));
    },
    /** Groups all machine translations until `endTranslation` into one undo step. */
    startTranslation: () => set({ ...get(), translation: `translation ${now()}` }),
    endTranslation: () => set({ ...get(), translation: null }),
    discardOrphans: () => set({ ...get(), orphans: [] }),
  };
}
