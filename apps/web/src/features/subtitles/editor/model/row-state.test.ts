import { describe, expect, it } from 'vitest';
import { open } from '../testing/open-editor.ts';
import { segment } from '../testing/segments.ts';
import { acceptRows } from './bulk-step.ts';
import { getRowState } from './row-state.ts';

describe('a row’s state', () => {
  it.each([
    ['untranslated', { text_target: ' ', approved: true }],
    ['aligned', {}],
    ['edited', { edited: true, origin: 'person' }],
    ['machine', { origin: 'machine', edited: true }],
    ['memory', { origin: 'memory' }],
    ['approved', { origin: 'machine', approved: true }],
  ] as const)('is %s', (state, changes) => {
    expect(getRowState(segment(1, changes))).toBe(state);
  });
});

const TRANSLATED = { text_target: 'By the service', origin: 'machine', approved: false } as const;

describe('a bulk translation started here', () => {
  async function openTranslated() {
    const opened = open(4);
    const { editor, server } = opened;
    editor.write(1, 'text_target', 'Before');
    await editor.save(1);
    editor.startTranslation();
    server.changeElsewhere(2, TRANSLATED);
    await editor.reload([2]);
    server.changeElsewhere(3, TRANSLATED);
    await editor.reload('all');
    editor.endTranslation();
    return opened;
  }

  it('is one undo step, and earlier steps can still be undone', async () => {
    const { editor, server } = await openTranslated();
    await editor.undo();
    expect(server.texts()).toEqual(['Before', 'Sentence 2', 'Sentence 3', 'Sentence 4']);
    expect(server.stored()[1]).toMatchObject({ origin: 'file', edited: false });
    await editor.undo();
    expect(server.texts()[0]).toBe('Sentence 1');
    await editor.redo();
    await editor.redo();
    expect(server.stored()[2]).toMatchObject(TRANSLATED);
  });

  it('keeps later edits by people', async () => {
    const { editor, server } = await openTranslated();
    server.changeElsewhere(2, { text_target: 'Theirs', origin: 'person' });
    await editor.reload([2]);
    await editor.undo();
    expect(server.texts()).toEqual(['Before', 'Theirs', 'Sentence 3', 'Sentence 4']);
  });

  it('can’t be undone if someone else started it', async () => {
    const { editor, server } = open(2);
    server.changeElsewhere(2, TRANSLATED);
    await editor.reload('all');
    expect(await editor.undo()).toEqual({ result: 'none' });
  });
});

describe('a text’s origin', () => {
  it('is removed by typing over a translation', () => {
    const { editor } = open(1);
    editor.setFields(1, { text_target: 'By the service', origin: 'machine' });
    expect(editor.getState().unsaved.get(1)?.fields).toEqual({
      text_target: 'By the service',
      origin: 'machine',
    });
    editor.write(1, 'text_target', 'By me');
    expect(editor.getState().unsaved.get(1)?.fields).toEqual({ text_target: 'By me' });
    editor.setFields(1, { text_target: 'Sentence 1', origin: 'machine' });
    expect(editor.getState().unsaved.size).toBe(0);
  });

  it('is restored by undo', async () => {
    const { editor, server } = open(2);
    editor.setFields(1, { text_target: 'By the service', origin: 'machine' });
    await editor.save(1);
    await editor.changeMany([1, 2], acceptRows);
    await editor.undo();
    await editor.undo();
    expect(server.stored()[0]).toMatchObject({ text_target: 'Sentence 1', origin: 'file', approved: false });
  });
});
