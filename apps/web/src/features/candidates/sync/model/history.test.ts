// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { cueDocumentAt, textsIn, timesIn } from '../testing/cue-documents.ts';
import type { Change } from './cue-document.ts';
import { edgeSet, insertedAfter, removed, shifted, stretched } from './edits.ts';
import {
  doChange,
  type History,
  isUnsaved,
  markSaved,
  redo,
  resetTo,
  startHistory,
  undo,
} from './history.ts';

const THREE = cueDocumentAt([1000, 2000], [3000, 4000], [5000, 6000]);
const text = (value: string): Change => ({ op: 'text', n: 1, text: value });
const type = (history: History, value: string, now = 0) => doChange(history, text(value), 'text 1', now);
const first = ({ cueDocument }: History) => cueDocument.cues[0]?.text;

describe('undoing', () => {
  it('undoes the last step and redoes it', () => {
    const done = doChange(startHistory(THREE), { op: 'remove', n: 2 }, null, 0);
    expect(textsIn(undo(done).cueDocument)).toEqual(['Line 1', 'Line 2', 'Line 3']);
    expect(textsIn(redo(undo(done)).cueDocument)).toEqual(['Line 1', 'Line 3']);
  });

  it('does nothing without steps to undo or redo', () => {
    const start = startHistory(THREE);
    expect(undo(start)).toBe(start);
    expect(redo(start)).toBe(start);
  });

  it('can’t redo after another change', () => {
    const other = doChange(undo(type(startHistory(THREE), 'a')), { op: 'remove', n: 1 }, null, 0);
    expect(redo(other)).toBe(other);
  });

  it('records no step for a change without effect', () => {
    const start = startHistory(THREE);
    expect(doChange(start, text('Line 1'), null, 0)).toBe(start);
  });

  it('undoes letters typed without a pause as one step', () => {
    const typed = ['h', 'he', 'hel'].reduce(
      (history, value, at) => type(history, value, at * 300),
      startHistory(THREE),
    );
    expect(first(undo(typed))).toBe('Line 1');
    expect(first(redo(undo(typed)))).toBe('hel');
  });

  it('undoes letters typed after a pause as another step', () => {
    const typed = type(type(startHistory(THREE), 'h', 0), 'he', 1000);
    expect(first(undo(typed))).toBe('h');
  });

  it('undoes another segment’s text as another step', () => {
    const typed = doChange(type(startHistory(THREE), 'h'), { op: 'text', n: 2, text: 'x' }, 'text 2', 10);
    expect(textsIn(undo(typed).cueDocument)).toEqual(['h', 'Line 2', 'Line 3']);
  });

  it('undoes repeated steps of an edge as one step', () => {
    let history = startHistory(THREE);
    for (const [at, ms] of [1100, 1200, 1300].entries())
      history = doChange(history, edgeSet(history.cueDocument, 1, 'start', ms) as Change, 'start 1', at * 50);
    expect(timesIn(history.cueDocument)[0]).toEqual([1300, 2000]);
    expect(undo(history).cueDocument).toEqual(THREE);
  });

  it('doesn’t continue the run of a redone step', () => {
    const again = redo(undo(type(startHistory(THREE), 'h', 0)));
    expect(first(undo(type(again, 'he', 1)))).toBe('h');
  });

  /** A step that weighs as much as 200,000 changed cues. */
  const heavy = (): Change => ({
    op: 'times',
    times: Array.from({ length: 200_000 }, (_, at) => ({ n: 1, start: at % 2, end: 5000 })),
  });

  it('drops the oldest steps beyond the limit', () => {
    let history = type(startHistory(THREE), 'a');
    for (const now of [0, 1, 2]) history = doChange(history, heavy(), null, now);
    expect(history.done).toHaveLength(2);
    while (history.done.length > 0) history = undo(history);
    expect(first(history)).toBe('a');
  });

  it('never returns to the saved state once the steps to it were dropped', () => {
    let history = startHistory(THREE);
    for (const now of [0, 1, 2]) history = doChange(history, heavy(), null, now);
    while (history.done.length > 0) history = undo(history);
    expect(isUnsaved(history)).toBe(true);
  });

  /** Applies one of the editor's changes to a cue document, chosen by the seed. */
  function doAny(history: History, seed: number): History {
    const { cueDocument } = history;
    const n = 1 + (seed % cueDocument.cues.length);
    const ms = (seed % 13_001) - 4000;
    const changes = [
      () => shifted(cueDocument, n, ms),
      () => edgeSet(cueDocument, n, 'start', ms),
      () => edgeSet(cueDocument, n, 'end', ms),
      () => insertedAfter(cueDocument, n, seed),
      () => removed(cueDocument, n),
      () =>
        stretched(
          cueDocument,
          { id: cueDocument.ids[0] ?? 0, to: 0 },
          { id: cueDocument.ids.at(-1) ?? 0, to: ms },
        ),
    ];
    const change = changes[seed % 7]?.() ?? text(String(seed));
    return doChange(history, change, null, 0);
  }

  it.each(Array.from({ length: 40 }, (_, at) => at + 1))('leads back and forth on walk %i', (walk) => {
    let seed = walk;
    let history = startHistory(THREE);
    const states = [history.cueDocument];
    for (let step = 0; step < 12; step += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const next = doAny(history, seed);
      if (next !== history) states.push(next.cueDocument);
      history = next;
    }
    const back = [history.cueDocument];
    for (; history.done.length > 0; back.unshift(history.cueDocument)) history = undo(history);
    expect(back).toEqual(states);
    expect(isUnsaved(history)).toBe(false);
    const forth = [history.cueDocument];
    for (; history.undone.length > 0; forth.push(history.cueDocument)) history = redo(history);
    expect(forth).toEqual(states);
    expect(states.length).toBeGreaterThan(5);
  });
});

