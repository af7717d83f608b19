import { describe, expect, it, vi } from 'vitest';
import type { Translate } from '../../../../locales/translation.ts';
import { accepting, deletingAll } from '../model/bulk-step.ts';
import { idsOf, open } from '../testing/open-editor.ts';
import type { ActionDeps } from './action-deps.ts';
import { createBulkActions } from './bulk.ts';
import { createReviewActions } from './review.ts';
import { createHistoryActions, createRowActions } from './rows.ts';
import { createSaving } from './saving.ts';

/** An editor over rows, of which the view shows all; the texts are their keys. */
function setUp(count: number, currentId: number | null = null) {
  const { editor, server } = open(count);
  const goTo = vi.fn();
  const offerUndo = vi.fn();
  const t: Translate = (key) => key;
  const view = {
    goTo,
    nextOf: (id: number) => idsOf(editor)[idsOf(editor).indexOf(id) + 1] ?? null,
    nearestOf: (_: number, gone: ReadonlySet<number>) => idsOf(editor).find((id) => !gone.has(id)) ?? null,
    isShown: () => true,
  };
  const deps: ActionDeps = { editor, t, offerUndo, page: () => ({ view, currentId }) };
  return { deps, editor, server, goTo, offerUndo };
}

describe('saving', () => {
  it('saves a row and moves to the same field of the next one', async () => {
    const { deps, editor, goTo } = setUp(3);
    const [first = 0, second] = idsOf(editor);
    editor.write(first, 'text_target', 'Changed');
    await createSaving(deps).saveNext(first, 'text_target', () => undefined);
    expect(editor.getState().unsaved.size).toBe(0);
    expect(goTo).toHaveBeenCalledWith(second, { field: 'text_target' });
  });

  it('stops at the first row whose times are not valid, and moves there', async () => {
    const { deps, editor, goTo } = setUp(3);
    const [first = 0, second = 0] = idsOf(editor);
    editor.write(first, 'end_time', 'never');
    editor.write(second, 'text_target', 'Changed');
    await createSaving(deps).saveAll(() => undefined);
    expect([...editor.getState().unsaved.keys()]).toEqual([first, second]);
    expect(goTo).toHaveBeenCalledWith(first, { field: 'start_time' });
  });
});

describe('a bulk action', () => {
  it('offers to undo its step, and moves to a row that is left', async () => {
    const { deps, editor, goTo, offerUndo } = setUp(4);
    const [first = 0, second = 0, third] = idsOf(editor);
    await createBulkActions(deps).changeSelected([first, second], deletingAll, 'deleted');
    expect(idsOf(editor)).toHaveLength(2);
    expect(goTo).toHaveBeenCalledWith(third, { field: null });
    const [[message, step]] = offerUndo.mock.calls as [[string, number]];
    expect(message).toBe('selection.done.deleted');

    await createHistoryActions(deps).undo(step);
    expect(idsOf(editor)).toHaveLength(4);
  });

  it('stays where it is when rows are accepted', async () => {
    const { deps, editor, goTo } = setUp(2);
    await createBulkActions(deps).changeSelected(idsOf(editor), accepting, 'accepted');
    expect(idsOf(editor).every((id) => editor.row(id)?.value.approved)).toBe(true);
    expect(goTo).not.toHaveBeenCalled();
  });
});

describe('actions of single rows', () => {
  it('joins nothing before the first row', async () => {
    const { deps, editor, goTo } = setUp(2);
    await createRowActions(deps).merge(idsOf(editor)[0] ?? 0, 'previous');
    expect(idsOf(editor)).toHaveLength(2);
    expect(goTo).not.toHaveBeenCalled();
  });

  it('approves a row and moves to the next one in doubt, from the last to the first', async () => {
    const { deps, editor } = setUp(3);
    const [first = 0, , third = 0] = idsOf(editor);
    editor.fill(first, { mismatch: true });
    expect(createReviewActions({ ...deps, alignmentId: 1 }).acceptNext(third)).toBe(first);
    expect(editor.row(third)?.value.approved).toBe(true);
  });
});
