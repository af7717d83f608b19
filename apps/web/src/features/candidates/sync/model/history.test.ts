import { describe, expect, it } from 'vitest';
import { createCueDocument, listTexts, listTimes } from '../testing/cue-documents.ts';
import type { Change } from './cue-document.ts';
import { createEdgeChange, createInsertion, createRemoval, createShift, createStretch } from './edits.ts';
import {
  type History,
  isUnsaved,
  markSaved,
  pushChange,
  redo,
  resetToSaved,
  startHistory,
  undo,
} from './history.ts';

const THREE = createCueDocument([1000, 2000], [3000, 4000], [5000, 6000]);
const createTextChange = (value: string): Change => ({ op: 'text', n: 1, text: value });
const typeText = (history: History, value: string, now = 0) =>
  pushChange(history, createTextChange(value), 'text 1', now);
const firstText = ({ cueDocument }: History) => cueDocument.cues[0]?.text;

describe('undoing', () => {
  it('undoes the last step and redoes it', () => {
    const done = pushChange(startHistory(THREE), { op: 'remove', n: 2 }, null, 0);
    expect(listTexts(undo(done).cueDocument)).toEqual(['Line 1', 'Line 2', 'Line 3']);
    expect(listTexts(redo(undo(done)).cueDocument)).toEqual(['Line 1', 'Line 3']);
  });

  it('does nothing without steps to undo or redo', () => {
    const start = startHistory(THREE);
    expect(undo(start)).toBe(start);
    expect(redo(start)).toBe(start);
  });

  it('records no step for a change without effect', () => {
    const start = startHistory(THREE);
    expect(pushChange(start, createTextChange('Line 1'), null, 0)).toBe(start);
  });

  it('undoes letters typed without a pause as one step', () => {
    const typed = ['h', 'he', 'hel'].reduce(
      (history, value, index) => typeText(history, value, index * 300),
      startHistory(THREE),
    );
    expect(firstText(undo(typed))).toBe('Line 1');
    expect(firstText(redo(undo(typed)))).toBe('hel');
  });

  it('undoes repeated steps of an edge as one step', () => {
    let history = startHistory(THREE);
    for (const [index, ms] of [1100, 1200, 1300].entries())
      history = pushChange(
        history,
        createEdgeChange(history.cueDocument, 1, 'start', ms) as Change,
        'start 1',
        index * 50,
      );
    expect(listTimes(history.cueDocument)[0]).toEqual([1300, 2000]);
    expect(undo(history).cueDocument).toEqual(THREE);
  });

  /** A change with a weight of 200,000 cues. */
  const createHeavyChange = (): Change => ({
    op: 'times',
    times: Array.from({ length: 200_000 }, (_, index) => ({ n: 1, start: index % 2, end: 5000 })),
  });

  it('can’t return to the saved state once the steps to it are dropped', () => {
    let history = startHistory(THREE);
    for (const now of [0, 1, 2]) history = pushChange(history, createHeavyChange(), null, now);
    while (history.done.length > 0) history = undo(history);
    expect(isUnsaved(history)).toBe(true);
  });

  /** Applies one of the editor's changes, chosen by the seed. */
  function applyRandomChange(history: History, seed: number): History {
    const { cueDocument } = history;
    const n = 1 + (seed % cueDocument.cues.length);
    const ms = (seed % 13_001) - 4000;
    const changes = [
      () => createShift(cueDocument, n, ms),
      () => createEdgeChange(cueDocument, n, 'start', ms),
      () => createEdgeChange(cueDocument, n, 'end', ms),
      () => createInsertion(cueDocument, n, seed),
      () => createRemoval(cueDocument, n),
      () =>
        createStretch(
          cueDocument,
          { id: cueDocument.ids[0] ?? 0, to: 0 },
          { id: cueDocument.ids.at(-1) ?? 0, to: ms },
        ),
    ];
    const change = changes[seed % 7]?.() ?? createTextChange(String(seed));
    return pushChange(history, change, null, 0);
  }

  it.each(Array.from({ length: 40 }, (_, index) => index + 1))(
    'undoes and redoes a random series of changes: seed %i',
    (firstSeed) => {
      let seed = firstSeed;
      let history = startHistory(THREE);
      const states = [history.cueDocument];
      for (let step = 0; step < 12; step += 1) {
        seed = (seed * 48_271) % 2_147_483_647;
        const next = applyRandomChange(history, seed);
        if (next !== history) states.push(next.cueDocument);
        history = next;
      }
      const back = [history.cueDocument];
      for (; history.done.length > 0; back.unshift(history.cueDocument)) history = undo(history);
      expect(back).toEqual(states);
      expect(isUnsaved(history)).toBe(false);
      const redone = [history.cueDocument];
      for (; history.undone.length > 0; redone.push(history.cueDocument)) history = redo(history);
      expect(redone).toEqual(states);
      expect(states.length).toBeGreaterThan(5);
    },
  );
});

