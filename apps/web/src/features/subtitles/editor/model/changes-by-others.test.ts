import { describe, expect, it } from 'vitest';
import { open, targetTexts } from '../testing/open-editor.ts';

describe('changes by other editors', () => {
  it('keeps both texts in a conflict', async () => {
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

  it('keeps both texts in a conflict if the other save was announced first', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reload([2]);
    expect(editor.row(2)?.segment.text_target).toBe('Theirs');
    expect(await editor.save(2)).toEqual({ result: 'conflict' });
  });

  it('doesn’t reload rows that have the announced version, such as its own saves', async () => {
    const { editor, server } = open();
    editor.write(1, 'text_target', 'Mine');
    await editor.save(1);
    expect(await editor.reload([1], new Map([[1, 2]]))).toEqual({ result: 'none' });
    server.changeElsewhere(1, { text_target: 'Theirs' });
    await editor.reload([1], new Map([[1, 3]]));
    expect(editor.row(1)?.value.text_target).toBe('Theirs');
  });

  it('overwrites the other editor’s change if chosen', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.save(2);
    editor.resolveConflict('mine');
    expect(await editor.save(2)).toMatchObject({ result: 'done', id: 2 });
    expect(server.texts()[1]).toBe('Mine');
  });

  it('uses the other editor’s change if chosen', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.save(2);
    editor.resolveConflict('theirs');
    expect(editor.row(2)?.value.text_target).toBe('Theirs');
    expect(editor.getState()).toMatchObject({ conflict: null, unsaved: new Map() });
  });

  it('keeps the row unsaved if the decision is postponed', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.save(2);
    editor.resolveConflict('later');
    expect(editor.row(2)?.value.text_target).toBe('Mine');
    expect(await editor.save(2)).toEqual({ result: 'conflict' });
  });

  it('doesn’t undo another editor’s change', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    await editor.save(2);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reload([2]);
    expect(await editor.undo()).toEqual({ result: 'none' });
    expect(server.texts()[1]).toBe('Theirs');
  });

  it('stops an undo that conflicts with another editor’s change', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    await editor.save(2);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    expect(await editor.undo()).toEqual({ result: 'conflict' });
    expect(editor.row(2)?.value.text_target).toBe('Theirs');
    expect(editor.getState().conflict).toBeNull();
    expect(await editor.undo()).toEqual({ result: 'none' });
  });

  it('keeps its own undo steps during a reload', async () => {
    const { editor, server } = open();
    await editor.remove(3);
    const release = server.delayResponses();
    editor.write(2, 'text_target', 'Mine');
    const pendingSave = editor.save(2);
    const pendingReload = editor.reload('all');
    release();
    await Promise.all([pendingSave, pendingReload]);
    await editor.undo();
    await editor.undo();
    expect(server.texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']);
  });

  it.each([['all' as const], [[1, 2]]])(
    'keeps text typed and rows accepted during a reload (%o)',
    async (ids) => {
      const { editor, server } = open();
      server.changeElsewhere(1, { text_target: 'Theirs' });
      const release = server.delayResponses();
      const pendingReload = editor.reload(ids);
      await Promise.resolve();
      editor.write(2, 'text_target', 'Mine');
      editor.setFields(3, { approved: true });
      release();
      await pendingReload;
      expect(targetTexts(editor)).toEqual(['Theirs', 'Mine', 'Sentence 3']);
      expect(editor.row(3)?.value.approved).toBe(true);
      expect([...editor.getState().unsaved.keys()]).toEqual([2, 3]);
    },
  );

  it('keeps unsaved text of a row that another editor deleted', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'Mine');
    editor.write(3, 'text_target', 'Mine too');
    server.deleteElsewhere(2);
    await editor.reload('all');
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'Mine too']);
    expect(editor.getState().orphans).toEqual([{ id: 2, fields: { text_target: 'Mine' } }]);
    editor.discardOrphans();
    expect(editor.getState().orphans).toEqual([]);
  });

  it('keeps the same objects for unchanged rows', async () => {
    const { editor, server } = open();
    const before = editor.row(1);
    server.changeElsewhere(2, { text_target: 'Theirs' });
    await editor.reload('all');
    expect(editor.row(1)).toBe(before);
    expect(editor.getState().order).toBe(1);
  });
});
