// @vitest-environment node
import { formatPosition, parsePosition } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { getIds, open, targetTexts } from '../testing/open-editor.ts';
import { replacing } from './build-step.ts';
import { accepting, type BulkStep, deletingAll, mergingRuns } from './bulk-step.ts';

const getStarts = (editor: ReturnType<typeof open>['editor']) =>
  editor.getState().segments.map(({ start_time }) => start_time);

const shiftingBy =
  (by: number): BulkStep =>
  ({ rows }) => {
    const later = (time: string) => formatPosition((parsePosition(time) ?? 0) + by);
    return replacing(
      rows.map((row) => ({
        ...row,
        fields: { start_time: later(row.value.start_time), end_time: later(row.value.end_time) },
      })),
    );
  };

describe('bulk actions', () => {
  it('delete many rows as one step, which one undo restores in order', async () => {
    const { editor, server } = open(6);
    await editor.changeMany([1, 2, 4, 6], deletingAll);
    expect(server.texts()).toEqual(['Sentence 3', 'Sentence 5']);
    expect(getIds(editor)).toEqual([3, 5]);
    await editor.undo();
    expect(server.texts()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Sentence ${number}`));
    expect(targetTexts(editor)).toEqual(server.texts());
    expect(getIds(editor)).toEqual(server.stored().map(({ id }) => id));
    await editor.redo();
    expect(server.texts()).toEqual(['Sentence 3', 'Sentence 5']);
  });

  it('merge each run of neighbours, and one undo splits all of them', async () => {
    const { editor, server } = open(6);
    await editor.changeMany([1, 2, 3, 5, 6], mergingRuns);
    expect(server.texts()).toEqual([
      'Sentence 1 Sentence 2 Sentence 3',
      'Sentence 4',
      'Sentence 5 Sentence 6',
    ]);
    expect(server.stored()[0]).toMatchObject({ label: '3-3', end_time: '00:00:09.000' });
    await editor.undo();
    expect(targetTexts(editor)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Sentence ${number}`));
  });

  it('merge nothing without neighbours', async () => {
    const { editor } = open(3);
    expect(await editor.changeMany([1, 3], mergingRuns)).toMatchObject({ result: 'none', leftOut: [] });
  });

  it('accept selected rows, with their unsaved text', async () => {
    const { editor, server } = open(3);
    server.changeElsewhere(1, { mismatch: true });
    server.changeElsewhere(2, { mismatch: true });
    await editor.reread('all');
    editor.write(2, 'text_target', 'Typed');
    await editor.changeMany([1, 2, 3], accepting);
    expect(server.stored().map(({ mismatch }) => mismatch)).toEqual([false, false, false]);
    expect(server.texts()[1]).toBe('Typed');
    expect(editor.getState().unsaved.size).toBe(0);
    await editor.undo();
    expect(server.stored().map(({ mismatch }) => mismatch)).toEqual([true, true, false]);
    expect(editor.row(2)?.value.text_target).toBe('Typed');
  });

  it('skip rows that somebody else changed or deleted meanwhile, and name them', async () => {
    const { editor, server } = open(5);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    server.deleteElsewhere(4);
    const outcome = await editor.changeMany([1, 2, 3, 4, 5], shiftingBy(500));
    expect(outcome).toMatchObject({ result: 'done', leftOut: [2, 4] });
    expect(getStarts(editor)).toEqual(['00:00:01.500', '00:00:04.000', '00:00:07.500', '00:00:13.500']);
    expect(server.texts()).toEqual(['Sentence 1', 'Theirs', 'Sentence 3', 'Sentence 5']);
  });

  it('report the server’s reason if nobody else changed them', async () => {
    const { editor, server } = open(3);
    const error = new Error('no');
    server.fail(error);
    expect(await editor.changeMany([1, 2], deletingAll)).toMatchObject({
      result: 'failed',
      error,
      leftOut: [],
    });
  });

  it('can be undone for the other rows after somebody else changed one', async () => {
    const { editor, server } = open(3);
    await editor.changeMany([1, 2, 3], ({ rows }) =>
      replacing(rows.map((row) => ({ ...row, fields: { text_target: 'New' } }))),
    );
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reread([2]);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Theirs', 'Sentence 3']);
  });

  it('handle ten thousand rows quickly', async () => {
    const { editor, server } = open(10_000);
    const ids = getIds(editor);
    await editor.changeMany(ids.slice(1), shiftingBy(100));
    expect(server.stored()[9999]?.version).toBe(2);
    expect((await editor.undo()).result).toBe('done');
    expect(getStarts(editor)[9999]).toBe('08:19:58.000');
  });
});