describe('unsaved changes', () => {
  const saveHistory = (history: History) =>
    markSaved(history, { cueDocument: history.cueDocument, revision: history.revision });

  it('exist after any edit', () => {
    expect(isUnsaved(startHistory(THREE))).toBe(false);
    expect(isUnsaved(typeText(startHistory(THREE), 'a'))).toBe(true);
  });

  it('disappear when everything is undone, and return when redone', () => {
    const undone = undo(typeText(startHistory(THREE), 'a'));
    expect(isUnsaved(undone)).toBe(false);
    expect(isUnsaved(redo(undone))).toBe(true);
  });

  it('disappear after saving, and return when the saved change is undone', () => {
    const saved = saveHistory(typeText(startHistory(THREE), 'a'));
    expect(isUnsaved(saved)).toBe(false);
    expect(isUnsaved(undo(saved))).toBe(true);
    expect(isUnsaved(redo(undo(saved)))).toBe(false);
  });

  it('exist after typing right after a save', () => {
    const typed = typeText(saveHistory(typeText(startHistory(THREE), 'a', 0)), 'ab', 10);
    expect(isUnsaved(typed)).toBe(true);
    expect(firstText(undo(typed))).toBe('a');
    expect(isUnsaved(undo(typed))).toBe(false);
  });

  it('exist after changes during a save', () => {
    const sent = typeText(startHistory(THREE), 'a', 0);
    const meanwhile = typeText(sent, 'ab', 5000);
    const saved = markSaved(meanwhile, { cueDocument: sent.cueDocument, revision: sent.revision });
    expect(isUnsaved(saved)).toBe(true);
    expect(isUnsaved(undo(saved))).toBe(false);
  });

  it('exist after opening with a draft', () => {
    const draft = startHistory(THREE, createCueDocument([1, 2]));
    expect(isUnsaved(draft)).toBe(true);
    expect(listTimes(draft.cueDocument)).toEqual([[1, 2]]);
  });
});

describe('resetting', () => {
  it('returns to the loaded state', () => {
    const reset = resetToSaved(typeText(startHistory(THREE), 'a'), 0);
    expect(reset.cueDocument).toBe(THREE);
    expect(isUnsaved(reset)).toBe(false);
  });

  it('returns to the last saved state', () => {
    const typed = typeText(startHistory(THREE), 'a', 0);
    const saved = markSaved(typed, { cueDocument: typed.cueDocument, revision: typed.revision });
    expect(firstText(resetToSaved(typeText(saved, 'b', 5000), 0))).toBe('a');
  });

  it('discards the draft', () => {
    expect(resetToSaved(startHistory(THREE, createCueDocument([1, 2])), 0).cueDocument).toBe(THREE);
  });

  it('can be undone, which restores the unsaved changes', () => {
    const back = undo(resetToSaved(typeText(startHistory(THREE), 'a'), 0));
    expect(firstText(back)).toBe('a');
    expect(isUnsaved(back)).toBe(true);
    expect(isUnsaved(redo(back))).toBe(false);
  });

  it('does nothing without unsaved changes', () => {
    const start = startHistory(THREE);
    expect(resetToSaved(start, 0)).toBe(start);
  });
});
