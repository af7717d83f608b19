import type { subtitles } from '@sayback/contract';
import { learnRowWords, type RowWords } from '@sayback/subtitles';
import { deletion, insertion, merging, saving, splitting, tidied } from './build-step.ts';
import type { BulkStep, ChosenRow } from './bulk-step.ts';
import type { Change } from './change.ts';
import { type Division, findDivisions } from './divide.ts';
import {
  type EditorState,
  replaceList,
  startState,
  takeRemoteChanges,
  takeResults,
  withUnsaved,
} from './editor-state.ts';
import { createEditorStore } from './editor-store.ts';
import { type ChangeStep, record, undoableStep, type WritingStep } from './history.ts';
import { createRows, type Row } from './rows.ts';
import { type BulkOutcome, NONE, type Outcome, type SegmentGateway } from './segment-gateway.ts';
import { createSteps } from './send-steps.ts';
import { type Caret, type Languages, NOTHING_AROUND, type Surroundings } from './split.ts';
import { timeProblem } from './times.ts';
import { type Draft, type Field, type Segment, type Unsaved, written } from './unsaved.ts';

/** Maximum UTF-16 units that one keystroke adds or removes: those of an emoji. */
const KEY_UNITS = 2;

/** Returns true if a keystroke may have turned the first text into the second, without replacing anything longer. */
function isTypedOn(before: string, after: string): boolean {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.length - start - end <= KEY_UNITS && after.length - start - end <= KEY_UNITS;
}

/** Rows on either side used to determine the translation's clock relative to the original's: about a minute each. */
const NEIGHBOURS = 10;

/** Maximum number of rows to learn words from: more add little, and two thousand block the page for a quarter of a second. */
const MIN_ROWS = 2000;

function findNeighbours(id: number, { segments, positionById }: EditorState): Segment[] {
  const position = positionById.get(id) ?? 0;
  const before = segments.slice(Math.max(0, position - NEIGHBOURS), position);
  return [...before, ...segments.slice(position + 1, position + 1 + NEIGHBOURS)];
}

/** Number of rows beyond which everything is reloaded. */
const MAX_BY_ID = 1000;

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
 * State of an alignment's editor, without a screen: its segments, unsaved fields, and undo history. Changes are sent one after
 * the other.
 */
