import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { set, storeInOtherTab, unsavedEntries } from '../../../testing/memory-store.ts';
import { actions, openLoaded, page, press, server, textField, texts } from './testing/open-editor-screen.tsx';
import { segments } from './testing/segments.ts';

const STORAGE_KEY = 'account:1:rows:3';

describe('saving a row', () => {
  it('sends the changed fields with their base version, and confirms it', async () => {
    const user = await openLoaded();
    await user.clear(textField(2));
    await user.type(textField(2), 'New');
    expect(textField(2).closest('tr')?.dataset.unsaved).toBe('true');
    await user.click(actions(2).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Changes saved successfully!')).toBeTruthy();
    const sent = page.received.find(({ method }) => method === 'PATCH');
    expect(sent).toMatchObject({
      path: '/api/subtitle-segment/2/',
      body: { text_target: 'New' },
      ifMatch: '"1"',
    });
    await waitFor(() => expect(textField(2).closest('tr')?.dataset.unsaved).toBeUndefined());
  });

  it('saves by Ctrl+S from anywhere in the row', async () => {
    const user = await openLoaded();
    await user.click(screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' }));
    press('s', { ctrlKey: true });
    await waitFor(() => expect(server.stored()[1]?.mismatch).toBe(true));
  });

  it('saves and goes to the next row by Ctrl+Enter, in the same field', async () => {
    const user = await openLoaded();
    await user.type(textField(1, 'Original'), '!');
    press('Enter', { ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(textField(2, 'Original')));
    expect(server.stored()[0]?.text_original).toBe('Frase 1!');
  });

  it('saves and goes to the next mismatch by Ctrl+Enter while only mismatches are shown', async () => {
    const list = segments(60).map((row) => ({ ...row, mismatch: [2, 30, 55].includes(row.id) }));
    const user = await openLoaded(list);
    await user.click(screen.getByRole('combobox', { name: 'Show' }));
    await user.click(await screen.findByRole('option', { name: 'Mismatches' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
    await user.click(screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' }));
    press('Enter', { ctrlKey: true });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Segment 30, Mismatch' })),
    );
    expect(server.stored()[1]?.mismatch).toBe(false);
  });

  it('shows the server’s reason if saving fails, and keeps the text', async () => {
    const user = await openLoaded(undefined, ({ method }) =>
      method === 'PATCH' ? { status: 400, body: { detail: 'Too long.' } } : undefined,
    );
    await user.type(textField(1), '!');
    press('s', { ctrlKey: true });
    expect(await screen.findByText('Failed to update subtitle segment. Too long.')).toBeTruthy();
    expect(textField(1).value).toBe('Sentence 1!');
  });

  it('shows an error at the field for an end before the start', async () => {
    const user = await openLoaded();
    const end = screen.getByRole<HTMLInputElement>('textbox', { name: 'Segment 2, End' });
    await user.clear(end);
    await user.type(end, '0:01');
    press('s', { ctrlKey: true });
    expect(await screen.findByText('The end must be after the start.')).toBeTruthy();
    expect(end.getAttribute('aria-invalid')).toBe('true');
    expect(page.received.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  it('goes to the same field of the next row by Enter', async () => {
    const user = await openLoaded();
    await user.click(textField(1));
    press('Enter', {});
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
  });
});

describe('unsaved rows', () => {
  it('are stored in the browser by user and alignment, and deleted when saved', async () => {
    const user = await openLoaded();
    await user.type(textField(2), '!');
    await waitFor(() =>
      expect(unsavedEntries(STORAGE_KEY)).toEqual([
        [2, { fields: { text_target: 'Sentence 2!' }, version: 1 }],
      ]),
    );
    press('s', { ctrlKey: true });
    await waitFor(() => expect(unsavedEntries(STORAGE_KEY)).toEqual([]));
  });

  it('are restored after a reload, with a note', async () => {
    await storeInOtherTab(STORAGE_KEY, [2, { fields: { text_target: 'Left' }, version: 1 }]);
    await openLoaded();
    expect(textField(2).value).toBe('Left');
    expect(screen.getByText(/Restored 1 unsaved row/)).toBeTruthy();
  });

  it('are all saved by the button in the note, which then disappears', async () => {
    await storeInOtherTab(STORAGE_KEY, [2, { fields: { text_target: 'Left' }, version: 1 }]);
    const user = await openLoaded();
    const note = screen.getByText(/Restored 1 unsaved row/);
    await user.click(within(note).getByRole('button', { name: 'Save all' }));
    await waitFor(() => expect(texts()[1]).toBe('Left'));
    await waitFor(() => expect(screen.queryByText(/Restored/)).toBeNull());
    await waitFor(() => expect(unsavedEntries(STORAGE_KEY)).toEqual([]));
  });

  it('of closed tabs are restored; if two tabs changed one row, the second text is restored at the next visit', async () => {
    const unsavedRow = (text_target: string) => ({ fields: { text_target }, version: 1 });
    await storeInOtherTab(STORAGE_KEY, [2, unsavedRow('Left')]);
    await set(`${STORAGE_KEY} in a third tab`, [
      [2, unsavedRow('Left too')],
      [3, unsavedRow('Left below')],
    ]);
    const user = await openLoaded();
    expect([textField(2), textField(3)].map(({ value }) => value)).toEqual(['Left', 'Left below']);
    await user.click(textField(2));
    press('s', { ctrlKey: true });
    await waitFor(() =>
      expect(unsavedEntries(STORAGE_KEY)).toEqual([
        [2, unsavedRow('Left too')],
        [3, unsavedRow('Left below')],
      ]),
    );
    expect(texts()[1]).toBe('Left');
  });

  it('are discarded by a button, which also removes the note', async () => {
    await storeInOtherTab(STORAGE_KEY, [2, { fields: { text_target: 'Left' }, version: 1 }]);
    const user = await openLoaded();
    await user.click(screen.getByRole('button', { name: 'Discard change' }));
    expect(textField(2).value).toBe('Sentence 2');
    expect(document.activeElement).toBe(textField(2));
    expect(screen.queryByText(/Restored/)).toBeNull();
  });

  it('are stored in the browser even if someone else deletes the segment, until discarded', async () => {
    const user = await openLoaded();
    await waitFor(() => expect(server.hasFollower()).toBe(true));
    await user.type(textField(2), '!');
    server.deleteElsewhere(2);
    server.sendEvent({ type: 'reordered' });
    const expected = [[2, { fields: { text_target: 'Sentence 2!' } }]];
    await waitFor(() => expect(unsavedEntries(STORAGE_KEY)).toMatchObject(expected));
    await screen.findByText('Sentence 2!');
    // Wait, since it could be sent by mistake.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(unsavedEntries(STORAGE_KEY)).toMatchObject(expected);
    await user.click(screen.getByRole('button', { name: 'Discard it' }));
    await waitFor(() => expect(unsavedEntries(STORAGE_KEY)).toEqual([]));
  });

  it('are shown, to be copied, if their segment was deleted', async () => {
    await storeInOtherTab(STORAGE_KEY, [99, { fields: { text_target: 'Left alone' }, version: 1 }]);
    const user = await openLoaded();
    expect(screen.getByText('Left alone')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard it' }));
    expect(screen.queryByText('Left alone')).toBeNull();
  });
});

describe('people editing one alignment', () => {
  it('choose between both texts after conflicting saves', async () => {
    const user = await openLoaded();
    await user.clear(textField(2));
    await user.type(textField(2), 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    press('s', { ctrlKey: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this segment' }));
    expect(dialog.getByText('Theirs').tagName).toBe('DEL');
    expect(dialog.getByText('Mine').tagName).toBe('INS');
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(texts()[1]).toBe('Mine'));
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
  });

  it('can use the other person’s text after a conflict', async () => {
    const user = await openLoaded();
    await user.type(textField(2), '!');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    press('s', { ctrlKey: true });
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    await waitFor(() => expect(textField(2).value).toBe('Theirs'));
    expect(texts()[1]).toBe('Theirs');
  });

  /** Opens the editor; then someone else saves rows 2 and 3 without an announcement. */
  async function openWithRemoteChanges() {
    await openLoaded();
    await waitFor(() => expect(server.hasFollower()).toBe(true));
    for (const id of [2, 3]) server.changeElsewhere(id, { text_target: 'Theirs' });
    expect(textField(2).value).toBe('Sentence 2');
  }
  const reloads = () => page.received.filter(({ path }) => path.includes('/segments/')).slice(1);

  it('reload only the rows announced as saved by others', async () => {
    await openWithRemoteChanges();
    server.sendEvent({ type: 'changed', ids: [2], versions: [2] });
    await waitFor(() => expect(textField(2).value).toBe('Theirs'));
    expect(textField(3).value).toBe('Sentence 3');
    expect(reloads()).toMatchObject([{ path: expect.stringContaining('ids=2') }]);
    // An announcement that is already known.
    server.sendEvent({ type: 'changed', ids: [2], versions: [2] });
    server.sendEvent({ type: 'changed', ids: [3], versions: [2] });
    await waitFor(() => expect(textField(3).value).toBe('Theirs'));
    expect(reloads()).toMatchObject([{}, { path: expect.stringMatching(/ids=3$/) }]);
  });

  it('reload rows announced without versions', async () => {
    await openWithRemoteChanges();
    server.sendEvent({ type: 'changed', ids: [2] });
    await waitFor(() => expect(textField(2).value).toBe('Theirs'));
    expect(textField(3).value).toBe('Sentence 3');
  });

  it('see who else has it open', async () => {
    await openLoaded();
    await waitFor(() => expect(server.hasFollower()).toBe(true));
    server.sendEvent({
      type: 'editors',
      editors: [{ tab: 'x', username: 'jana', page: 1, segment_id: 3 }],
    });
    expect(await screen.findByText('jana (this page) also has this alignment open.')).toBeTruthy();
    expect(screen.getByText('jana is editing this segment')).toBeTruthy();
  });

  it('keep text that is being typed during a reload', async () => {
    const user = await openLoaded();
    await waitFor(() => expect(server.hasFollower()).toBe(true));
    await user.type(textField(3), ' of mine');
    server.changeElsewhere(1, { text_target: 'Theirs' });
    server.sendEvent({ type: 'reordered' });
    await waitFor(() => expect(textField(1).value).toBe('Theirs'));
    expect(textField(3).value).toBe('Sentence 3 of mine');
  });

  it('see a message when the subtitle’s language changes, and the texts use it', async () => {
    const user = await openLoaded();
    await waitFor(() => expect(server.hasFollower()).toBe(true));
    await user.type(textField(3), ' of mine');
    server.changeLanguage('fr');
    server.sendEvent({ type: 'reordered' });
    expect(await screen.findByText('The subtitle is French now.')).toBeTruthy();
    expect(textField(3).value).toBe('Sentence 3 of mine');
    expect(textField(3).lang).toBe('fr');
  });
});
