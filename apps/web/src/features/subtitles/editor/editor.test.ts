// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createEditor, type Editor } from './editor.ts';
import type { Unsaved } from './model/draft.ts';
import { segment, segments } from './testing/segments.ts';
import { createServerPort } from './testing/server-port.ts';

function open(count = 3, unsaved = new Map<number, Unsaved>()) {
  const start = segments(count);
  const server = createServerPort(start);
  const clock = { now: 0 };
  const editor = createEditor({
    segments: start,
    unsaved,
    languages: { original: 'es', target: 'en' },
    port: server.port,
    now: () => clock.now,
  });
  return { editor, server, clock };
}

const shown = (editor: Editor) =>
  editor.getState().segments.map(({ id }) => editor.row(id)?.value.text_target);
const idsOf = (editor: Editor) => editor.getState().segments.map(({ id }) => id);

describe('writing in a row', () => {
  it('shows it, and leaves what is saved as it is', () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'New');
    expect(editor.row(2)?.value.text_target).toBe('New');
    expect(editor.row(2)?.segment.text_target).toBe('Sentence 2');
    expect(server.texts()[1]).toBe('Sentence 2');
  });

  it('leaves nothing unsaved when it is taken back by hand', () => {
    const { editor } = open();
    editor.write(2, 'text_target', 'New');
    editor.write(2, 'text_target', 'Sentence 2');
    expect(editor.getState().unsaved.size).toBe(0);
  });

  it('leaves the other rows the same objects', () => {
    const { editor } = open();
    const before = editor.row(1);
    editor.write(2, 'text_target', 'New');
    expect(editor.row(1)).toBe(before);
  });

  it('is undone at once as long as it went on without a pause', async () => {
    const { editor, clock } = open();
    editor.write(2, 'text_target', 'Sentence 2a');
    clock.now += 500;
    editor.write(2, 'text_target', 'Sentence 2ab');
    await editor.undo();
    expect(editor.row(2)?.unsaved).toBeUndefined();
    await editor.redo();
    expect(editor.row(2)?.value.text_target).toBe('Sentence 2ab');
  });

  it('is undone in steps where there was a pause', async () => {
    const { editor, clock } = open();
    editor.write(2, 'text_target', 'a');
    clock.now += 5000;
    editor.write(2, 'text_target', 'ab');
    await editor.undo();
    expect(editor.row(2)?.value.text_target).toBe('a');
  });

  it('is undone by row and field', async () => {
    const { editor } = open();
    editor.write(2, 'text_target', 'a');
    editor.write(2, 'text_original', 'b');
    editor.write(3, 'text_target', 'c');
    await editor.undo();
    expect(editor.row(3)?.unsaved).toBeUndefined();
    await editor.undo();
    expect(editor.row(2)?.unsaved?.fields).toEqual({ text_target: 'a' });
  });
});

describe('discarding what is unsaved in a row', () => {
  it('shows what is saved again, and can be undone', async () => {
    const { editor } = open();
    editor.write(2, 'text_target', 'Another');
    editor.write(2, 'mismatch', true);
    editor.discard(2);
    expect(editor.getState().unsaved.size).toBe(0);
    await editor.undo();
    expect(editor.row(2)?.value).toMatchObject({ text_target: 'Another', mismatch: true });
    await editor.redo();
    expect(editor.row(2)?.value).toMatchObject({ text_target: 'Sentence 2', mismatch: false });
  });

  it('drops what came back from the last time', () => {
    const unsaved = new Map([[2, { fields: { text_target: 'Left' }, version: 1 }]]);
    const { editor } = open(3, unsaved);
    editor.discard(2);
    expect(editor.row(2)?.value.text_target).toBe('Sentence 2');
  });
});

