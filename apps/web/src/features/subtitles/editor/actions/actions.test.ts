import { describe, expect, it, vi } from 'vitest';
import type { Translate } from '../../../../locales/translation.ts';
import { deleteRows } from '../model/bulk-step.ts';
import { open, segmentIds } from '../testing/open-editor.ts';
import type { ActionDeps } from './action-deps.ts';
import { createBulkActions } from './bulk-actions.ts';
import { createHistoryActions } from './row-actions.ts';
import { createSaveActions } from './save-actions.ts';

/** Creates an editor with `count` rows, a view that shows all of them, and messages that are their keys. */
function setUp(count: number, currentId: number | null = null) {
  const { editor, server } = open(count);
  const goTo = vi.fn();
  const offerUndo = vi.fn();
  const t: Translate = (key) => key;
  const view = {
    goTo,
    findNext: (id: number) => segmentIds(editor)[segmentIds(editor).indexOf(id) + 1] ?? null,
    findNearest: (_: number, removed: ReadonlySet<number>) =>
      segmentIds(editor).find((id) => !removed.has(id)) ?? null,
    isVisible: () => true,
  };
  const deps: ActionDeps = { editor, t, offerUndo, page: () => ({ view, currentId }) };
  return { deps, editor, server, goTo, offerUndo };
}

describe('saving', () => {
  it('stops at the first row with invalid times, and focuses it', async () => {
    const { deps, editor, goTo } = setUp(3);
    const [first = 0, second = 0] = segmentIds(editor);
    editor.write(first, 'end_time', 'never');
    editor.write(second, 'text_target', 'Changed');
    await createSaveActions(deps).saveAll(() => undefined);
    expect([...editor.getState().unsaved.keys()]).toEqual([first, second]);
    expect(goTo).toHaveBeenCalledWith(first, { field: 'start_time' });
  });
});

describe('a bulk action', () => {
  it('offers to undo its step, and focuses a remaining row', async () => {
    const { deps, editor, goTo, offerUndo } = setUp(4);
    const [first = 0, second = 0, third] = segmentIds(editor);
    await createBulkActions(deps).changeSelected([first, second], deleteRows, 'deleted');
    expect(segmentIds(editor)).toHaveLength(2);
    expect(goTo).toHaveBeenCalledWith(third, { field: null });
    const [[message, step]] = offerUndo.mock.calls as [[string, number]];
    expect(message).toBe('selection.done.deleted');

    await createHistoryActions(deps).undo(step);
    expect(segmentIds(editor)).toHaveLength(4);
  });
});
