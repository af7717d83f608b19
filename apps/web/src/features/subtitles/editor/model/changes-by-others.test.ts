// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { open, shown } from '../testing/open-editor.ts';

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
