import { describe, expect, it, vi } from 'vitest';
import { createCueDocument, listTexts, listTimes } from '../testing/cue-documents.ts';
import type { CueDocument } from './cue-document.ts';
import { createSyncEditor } from './sync-editor.ts';

const THREE = createCueDocument([1000, 2000], [3000, 4000], [5000, 6000]);

function open(saved: CueDocument = THREE, unsaved: CueDocument | null = null) {
  let clock = 0;
  const editor = createSyncEditor({ saved, unsaved, now: () => clock });
  const wait = (ms: number) => {
    clock += ms;
  };
  return {
    editor,
    wait,
    times: () => listTimes(editor.getState().cueDocument),
    texts: () => listTexts(editor.getState().cueDocument),
  };
}

describe('sync editor', () => {
  it('starts with the saved state, or with the draft', () => {
    expect(open().times()).toEqual(listTimes(THREE));
    expect(open(THREE, createCueDocument([1, 2])).times()).toEqual([[1, 2]]);
  });

  it('numbers segments by position, with 0 for a missing one', () => {
    const { editor } = open();
    editor.remove(2);
    expect([1, 2, 3].map(editor.segmentNumber)).toEqual([1, 0, 2]);
  });

  it('returns the same object for a segment when another one changes', () => {
    const { editor } = open();
    const before = editor.cue(3);
    editor.write(1, 'x');
    expect(editor.cue(3)).toBe(before);
    expect(editor.cue(1)?.text).toBe('x');
  });

  it('notifies of changes, unless they have no effect', () => {
    const { editor } = open();
    const listener = vi.fn();
    const unsubscribe = editor.subscribe(listener);
    editor.write(1, 'Line 1');
    editor.setEdge(1, 'start', 1000);
    expect(listener).not.toHaveBeenCalled();
    editor.write(1, 'x');
    expect(listener).toHaveBeenCalledOnce();
    unsubscribe();
    editor.write(1, 'y');
    expect(listener).toHaveBeenCalledOnce();
  });

  it('inserts a segment with an unused id', () => {
    const { editor, texts } = open();
    expect(editor.insertAfter(1)).toBe(4);
    expect(texts()).toEqual(['Line 1', '', 'Line 2', 'Line 3']);
    editor.undo();
    expect(editor.insertAfter(1)).toBe(5);
    expect(editor.insertAfter(99)).toBeNull();
  });

  it('never reuses an id of the draft', () => {
    const draft = { ...THREE, ids: [1, 9, 3] };
    expect(open(THREE, draft).editor.insertAfter(1)).toBe(10);
  });

  it('ignores changes of a missing segment', () => {
    const { editor, times } = open();
    editor.remove(2);
    editor.write(2, 'x');
    editor.setEdge(2, 'start', 0);
    editor.nudge(2, 'end', 50);
    expect(times()).toHaveLength(2);
    expect(editor.cue(2)).toBeNull();
  });
});