describe('saving a row', () => {
  it('sends what was written, and nothing is unsaved any more', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'New');
    expect(await editor.save(2)).toEqual({ result: 'done', id: 2 });
    expect(server.texts()[1]).toBe('New');
    expect(editor.getState().unsaved.size).toBe(0);
  });

  it('does nothing where nothing was written', async () => {
    const { editor } = open();
    expect(await editor.save(2)).toEqual({ result: 'none' });
    expect(editor.getState().history.done).toEqual([]);
  });

  it('is undone and redone by one step each, whatever was written before it', async () => {
    const { editor, server, clock } = open();
    editor.write(2, 'text_target', 'a');
    clock.now += 5000;
    editor.write(2, 'text_target', 'ab');
    editor.write(2, 'mismatch', true);
    await editor.save(2);
    await editor.undo();
    expect(server.stored()[1]).toMatchObject({ text_target: 'Sentence 2', mismatch: false });
    expect(editor.row(2)?.unsaved).toBeUndefined();
    await editor.redo();
    expect(server.stored()[1]).toMatchObject({ text_target: 'ab', mismatch: true });
  });

  it('undoes several saves of one row, one after the other', async () => {
    const { editor, server } = open();
    for (const text of ['a', 'ab', 'abc']) {
      editor.write(2, 'text_target', text);
      await editor.save(2);
    }
    await editor.undo();
    await editor.undo();
    expect(server.texts()[1]).toBe('a');
    await editor.undo();
    expect(server.texts()[1]).toBe('Sentence 2');
    expect(await editor.undo()).toEqual({ result: 'none' });
  });

  it('keeps what is written on meanwhile', async () => {
    const { editor, server } = open();
    const go = server.hold();
    editor.write(2, 'text_target', 'a');
    const saving = editor.save(2);
    await Promise.resolve();
    editor.write(2, 'text_target', 'ab');
    go();
    await saving;
    expect(server.texts()[1]).toBe('a');
    expect(editor.row(2)?.value.text_target).toBe('ab');
    expect(await editor.save(2)).toEqual({ result: 'done', id: 2 });
    expect(server.texts()[1]).toBe('ab');
  });

  it('refuses times that end before they start, or cannot be read', async () => {
    const { editor, server } = open();
    editor.write(2, 'end_time', '00:00:01.000');
    expect(await editor.save(2)).toEqual({ result: 'invalid' });
    editor.write(2, 'end_time', 'soon');
    expect(await editor.save(2)).toEqual({ result: 'invalid' });
    expect(server.stored()[1]?.version).toBe(1);
  });

  it('takes seconds and a comma for times', async () => {
    const { editor, server } = open();
    editor.fill(2, { start_time: '4,5', end_time: '5.25' });
    await editor.save(2);
    expect(server.stored()[1]).toMatchObject({ start_time: '00:00:04.500', end_time: '00:00:05.250' });
    expect(editor.row(2)?.unsaved).toBeUndefined();
  });

  it('keeps everything unsaved when the server fails, and takes no step', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'a');
    server.fail(new Error('down'));
    expect((await editor.save(2)).result).toBe('failed');
    expect(editor.row(2)?.value.text_target).toBe('a');
    expect(editor.row(2)?.isBusy).toBe(false);
    server.fail(null);
    await editor.undo();
    expect(editor.row(2)?.unsaved).toBeUndefined();
  });
});

describe('inserting, deleting, merging and splitting', () => {
  it('inserts after a row, takes it away again by undo, and brings it back by redo', async () => {
    const { editor, server } = open();
    const outcome = await editor.insertAfter(1);
    const made = idsOf(editor)[1];
    expect(outcome).toEqual({ result: 'done', id: made });
    expect(server.texts()).toEqual(['Sentence 1', '', 'Sentence 2', 'Sentence 3']);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
    await editor.redo();
    expect(shown(editor)).toEqual(['Sentence 1', '', 'Sentence 2', 'Sentence 3']);
    expect(idsOf(editor)).toEqual(server.stored().map(({ id }) => id));
  });

  it('deletes a row and brings it back where it was, the first one too', async () => {
    const { editor, server } = open();
    await editor.remove(1);
    await editor.remove(3);
    expect(shown(editor)).toEqual(['Sentence 2']);
    await editor.undo();
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
    expect(shown(editor)).toEqual(server.texts());
  });

  it('brings back with a row what was unsaved in it', async () => {
    const { editor } = open();
    editor.write(2, 'text_target', 'Half a');
    await editor.remove(2);
    expect(editor.getState().unsaved.size).toBe(0);
    await editor.undo();
    expect(shown(editor)).toEqual(['Sentence 1', 'Half a', 'Sentence 3']);
    expect(editor.getState().unsaved.size).toBe(1);
  });

  it('undoes what was done before to a row that came back under another id', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'New');
    await editor.save(2);
    await editor.remove(2);
    await editor.undo();
    expect(idsOf(editor)).not.toContain(2);
    expect(server.texts()[1]).toBe('New');
    await editor.undo();
    expect(server.texts()[1]).toBe('Sentence 2');
    await editor.redo();
    await editor.redo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 3']);
  });

  it('brings back neighbours that were deleted one after the other', async () => {
    const { editor, server } = open(5);
    await editor.remove(2);
    await editor.remove(3);
    await editor.remove(4);
    for (let step = 0; step < 3; step += 1) await editor.undo();
    expect(server.texts()).toEqual(segments(5).map(({ text_target }) => text_target));
    for (let step = 0; step < 3; step += 1) await editor.redo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 5']);
  });

  it('merges with the next row, with what is unsaved in both', async () => {
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
    expect(shown(editor)).toEqual(['Sentence 1', 'Two', 'Sentence 3']);
    const last = idsOf(editor)[2] ?? 0;
    expect(editor.row(last)?.value.text_original).toBe('Tres');
  });

  it('does not merge the last row with anything', async () => {
    const { editor } = open();
    expect(await editor.mergeWithNext(3)).toEqual({ result: 'none' });
  });

  it('splits a row at the caret, and puts it together again by undo', async () => {
    const { editor, server } = open();
    await editor.split(2, { field: 'text_target', at: 'Sentence'.length });
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence', '2', 'Sentence 3']);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
    await editor.redo();
    expect(shown(editor)).toEqual(['Sentence 1', 'Sentence', '2', 'Sentence 3']);
    await editor.undo();
    expect(shown(editor)).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });

  it('does not split where one part would be empty', async () => {
    const { editor } = open();
    expect(await editor.split(2, { field: 'text_target', at: 0 })).toEqual({ result: 'none' });
    expect(editor.getState().history.done).toEqual([]);
  });

  it('leaves the list and the steps as they were when the server fails', async () => {
    const { editor, server } = open();
    server.fail(new Error('down'));
    expect((await editor.remove(2)).result).toBe('failed');
    expect(shown(editor)).toHaveLength(3);
    expect(editor.getState().history.done).toEqual([]);
  });

  it('keeps a step to undo when undoing it fails, and what was written meanwhile after it', async () => {
    const { editor, server } = open();
    await editor.remove(2);
    server.fail(new Error('down'));
    expect((await editor.undo()).result).toBe('failed');
    server.fail(null);
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });

  it('does one thing after the other, however fast they come', async () => {
    const { editor, server } = open();
    editor.write(1, 'text_target', 'One');
    await Promise.all([editor.save(1), editor.remove(2), editor.undo(), editor.undo()]);
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });
});

