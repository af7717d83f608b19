import { describe, expect, it } from 'vitest';
import { open, segmentIds, targetTexts } from '../testing/open-editor.ts';
import { segments } from '../testing/segments.ts';

describe('inserting, deleting, merging and splitting', () => {
  it('inserts after a row, undoes and redoes it', async () => {
    const { editor, server } = open();
    const outcome = await editor.insertAfter(1);
    const created = segmentIds(editor)[1];
    expect(outcome).toEqual({ result: 'done', id: created });
    expect(server.texts()).toEqual(['Sentence 1', '', 'Sentence 2', 'Sentence 3']);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
    await editor.redo();
    expect(targetTexts(editor)).toEqual(['Sentence 1', '', 'Sentence 2', 'Sentence 3']);
    expect(segmentIds(editor)).toEqual(server.stored().map(({ id }) => id));
  });

  it('doesn’t split a text that was typed in after the command', async () => {
    const { editor } = open();
    const splitting = editor.split(1, { field: 'text_target', at: 8 });
    editor.write(1, 'text_target', 'A Sentence 1');
    expect(await splitting).toEqual({ result: 'none' });
    expect(targetTexts(editor)).toEqual(['A Sentence 1', 'Sentence 2', 'Sentence 3']);
  });

  it('inserts after its row if someone else has inserted above', async () => {
    const { editor, server } = open();
    server.insertElsewhere(0);
    await editor.insertAfter(2);
    expect(server.texts().slice(1)).toEqual(['Sentence 1', 'Sentence 2', '', 'Sentence 3']);
    await editor.reload('all');
    expect(segmentIds(editor)).toEqual(server.stored().map(({ id }) => id));
  });

  it('deletes rows, and restores them at their positions, including the first one', async () => {
    const { editor, server } = open();
    await editor.remove(1);
    await editor.remove(3);
    expect(targetTexts(editor)).toEqual(['Sentence 2']);
    await editor.undo();
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
    expect(targetTexts(editor)).toEqual(server.texts());
  });

  it('restores a row’s confidence and edited flag after a deletion and a merge', async () => {
    const { editor, server } = open();
    const doubtful = { confidence: 0.275, label: '1-2', edited: false };
    server.changeElsewhere(2, doubtful);
    await editor.reload('all');
    await editor.remove(2);
    await editor.undo();
    expect(server.stored()[1]).toMatchObject(doubtful);
    await editor.mergeWithNext(1);
    await editor.undo();
    expect(server.stored()[1]).toMatchObject(doubtful);
  });

  it('restores a row with its unsaved text', async () => {
    const { editor } = open();
    editor.write(2, 'text_target', 'Half a');
    await editor.remove(2);
    expect(editor.getState().unsaved.size).toBe(0);
    await editor.undo();
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'Half a', 'Sentence 3']);
    expect(editor.getState().unsaved.size).toBe(1);
  });

  it('undoes typing from before a merge after the merge, and redoes both', async () => {
    const { editor, server, clock } = open();
    editor.write(2, 'text_target', 'a');
    clock.now += 5000;
    editor.write(2, 'text_target', 'ab');
    editor.write(3, 'text_target', 'c');
    await editor.mergeWithNext(2);
    for (const texts of [
      ['Sentence 1', 'ab', 'c'],
      ['Sentence 1', 'ab', 'Sentence 3'],
      ['Sentence 1', 'a', 'Sentence 3'],
      ['Sentence 1', 'Sentence 2', 'Sentence 3'],
    ]) {
      expect((await editor.undo()).result).toBe('done');
      expect(targetTexts(editor)).toEqual(texts);
    }
    expect(editor.getState().unsaved.size).toBe(0);
    expect(await editor.undo()).toEqual({ result: 'none' });
    for (let times = 0; times < 4; times++) await editor.redo();
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'ab c']);
    expect(server.texts()).toEqual(targetTexts(editor));
    await editor.undo();
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'ab', 'c']);
  });

  it('saves the remaining typing from before a split that was undone', async () => {
    const { editor, server, clock } = open();
    editor.write(2, 'text_target', 'One two');
    clock.now += 5000;
    editor.write(2, 'text_target', 'One two three');
    expect((await editor.split(2, { field: 'text_target', at: 8 })).result).toBe('done');
    await editor.undo();
    await editor.undo();
    expect(targetTexts(editor)[1]).toBe('One two');
    expect(await editor.save(2)).toMatchObject({ result: 'done', id: 2 });
    expect(server.texts()).toEqual(['Sentence 1', 'One two', 'Sentence 3']);
  });

  it('undoes earlier steps of a row that was restored with a new id', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'New');
    await editor.save(2);
    await editor.remove(2);
    await editor.undo();
    expect(segmentIds(editor)).not.toContain(2);
    expect(server.texts()[1]).toBe('New');
    await editor.undo();
    expect(server.texts()[1]).toBe('Sentence 2');
    await editor.redo();
    await editor.redo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 3']);
  });

  it('restores adjacent rows that were deleted one by one', async () => {
    const { editor, server } = open(5);
    await editor.remove(2);
    await editor.remove(3);
    await editor.remove(4);
    for (let step = 0; step < 3; step += 1) await editor.undo();
    expect(server.texts()).toEqual(segments(5).map(({ text_target }) => text_target));
    for (let step = 0; step < 3; step += 1) await editor.redo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 5']);
  });

  it('merges with the next row, including unsaved text of both', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Two');
    editor.write(3, 'text_original', 'Tres');
    expect((await editor.mergeWithNext(2)).result).toBe('done');
    expect(server.stored()[1]).toMatchObject({
      text_original: 'Frase 2 Tres',
      text_target: 'Two Sentence 3',
      start_time: '00:00:04.000',
      end_time: '00:00:09.000',
      label: '2-2',
    });
    expect(editor.getState().unsaved.size).toBe(0);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'Two', 'Sentence 3']);
    const last = segmentIds(editor)[2] ?? 0;
    expect(editor.row(last)?.value.text_original).toBe('Tres');
  });

  it('doesn’t merge the last row', async () => {
    const { editor } = open();
    expect(await editor.mergeWithNext(3)).toEqual({ result: 'none' });
  });

  it('splits a row at the caret, and can undo it', async () => {
    const { editor, server } = open();
    await editor.split(2, { field: 'text_target', at: 'Sentence'.length });
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence', '2', 'Sentence 3']);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
    await editor.redo();
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'Sentence', '2', 'Sentence 3']);
    await editor.undo();
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });

  it('doesn’t split into an empty part', async () => {
    const { editor } = open();
    expect(await editor.split(2, { field: 'text_target', at: 0 })).toEqual({ result: 'none' });
    expect(editor.getState().history.done).toEqual([]);
  });

  it('changes neither the list nor the steps when the server fails', async () => {
    const { editor, server } = open();
    server.fail(new Error('down'));
    expect((await editor.remove(2)).result).toBe('failed');
    expect(targetTexts(editor)).toHaveLength(3);
    expect(editor.getState().history.done).toEqual([]);
  });

  it('keeps a step whose undo fails', async () => {
    const { editor, server } = open();
    await editor.remove(2);
    server.fail(new Error('down'));
    expect((await editor.undo()).result).toBe('failed');
    server.fail(null);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });

  it('sends changes one by one, even if they are made at once', async () => {
    const { editor, server } = open();
    editor.write(1, 'text_target', 'One');
    await Promise.all([editor.save(1), editor.remove(2), editor.undo(), editor.undo()]);
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });
});
