// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import { cueDocumentAt, cuesAt, textsIn, timesIn } from '../testing/cue-documents.ts';
import type { CueDocument } from './cue-document.ts';
import { isUnsaved } from './history.ts';
import { createSyncEditor } from './sync-editor.ts';

const THREE = cueDocumentAt([1000, 2000], [3000, 4000], [5000, 6000]);

function open(saved: CueDocument = THREE, unsaved: CueDocument | null = null) {
  let clock = 0;
  const editor = createSyncEditor({ saved, unsaved, now: () => clock });
  const wait = (ms: number) => {
    clock += ms;
  };
  return {
    editor,
    wait,
    times: () => timesIn(editor.getState().cueDocument),
    texts: () => textsIn(editor.getState().cueDocument),
  };
}

describe('sync editor', () => {
  it('starts with what was saved, or with the draft', () => {
    expect(open().times()).toEqual(timesIn(THREE));
    expect(open(THREE, cueDocumentAt([1, 2])).times()).toEqual([[1, 2]]);
  });

  it('numbers segments by their position, and a missing one as 0', () => {
    const { editor } = open();
    editor.remove(2);
    expect([1, 2, 3].map(editor.numberOf)).toEqual([1, 0, 2]);
  });

  it('returns the same segment unchanged when another one changes', () => {
    const { editor } = open();
    const before = editor.cue(3);
    editor.write(1, 'x');
    expect(editor.cue(3)).toBe(before);
    expect(editor.cue(1)?.text).toBe('x');
  });

  it('notifies of a change, and not of one that changes nothing', () => {
    const { editor } = open();
    const listener = vi.fn();
    const leave = editor.subscribe(listener);
    editor.write(1, 'Line 1');
    editor.setEdge(1, 'start', 1000);
    expect(listener).not.toHaveBeenCalled();
    editor.write(1, 'x');
    expect(listener).toHaveBeenCalledOnce();
    leave();
    editor.write(1, 'y');
    expect(listener).toHaveBeenCalledOnce();
  });

  it('nudges an edge by a step within the limits', () => {
    const { editor, times } = open();
    editor.nudge(2, 'start', -500);
    editor.nudge(2, 'end', -5000);
    expect(times()[1]).toEqual([2500, 2600]);
  });

  it('undoes quick steps of one edge at once, and those of another edge separately', () => {
    const { editor, times, wait } = open();
    editor.nudge(2, 'start', 100);
    wait(100);
    editor.nudge(2, 'start', 100);
    wait(100);
    editor.nudge(2, 'end', 100);
    editor.undo();
    expect(times()[1]).toEqual([3200, 4000]);
    editor.undo();
    expect(times()[1]).toEqual([3000, 4000]);
  });

  it('shifts all segments, or those from one on', () => {
    const { editor, times } = open();
    expect(editor.shift(100, null)).toBe(true);
    expect(editor.shift(1000, 3)).toBe(true);
    expect(times().map(([start]) => start)).toEqual([1100, 3100, 6100]);
    expect(editor.shift(0, null)).toBe(false);
    expect(editor.shift(10, 99)).toBe(false);
  });

  it('undoes two shifts one by one', () => {
    const { editor, times } = open();
    editor.shift(100, null);
    editor.shift(100, null);
    editor.undo();
    expect(times()[0]).toEqual([1100, 2100]);
  });

  it('stretches by two points', () => {
    const { editor, times } = open();
    expect(editor.stretch({ id: 1, to: 1000 }, { id: 3, to: 9000 })).toBe(true);
    expect(times().map(([start]) => start)).toEqual([1000, 5000, 9000]);
    expect(editor.stretch({ id: 1, to: 1000 }, { id: 1, to: 9000 })).toBe(false);
  });

  it('takes over the times of synchronised segments in one step', () => {
    const { editor, times } = open();
    editor.setTimes(cuesAt([0, 500], [600, 700], [800, 900]));
    expect(times()).toEqual([
      [0, 500],
      [600, 700],
      [800, 900],
    ]);
    editor.undo();
    expect(times()).toEqual(timesIn(THREE));
  });

  it('inserts after a segment under an id that was never used', () => {
    const { editor, texts } = open();
    expect(editor.insertAfter(1)).toBe(4);
    expect(texts()).toEqual(['Line 1', '', 'Line 2', 'Line 3']);
    editor.undo();
    expect(editor.insertAfter(1)).toBe(5);
    expect(editor.insertAfter(99)).toBeNull();
  });

  it('uses no id of the draft twice', () => {
    const draft = { ...THREE, ids: [1, 9, 3] };
    expect(open(THREE, draft).editor.insertAfter(1)).toBe(10);
  });

  it('restores a removed segment under its id', () => {
    const { editor } = open();
    editor.remove(2);
    editor.undo();
    expect(editor.cue(2)?.text).toBe('Line 2');
    expect(editor.getState().cueDocument.ids).toEqual([1, 2, 3]);
  });

  it('keeps the last segment', () => {
    const { editor, texts } = open(cueDocumentAt([0, 1000]));
    expect(editor.remove(1)).toBe(false);
    expect(texts()).toEqual(['Line 1']);
  });

  it('resets to what was saved last, and can undo that', () => {
    const { editor, texts, wait } = open();
    editor.write(1, 'saved');
    const { cueDocument, revision } = editor.getState();
    editor.markSaved({ cueDocument, revision, content: '' });
    wait(5000);
    editor.write(1, 'later');
    expect(isUnsaved(editor.getState())).toBe(true);
    editor.reset();
    expect(texts()[0]).toBe('saved');
    expect(isUnsaved(editor.getState())).toBe(false);
    editor.undo();
    expect(texts()[0]).toBe('later');
  });

  it('ignores changes of a segment that is gone', () => {
    const { editor, times } = open();
    editor.remove(2);
    editor.write(2, 'x');
    editor.setEdge(2, 'start', 0);
    editor.nudge(2, 'end', 50);
    expect(times()).toHaveLength(2);
    expect(editor.cue(2)).toBeNull();
  });
});