describe('other editors', () => {
  it('meet in a conflict that keeps both texts', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    expect(await editor.save(2)).toEqual({ result: 'conflict' });
    expect(editor.getState().conflict).toMatchObject({
      current: { id: 2, text_target: 'Theirs' },
      mine: { text_target: 'Mine' },
    });
    expect(editor.row(2)?.value.text_target).toBe('Mine');
  });

  it('meet in a conflict too when their save was heard of before', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reread([2]);
    expect(editor.row(2)?.segment.text_target).toBe('Theirs');
    expect(await editor.save(2)).toEqual({ result: 'conflict' });
  });

  it('are overwritten when one chooses so', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.save(2);
    editor.settleConflict('mine');
    expect(await editor.save(2)).toEqual({ result: 'done', id: 2 });
    expect(server.texts()[1]).toBe('Mine');
  });

  it('win when one chooses so', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.save(2);
    editor.settleConflict('theirs');
    expect(editor.row(2)?.value.text_target).toBe('Theirs');
    expect(editor.getState()).toMatchObject({ conflict: null, unsaved: new Map() });
  });

  it('leave one unsaved when one chooses later', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.save(2);
    editor.settleConflict('later');
    expect(editor.row(2)?.value.text_target).toBe('Mine');
    expect(await editor.save(2)).toEqual({ result: 'conflict' });
  });

  it('are not undone by undoing', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    await editor.save(2);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reread([2]);
    expect(await editor.undo()).toEqual({ result: 'none' });
    expect(server.texts()[1]).toBe('Theirs');
  });

  it('stop an undo that did not know of them', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    await editor.save(2);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    expect(await editor.undo()).toEqual({ result: 'conflict' });
    expect(editor.row(2)?.value.text_target).toBe('Theirs');
    expect(editor.getState().conflict).toBeNull();
    expect(await editor.undo()).toEqual({ result: 'none' });
  });

  it('do not take the steps away that one has done oneself', async () => {
    const { editor, server } = open();
    await editor.remove(3);
    const go = server.hold();
    editor.write(2, 'text_target', 'Mine');
    const saving = editor.save(2);
    const reading = editor.reread('all');
    go();
    await Promise.all([saving, reading]);
    await editor.undo();
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });

  it('may delete a row: what was unsaved in it is kept aside', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    editor.write(3, 'text_target', 'Mine too');
    server.deleteElsewhere(2);
    await editor.reread('all');
    expect(shown(editor)).toEqual(['Sentence 1', 'Mine too']);
    expect(editor.getState().orphans).toEqual([{ id: 2, fields: { text_target: 'Mine' } }]);
    editor.dropOrphans();
    expect(editor.getState().orphans).toEqual([]);
  });

  it('leave the rows that did not change the same objects', async () => {
    const { editor, server } = open();
    const before = editor.row(1);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reread('all');
    expect(editor.row(1)).toBe(before);
    expect(editor.getState().order).toBe(1);
  });
});

describe('what was left unsaved the last time', () => {
  const left = (id: number, version = 1) =>
    new Map<number, Unsaved>([[id, { fields: { text_target: 'Left' }, version }]]);

  it('stands in its row again', () => {
    const { editor } = open(3, left(2));
    expect(shown(editor)).toEqual(['Sentence 1', 'Left', 'Sentence 3']);
  });

  it('is kept aside when its row is gone', () => {
    expect(open(3, left(9)).editor.getState().orphans).toHaveLength(1);
  });

  it('is dropped where it is what was saved', () => {
    const start = new Map<number, Unsaved>([[2, { fields: { text_target: 'Sentence 2' }, version: 1 }]]);
    expect(open(3, start).editor.getState().unsaved.size).toBe(0);
  });

  it('meets a conflict when somebody else has saved the row since', async () => {
    const start = [segment(1, { version: 4 })];
    const server = createServerPort(start);
    const languages = { original: 'es', target: 'en' };
    const editor = createEditor({ segments: start, unsaved: left(1, 3), languages, port: server.port });
    expect(await editor.save(1)).toEqual({ result: 'conflict' });
    expect(editor.getState().conflict?.mine).toEqual({ text_target: 'Left' });
  });
});