export function createEditor({
  segments,
  unsaved = new Map(),
  languages: given,
  gateway,
  now = Date.now,
}: Options) {
  let languages = given;
  const store = createEditorStore(startState(segments, unsaved));
  const { get, set, getSegmentId } = store;
  const { inTurn, markBusy, perform, move } = createSteps(store, gateway);
  const rows = createRows();
  let lastTemporaryId = 0;
  let lastReplacement = 0;

  const row = (id: number): Row | null => {
    const segment = getSegmentId(id);
    return segment ? rows.of(segment, get().unsaved.get(id), get().busy.has(id)) : null;
  };
  /** Returns a row as edited, with times in the server's form. */
  const writtenValue = (id: number): Segment | undefined => {
    const value = row(id)?.value;
    return value && tidied(value);
  };
  const valueAt = (position: number): Segment | undefined => {
    const id = get().segments[position]?.id;
    return id === undefined ? undefined : writtenValue(id);
  };
  const getRows = (ids: ReadonlySet<number>): ChosenRow[] =>
    get().segments.flatMap((segment) => {
      const value = ids.has(segment.id) && writtenValue(segment.id);
      return value ? [{ segment, value, unsaved: get().unsaved.get(segment.id) }] : [];
    });
  const hasBadTimes = (change: Change): boolean =>
    change.op === 'update' &&
    (change.fields.start_time !== undefined || change.fields.end_time !== undefined) &&
    timeProblem({ ...(getSegmentId(change.id) as Segment), ...change.fields }) !== null;

  async function readAll(): Promise<Outcome> {
    try {
      const read = await gateway.readAll();
      // Read first, since someone may have typed while it was loading.
      set(replaceList(get(), read));
      return { result: 'done', id: null };
    } catch (error) {
      return { result: 'failed', error };
    }
  }

  /** `run` names the typing that it continues, if any, so that both are undone together. */
  function setFields(id: number, fields: Draft, run: string | null): void {
    const segment = getSegmentId(id);
    if (!segment) return;
    const before = get().unsaved.get(id);
    const after = written(segment, before, fields);
    if (!before && !after) return;
    const step: WritingStep = { kind: 'writing', id, before, after, run, at: now() };
    set({ ...withUnsaved(get(), id, after), history: record(get().history, step) });
  }

  /** Loaded once, at the first split; without them a split uses only the texts. */
  let sourceCues: Promise<subtitles.SourceCues> | undefined;
  const readCues = (): Promise<subtitles.SourceCues> => {
    sourceCues ??= gateway.readCues();
    return sourceCues.catch(() => {
      sourceCues = undefined;
      return NOTHING_AROUND.cues;
    });
  };
  /** Learned once: a few more or fewer rows make no difference. */
  let words: RowWords | undefined;
  const learnWords = () => {
    const { segments } = get();
    const step = Math.ceil(segments.length / MIN_ROWS);
    return learnRowWords(segments.filter((_, position) => position % step === 0));
  };
  async function readSurroundings(): Promise<(id: number) => Surroundings> {
    const cues = await readCues();
    words ??= learnWords();
    const known = words;
    return (id) => ({ cues, words: known, neighbours: findNeighbours(id, get()) });
  }

  const doStep = (build: () => ChangeStep | null): Promise<Outcome> =>
    inTurn(async () => {
      const step = build();
      return step ? perform(step) : NONE;
    });

  return {
    getState: get,
    subscribe: store.subscribe,
    setLanguages(changed: Languages): void {
      languages = changed;
    },
    /** Returns a row as shown; the same object unless something in it changes. Null if it is gone. */
    row,

    /** Types in a field. Continuous typing is one step of undo; replacing a text starts a new one. */
    write(id: number, field: Field, value: string | boolean): void {
      const shown = row(id)?.value[field];
      const isText = typeof value === 'string';
      if (isText && !isTypedOn(String(shown), value)) lastReplacement += 1;
      setFields(id, { [field]: value }, isText ? `${id} ${field} ${lastReplacement}` : null);
    },
    /** Sets several fields as one step: times, or a translation. */
    fill: (id: number, fields: Draft) => setFields(id, fields, null),

    /** Discards a row's unsaved fields. That can be undone, as typing can. */
    discard(id: number): void {
      const before = get().unsaved.get(id);
      if (!before) return;
      const step: WritingStep = { kind: 'writing', id, before, after: undefined };
      set({ ...withUnsaved(get(), id, undefined), history: record(get().history, step) });
    },

    /** Without `showsConflict`, a conflict isn't shown at once: the row stays unsaved. */
    save: (id: number, showsConflict = true): Promise<Outcome> =>
      inTurn(async () => {
        const value = writtenValue(id);
        const entry = get().unsaved.get(id);
        const segment = getSegmentId(id);
        if (!value || !entry || !segment) return NONE;
        if (timeProblem(value)) return { result: 'invalid' };
        const outcome = await perform(saving(segment, entry), { showsConflict });
        // An earlier response may have got lost, so the fields may already be saved.
        const isSavedAlready = outcome.result === 'conflict' && !get().unsaved.has(id);
        return isSavedAlready ? { result: 'done', id } : outcome;
      }),

    /**
     * Changes many rows as one step of undo. Rows that someone else changed or deleted meanwhile are skipped, and returned
     * as `leftOut`. With `savesRevision` the previous segments become a revision first.
     */
    changeMany: (ids: readonly number[], build: BulkStep, savesRevision = false): Promise<BulkOutcome> =>
      inTurn(async () => {
        const versions = new Map(ids.map((id) => [id, store.toVersionKey(id)]));
        let left = ids;
        for (;;) {
          const chosen = new Set(left);
          const leftOut = ids.filter((id) => !chosen.has(id));
          const step = build({ rows: getRows(chosen), segments: get().segments });
          if (!step) return { ...NONE, count: 0, leftOut };
          const count = step.forward.filter(({ op }) => op !== 'insert').length;
          if (step.forward.some(hasBadTimes)) return { result: 'invalid', count, leftOut };
          const outcome = await perform(step, { savesRevision });
          if (outcome.result === 'done') return { ...outcome, count, leftOut };
          const reread = await readAll();
          const present = left.filter((id) => getSegmentId(id)?.version === versions.get(id));
          if (reread.result !== 'done' || present.length === left.length)
            return { ...outcome, count, leftOut };
          left = present;
        }
      }),

    /** Resolves once all pending changes are done. */
    settled: (): Promise<Outcome> => inTurn(async () => NONE),

    insertAfter: (id: number): Promise<Outcome> =>
      inTurn(async () => {
        const position = get().positionById.get(id);
        if (position === undefined) return NONE;
        markBusy([id], true);
        try {
          const created = await gateway.insert(position + 1);
          lastTemporaryId -= 1;
          const step = insertion(lastTemporaryId, id, created);
          const recorded = { ...get(), history: record(get().history, step) };
          set(
            takeResults(recorded, { changes: step.forward, unsaved: get().unsaved, back: [], writing: [] }, [
              created,
            ]),
          );
          return { result: 'done', id: created.id };
        } catch (error) {
          return { result: 'failed', error };
        } finally {
          markBusy([id], false);
        }
      }),

    remove: (id: number): Promise<Outcome> =>
      doStep(() => {
        const segment = getSegmentId(id);
        const before = get().segments[(get().positionById.get(id) ?? 0) - 1];
        return segment ? deletion(segment, before?.id ?? null, get().unsaved.get(id)) : null;
      }),

    mergeWithNext: (id: number): Promise<Outcome> =>
      inTurn(async () => {
        const position = get().positionById.get(id) ?? -1;
        const [first, second] = [get().segments[position], get().segments[position + 1]];
        const [a, b] = [valueAt(position), valueAt(position + 1)];
        if (!first || !second || !a || !b) return NONE;
        if (timeProblem(a) || timeProblem(b)) return { result: 'invalid' };
        return perform(merging([first, a], [second, b], get().unsaved));
      }),

    split: async (id: number, caret: Caret): Promise<Outcome> => {
      const around = await readSurroundings();
      return doStep(() => {
        const segment = getSegmentId(id);
        const value = writtenValue(id);
        lastTemporaryId -= 1;
        return segment && value
          ? splitting(segment, value, {
              caret,
              languages,
              around: around(id),
              newId: lastTemporaryId,
              unsaved: get().unsaved.get(id),
            })
          : null;
      });
    },

    /** Proposes divisions of the long segments. */
    proposeDivisions: async (): Promise<Division[]> =>
      findDivisions(get(), languages, await readSurroundings()),

    /** Undoes the last step, or the one with a key if no later step touches its rows. */
    undo: (key?: number): Promise<Outcome> => inTurn(() => move('undo', key)),
    canUndo: (key: number): boolean => undoableStep(get().history, key) !== undefined,
    redo: (): Promise<Outcome> => inTurn(() => move('redo')),

    /**
     * Reloads segments announced as changed, except those already in the announced versions; or all. It waits for a change
     * in flight, whose response would look like someone else's.
     */
    reread: (changed: readonly number[] | 'all', versions?: ReadonlyMap<number, number>): Promise<Outcome> =>
      inTurn(async () => {
        if (changed === 'all') return readAll();
        const isNew = (id: number) => (versions?.get(id) ?? Infinity) > (getSegmentId(id)?.version ?? 0);
        const ids = changed.filter(isNew);
        if (ids.length === 0) return NONE;
        if (ids.length > MAX_BY_ID) return readAll();
        try {
          const read = await gateway.read(ids);
          set(takeRemoteChanges(get(), read));
          return { result: 'done', id: null };
        } catch (error) {
          return { result: 'failed', error };
        }
      }),

    /** Settles a conflict: bases the local fields on the current version, or discards them. */
    settleConflict(choice: 'mine' | 'theirs' | 'later'): void {
      const { conflict } = get();
      if (!conflict) return;
      const { id, version } = getSegmentId(conflict.current.id) ?? conflict.current;
      const entry = get().unsaved.get(id);
      set({ ...get(), conflict: null });
      if (choice === 'theirs') set(withUnsaved(get(), id, undefined));
      else if (choice === 'mine' && entry) set(withUnsaved(get(), id, { ...entry, version }));
    },
    /** Groups a service's translations from now on into one undo step. */
    startTranslation: () => set({ ...get(), translation: `translation ${now()}` }),
    endTranslation: () => set({ ...get(), translation: null }),
    dropOrphans: () => set({ ...get(), orphans: [] }),
  };
}
