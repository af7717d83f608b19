import { describe, expect, it } from 'vitest';
import { createMemorySegmentGateway } from '../testing/memory-segment-gateway.ts';
import { open, targetTexts } from '../testing/open-editor.ts';
import { segment } from '../testing/segments.ts';
import { createEditor } from './editor.ts';
import type { Unsaved } from './unsaved.ts';

describe('typing in a row', () => {
  it('shows the typed text, and keeps the saved one', () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'New');
    expect(editor.row(2)?.value.text_target).toBe('New');
    expect(editor.row(2)?.segment.text_target).toBe('Sentence 2');
    expect(server.texts()[1]).toBe('Sentence 2');
  });

  it('removes the unsaved text when the saved one is typed again', () => {
    const { editor } = open();
    editor.write(2, 'text_target', 'New');
    editor.write(2, 'text_target', 'Sentence 2');
    expect(editor.getState().unsaved.size).toBe(0);
  });

  it('keeps the same objects for other rows', () => {
    const { editor } = open();
    const before = editor.row(1);
    editor.write(2, 'text_target', 'New');
    expect(editor.row(1)).toBe(before);
  });

  it('without a pause is undone in one step', async () => {
    const { editor, clock } = open();
    editor.write(2, 'text_target', 'Sentence 2a');
    clock.now += 500;
    editor.write(2, 'text_target', 'Sentence 2ab');
    await editor.undo();
    expect(editor.row(2)?.unsaved).toBeUndefined();
    await editor.redo();
    expect(editor.row(2)?.value.text_target).toBe('Sentence 2ab');
  });

  it('with pauses is undone in several steps', async () => {
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

describe('discarding unsaved changes', () => {
  it('shows the saved row again, and can be undone', async () => {
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

  it('discards text that was restored from the last visit', () => {
    const unsaved = new Map([[2, { fields: { text_target: 'Left' }, version: 1 }]]);
    const { editor } = open(3, unsaved);
    editor.discard(2);
    expect(editor.row(2)?.value.text_target).toBe('Sentence 2');
  });
});

describe('saving a row', () => {
  it('sends the typed text and clears the row’s unsaved state', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'New');
    expect(await editor.save(2)).toMatchObject({ result: 'done', id: 2 });
    expect(server.texts()[1]).toBe('New');
    expect(editor.getState().unsaved.size).toBe(0);
  });

  it('does nothing without changes', async () => {
    const { editor } = open();
    expect(await editor.save(2)).toEqual({ result: 'none' });
    expect(editor.getState().history.done).toEqual([]);
  });

  it('undoes each value typed in a row before its save', async () => {
    const { editor, server, clock } = open();
    for (const text of ['A', 'AB', 'ABC']) {
      clock.now += 5000;
      editor.write(2, 'text_target', text);
    }
    editor.write(2, 'mismatch', true);
    await editor.save(2);
    const saved = () => server.stored()[1];
    for (const expected of [
      { text_target: 'ABC', mismatch: false },
      { text_target: 'AB' },
      { text_target: 'A' },
      { text_target: 'Sentence 2' },
    ]) {
      await editor.undo();
      expect(saved()).toMatchObject(expected);
      expect(editor.row(2)?.unsaved).toBeUndefined();
    }
    expect(await editor.undo()).toEqual({ result: 'none' });
    for (let step = 0; step < 4; step += 1) await editor.redo();
    expect(saved()).toMatchObject({ text_target: 'ABC', mismatch: true });
  });

  it('undoes each readable time typed over another without a pause', async () => {
    const { editor, server } = open();
    const start = server.stored()[1]?.start_time;
    for (const typed of ['00:00:03.100', '3.2', 'soon', '00:00:03.300']) editor.write(2, 'start_time', typed);
    await editor.save(2);
    const undone: unknown[] = [];
    for (let step = 0; step < 3; step += 1) {
      await editor.undo();
      undone.push(server.stored()[1]?.start_time);
    }
    expect(undone).toEqual(['00:00:03.200', '00:00:03.100', start]);
  });

  it('undoes text typed during the save, and then the saved text', async () => {
    const { editor, server, clock } = open();
    editor.write(2, 'text_target', 'A');
    const release = server.delayResponses();
    const pendingSave = editor.save(2);
    await Promise.resolve();
    clock.now += 5000;
    editor.write(2, 'text_target', 'AB');
    release();
    await pendingSave;
    await editor.undo();
    expect(targetTexts(editor)[1]).toBe('A');
    await editor.undo();
    expect(targetTexts(editor)[1]).toBe('Sentence 2');
  });

  it('keeps the previous text if it is retyped while a new text is being saved', async () => {
    const { editor, server } = open();
    editor.write(2, 'text_target', 'A');
    const release = server.delayResponses();
    const pendingSave = editor.save(2);
    await Promise.resolve();
    editor.write(2, 'text_target', 'Sentence 2');
    release();
    await pendingSave;
    expect(server.texts()[1]).toBe('A');
    expect(targetTexts(editor)[1]).toBe('Sentence 2');
  });

  it('undoes several saves of one row one by one', async () => {
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

  it('keeps text typed during the save', async () => {
    const { editor, server } = open();
    const release = server.delayResponses();
    editor.write(2, 'text_target', 'a');
    const pendingSave = editor.save(2);
    await Promise.resolve();
    editor.write(2, 'text_target', 'ab');
    release();
    await pendingSave;
    expect(server.texts()[1]).toBe('a');
    expect(editor.row(2)?.value.text_target).toBe('ab');
    expect(await editor.save(2)).toMatchObject({ result: 'done', id: 2 });
    expect(server.texts()[1]).toBe('ab');
  });

  it('refuses unreadable times, and an end before the start', async () => {
    const { editor, server } = open();
    editor.write(2, 'end_time', '00:00:01.000');
    expect(await editor.save(2)).toEqual({ result: 'invalid' });
    editor.write(2, 'end_time', 'soon');
    expect(await editor.save(2)).toEqual({ result: 'invalid' });
    expect(server.stored()[1]?.version).toBe(1);
  });

  it('accepts times in seconds, and with a comma', async () => {
    const { editor, server } = open();
    editor.setFields(2, { start_time: '4,5', end_time: '5.25' });
    await editor.save(2);
    expect(server.stored()[1]).toMatchObject({ start_time: '00:00:04.500', end_time: '00:00:05.250' });
    expect(editor.row(2)?.unsaved).toBeUndefined();
  });

  it('keeps the text unsaved when the server fails, and records no step', async () => {
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

describe('rows restored from the last visit', () => {
  const unsavedRow = (id: number, version = 1) =>
    new Map<number, Unsaved>([[id, { fields: { text_target: 'Left' }, version }]]);

  it('keep their unsaved text', () => {
    const { editor } = open(3, unsavedRow(2));
    expect(targetTexts(editor)).toEqual(['Sentence 1', 'Left', 'Sentence 3']);
  });

  it('keep the unsaved text of a deleted row', () => {
    expect(open(3, unsavedRow(9)).editor.getState().orphans).toHaveLength(1);
  });

  it('aren’t unsaved if their text equals the saved one', () => {
    const start = new Map<number, Unsaved>([[2, { fields: { text_target: 'Sentence 2' }, version: 1 }]]);
    expect(open(3, start).editor.getState().unsaved.size).toBe(0);
  });

  it('conflict if someone else has saved the row since', async () => {
    const start = [segment(1, { version: 4 })];
    const server = createMemorySegmentGateway(start);
    const languages = { original: 'es', target: 'en' };
    const editor = createEditor({
      segments: start,
      unsaved: unsavedRow(1, 3),
      languages,
      gateway: server.gateway,
    });
    expect(await editor.save(1)).toEqual({ result: 'conflict' });
    expect(editor.getState().conflict?.mine).toEqual({ text_target: 'Left' });
  });
});
