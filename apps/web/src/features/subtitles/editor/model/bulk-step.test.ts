import { formatPosition, parsePosition } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { open, segmentIds, targetTexts } from '../testing/open-editor.ts';
import { buildReplace } from './build-step.ts';
import { acceptRows, type BulkStep, deleteRows, mergeRuns } from './bulk-step.ts';

const startTimes = (editor: ReturnType<typeof open>['editor']) =>
  editor.getState().segments.map(({ start_time }) => start_time);

const shiftRows =
  (by: number): BulkStep =>
  ({ rows }) => {
    const shift = (time: string) => formatPosition((parsePosition(time) ?? 0) + by);
    return buildReplace(
      rows.map((row) => ({
        ...row,
        fields: { start_time: shift(row.value.start_time), end_time: shift(row.value.end_time) },
      })),
    );
  };

describe('bulk actions', () => {
  it('delete many rows in one step, which one undo restores in order', async () => {
    const { editor, server } = open(6);
    await editor.changeMany([1, 2, 4, 6], deleteRows);
    expect(server.texts()).toEqual(['Sentence 3', 'Sentence 5']);
    expect(segmentIds(editor)).toEqual([3, 5]);
    await editor.undo();
    expect(server.texts()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Sentence ${number}`));
    expect(targetTexts(editor)).toEqual(server.texts());
    expect(segmentIds(editor)).toEqual(server.stored().map(({ id }) => id));
    await editor.redo();
    expect(server.texts()).toEqual(['Sentence 3', 'Sentence 5']);
  });

  it('merge each run of adjacent rows, and one undo splits all of them', async () => {
    const { editor, server } = open(6);
    await editor.changeMany([1, 2, 3, 5, 6], mergeRuns);
    expect(server.texts()).toEqual([
      'Sentence 1 Sentence 2 Sentence 3',
      'Sentence 4',
      'Sentence 5 Sentence 6',
    ]);
    expect(server.stored()[0]).toMatchObject({ label: '3-3', end_time: '00:00:09.000' });
    await editor.undo();
    expect(targetTexts(editor)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Sentence ${number}`));
  });

  it('merge nothing if no rows are adjacent', async () => {
    const { editor } = open(3);
    expect(await editor.changeMany([1, 3], mergeRuns)).toMatchObject({ result: 'none', skippedIds: [] });
  });

  it('accept selected rows, with their unsaved text', async () => {
    const { editor, server } = open(3);
    server.changeElsewhere(1, { mismatch: true });
    server.changeElsewhere(2, { mismatch: true });
    await editor.reload('all');
    editor.write(2, 'text_target', 'Typed');
    await editor.changeMany([1, 2, 3], acceptRows);
    expect(server.stored().map(({ mismatch }) => mismatch)).toEqual([false, false, false]);
    expect(server.texts()[1]).toBe('Typed');
    expect(editor.getState().unsaved.size).toBe(0);
    await editor.undo();
    expect(server.stored().map(({ mismatch }) => mismatch)).toEqual([true, true, false]);
    expect(editor.row(2)?.value.text_target).toBe('Typed');
  });

  it('skip rows that someone else changed or deleted in the meantime, and return their ids', async () => {
    const { editor, server } = open(5);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    server.deleteElsewhere(4);
    const outcome = await editor.changeMany([1, 2, 3, 4, 5], shiftRows(500));
    expect(outcome).toMatchObject({ result: 'done', skippedIds: [2, 4] });
    expect(startTimes(editor)).toEqual(['00:00:01.500', '00:00:04.000', '00:00:07.500', '00:00:13.500']);
    expect(server.texts()).toEqual(['Sentence 1', 'Theirs', 'Sentence 3', 'Sentence 5']);
  });

  it('return the server’s error if nobody else changed the rows', async () => {
    const { editor, server } = open(3);
    const error = new Error('no');
    server.fail(error);
    expect(await editor.changeMany([1, 2], deleteRows)).toMatchObject({
      result: 'failed',
      error,
      skippedIds: [],
    });
  });

  it('can be undone for the other rows after someone else changed one', async () => {
    const { editor, server } = open(3);
    await editor.changeMany([1, 2, 3], ({ rows }) =>
      buildReplace(rows.map((row) => ({ ...row, fields: { text_target: 'New' } }))),
    );
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reload([2]);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Theirs', 'Sentence 3']);
  });

  it('handle ten thousand rows quickly', async () => {
    const { editor, server } = open(10_000);
    const ids = segmentIds(editor);
    await editor.changeMany(ids.slice(1), shiftRows(100));
    expect(server.stored()[9999]?.version).toBe(2);
    expect((await editor.undo()).result).toBe('done');
    expect(startTimes(editor)[9999]).toBe('08:19:58.000');
  });
});