describe('unsaved changes', () => {
  const saveNow = (history: History) =>
    markSaved(history, { cueDocument: history.cueDocument, revision: history.revision });

  it('exist after any edit', () => {
    expect(isUnsaved(startHistory(THREE))).toBe(false);
    expect(isUnsaved(type(startHistory(THREE), 'a'))).toBe(true);
  });

  it('disappear when everything is undone, and return when redone', () => {
    const undone = undo(type(startHistory(THREE), 'a'));
    expect(isUnsaved(undone)).toBe(false);
    expect(isUnsaved(redo(undone))).toBe(true);
  });

  it('disappear after saving, and return when the saved change is undone', () => {
    const saved = saveNow(type(startHistory(THREE), 'a'));
    expect(isUnsaved(saved)).toBe(false);
    expect(isUnsaved(undo(saved))).toBe(true);
    expect(isUnsaved(redo(undo(saved)))).toBe(false);
  });

  it('exist after typing right after a save', () => {
    const typed = type(saveNow(type(startHistory(THREE), 'a', 0)), 'ab', 10);
    expect(isUnsaved(typed)).toBe(true);
    expect(first(undo(typed))).toBe('a');
    expect(isUnsaved(undo(typed))).toBe(false);
  });

  it('exist after changes during a save', () => {
    const sent = type(startHistory(THREE), 'a', 0);
    const meanwhile = type(sent, 'ab', 5000);
    const saved = markSaved(meanwhile, { cueDocument: sent.cueDocument, revision: sent.revision });
    expect(isUnsaved(saved)).toBe(true);
    expect(isUnsaved(undo(saved))).toBe(false);
  });

  it('exist at first with a draft', () => {
    const draft = startHistory(THREE, cueDocumentAt([1, 2]));
    expect(isUnsaved(draft)).toBe(true);
    expect(timesIn(draft.cueDocument)).toEqual([[1, 2]]);
  });
});

describe('resetting', () => {
  it('returns to the loaded state', () => {
    const reset = resetTo(type(startHistory(THREE), 'a'), 0);
    expect(reset.cueDocument).toBe(THREE);
    expect(isUnsaved(reset)).toBe(false);
  });

  it('returns to the last saved state', () => {
    const typed = type(startHistory(THREE), 'a', 0);
    const saved = markSaved(typed, { cueDocument: typed.cueDocument, revision: typed.revision });
    expect(first(resetTo(type(saved, 'b', 5000), 0))).toBe('a');
  });

  it('drops the draft', () => {
    expect(resetTo(startHistory(THREE, cueDocumentAt([1, 2])), 0).cueDocument).toBe(THREE);
  });

  it('can be undone, which is unsaved again', () => {
    const back = undo(resetTo(type(startHistory(THREE), 'a'), 0));
    expect(first(back)).toBe('a');
    expect(isUnsaved(back)).toBe(true);
    expect(isUnsaved(redo(back))).toBe(false);
  });

  it('does nothing without unsaved changes', () => {
    const start = startHistory(THREE);
    expect(resetTo(start, 0)).toBe(start);
  });
});
