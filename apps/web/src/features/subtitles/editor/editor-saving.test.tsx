import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getUnsaved, leaveUnsaved, set } from '../../../testing/memory-store.ts';
import {
  actions,
  close,
  loaded,
  open,
  page,
  prepare,
  press,
  server,
  text,
  texts,
} from './testing/open-editor-screen.tsx';
import { segments } from './testing/segments.ts';

const KEPT = 'account:1:rows:3';

beforeEach(prepare);
afterEach(close);

describe('saving a row', () => {
  it('sends the changed fields with their base version, and confirms it', async () => {
    const user = await open();
    await loaded();
    await user.clear(text(2));
    await user.type(text(2), 'New');
    expect(text(2).closest('tr')?.dataset.unsaved).toBe('true');
    await user.click(actions(2).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Changes saved successfully!')).toBeTruthy();
    const sent = page.received.find(({ method }) => method === 'PATCH');
    expect(sent).toMatchObject({
      path: '/api/subtitle-segment/2/',
      body: { text_target: 'New' },
      ifMatch: '"1"',
    });
    await waitFor(() => expect(text(2).closest('tr')?.dataset.unsaved).toBeUndefined());
  });

  it('saves by Ctrl+S from anywhere in the row', async () => {
    const user = await open();
    await loaded();
    await user.click(screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' }));
    press('s', { ctrlKey: true });
    await waitFor(() => expect(server.stored()[1]?.mismatch).toBe(true));
  });

  it('saves and goes to the next row by Ctrl+Enter, in the same field', async () => {
    const user = await open();
    await loaded();
    await user.type(text(1, 'Original'), '!');
    press('Enter', { ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(text(2, 'Original')));
    expect(server.stored()[0]?.text_original).toBe('Frase 1!');
  });

  it('saves and goes to the next mismatch by Ctrl+Enter while mismatches are filtered', async () => {
    const list = segments(60).map((row) => ({ ...row, mismatch: [2, 30, 55].includes(row.id) }));
    const user = await open(list);
    await loaded();
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
    const user = await open(undefined, ({ method }) =>
      method === 'PATCH' ? { status: 400, body: { detail: 'Too long.' } } : undefined,
    );
    await loaded();
    await user.type(text(1), '!');
    press('s', { ctrlKey: true });
    expect(await screen.findByText('Failed to update subtitle segment. Too long.')).toBeTruthy();
    expect(text(1).value).toBe('Sentence 1!');
  });

  it('shows an error at the field for an end before the start', async () => {
    const user = await open();
    await loaded();
    const end = screen.getByRole<HTMLInputElement>('textbox', { name: 'Segment 2, End' });
    await user.clear(end);
    await user.type(end, '0:01');
    press('s', { ctrlKey: true });
    expect(await screen.findByText('The end must be after the start.')).toBeTruthy();
    expect(end.getAttribute('aria-invalid')).toBe('true');
    expect(page.received.some(({ method }) => method === 'PATCH')).toBe(false);
  });

  it('goes to the same field of the next row by Enter', async () => {
    const user = await open();
    await loaded();
    await user.click(text(1));
    press('Enter', {});
    await waitFor(() => expect(document.activeElement).toBe(text(2)));
  });
});

describe('unsaved rows', () => {
  it('are stored in the browser by user and alignment, and deleted when saved', async () => {
    const user = await open();
    await loaded();
    await user.type(text(2), '!');
    await waitFor(() =>
      expect(getUnsaved(KEPT)).toEqual([[2, { fields: { text_target: 'Sentence 2!' }, version: 1 }]]),
    );
    press('s', { ctrlKey: true });
    await waitFor(() => expect(getUnsaved(KEPT)).toEqual([]));
  });

  it('are restored after a reload, with a note', async () => {
    await leaveUnsaved(KEPT, [2, { fields: { text_target: 'Left' }, version: 1 }]);
    await open();
    await loaded();
    expect(text(2).value).toBe('Left');
    expect(screen.getByText(/Restored 1 unsaved row/)).toBeTruthy();
  });

  it('are saved at once when restored, which removes the note', async () => {
    await leaveUnsaved(KEPT, [2, { fields: { text_target: 'Left' }, version: 1 }]);
    const user = await open();
    await loaded();
    const note = screen.getByText(/Restored 1 unsaved row/);
    await user.click(within(note).getByRole('button', { name: 'Save all' }));
    await waitFor(() => expect(texts()[1]).toBe('Left'));
    await waitFor(() => expect(screen.queryByText(/Restored/)).toBeNull());
    await waitFor(() => expect(getUnsaved(KEPT)).toEqual([]));
  });

  it('of closed tabs are restored; of two texts for one row the other waits for the next time', async () => {
    const left = (text_target: string) => ({ fields: { text_target }, version: 1 });
    await leaveUnsaved(KEPT, [2, left('Left')]);
    await set(`${KEPT} in a third tab`, [
      [2, left('Left too')],
      [3, left('Left below')],
    ]);
    const user = await open();
    await loaded();
    expect([text(2), text(3)].map(({ value }) => value)).toEqual(['Left', 'Left below']);
    await user.click(text(2));
    press('s', { ctrlKey: true });
    await waitFor(() =>
      expect(getUnsaved(KEPT)).toEqual([
        [2, left('Left too')],
        [3, left('Left below')],
      ]),
    );
    expect(texts()[1]).toBe('Left');
  });

  it('are dropped when discarded, along with the note', async () => {
    await leaveUnsaved(KEPT, [2, { fields: { text_target: 'Left' }, version: 1 }]);
    const user = await open();
    await loaded();
    await user.click(screen.getByRole('button', { name: 'Discard change' }));
    expect(text(2).value).toBe('Sentence 2');
    expect(document.activeElement).toBe(text(2));
    expect(screen.queryByText(/Restored/)).toBeNull();
  });

  it('are stored in the browser even if someone else deletes the segment, until discarded', async () => {
    const user = await open();
    await loaded();
    await waitFor(() => expect(server.isFollowed()).toBe(true));
    await user.type(text(2), '!');
    server.deleteElsewhere(2);
    server.tell({ type: 'reordered' });
    const expected = [[2, { fields: { text_target: 'Sentence 2!' } }]];
    await waitFor(() => expect(getUnsaved(KEPT)).toMatchObject(expected));
    await screen.findByText('Sentence 2!');
    // Time for it to be sent, which it shouldn't be.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(getUnsaved(KEPT)).toMatchObject(expected);
    await user.click(screen.getByRole('button', { name: 'Discard it' }));
    await waitFor(() => expect(getUnsaved(KEPT)).toEqual([]));
  });

  it('can be copied when their segment is gone', async () => {
    await leaveUnsaved(KEPT, [99, { fields: { text_target: 'Left alone' }, version: 1 }]);
    const user = await open();
    await loaded();
    expect(screen.getByText('Left alone')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard it' }));
    expect(screen.queryByText('Left alone')).toBeNull();
  });
});

describe('several editors', () => {
  it('with conflicting saves let the second choose between both texts', async () => {
    const user = await open();
    await loaded();
    await user.clear(text(2));
    await user.type(text(2), 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    press('s', { ctrlKey: true });
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this segment' }));
    expect(dialog.getByText('Theirs').tagName).toBe('DEL');
    expect(dialog.getByText('Mine').tagName).toBe('INS');
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(texts()[1]).toBe('Mine'));
    await waitFor(() => expect(document.activeElement).toBe(text(2)));
  });

  it('use the other text when chosen', async () => {
    const user = await open();
    await loaded();
    await user.type(text(2), '!');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    press('s', { ctrlKey: true });
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    await waitFor(() => expect(text(2).value).toBe('Theirs'));
    expect(texts()[1]).toBe('Theirs');
  });

  /** Another editor has saved rows 2 and 3, which this page doesn't know. */
  async function openBeforeOthersSave() {
    await open();
    await loaded();
    await waitFor(() => expect(server.isFollowed()).toBe(true));
    for (const id of [2, 3]) server.changeElsewhere(id, { text_target: 'Theirs' });
    expect(text(2).value).toBe('Sentence 2');
  }
  const rereads = () => page.received.filter(({ path }) => path.includes('/segments/')).slice(1);

  it('reload only the rows announced as saved by others', async () => {
    await openBeforeOthersSave();
    server.tell({ type: 'changed', ids: [2], versions: [2] });
    await waitFor(() => expect(text(2).value).toBe('Theirs'));
    expect(text(3).value).toBe('Sentence 3');
    expect(rereads()).toMatchObject([{ path: expect.stringContaining('ids=2') }]);
    // An old announcement.
    server.tell({ type: 'changed', ids: [2], versions: [2] });
    server.tell({ type: 'changed', ids: [3], versions: [2] });
    await waitFor(() => expect(text(3).value).toBe('Theirs'));
    expect(rereads()).toMatchObject([{}, { path: expect.stringMatching(/ids=3$/) }]);
  });

  it('reload rows announced without versions, as by a server of the previous release', async () => {
    await openBeforeOthersSave();
    server.tell({ type: 'changed', ids: [2] });
    await waitFor(() => expect(text(2).value).toBe('Theirs'));
    expect(text(3).value).toBe('Sentence 3');
  });

  it('see who else is there', async () => {
    await open();
    await loaded();
    await waitFor(() => expect(server.isFollowed()).toBe(true));
    server.tell({
      type: 'editors',
      editors: [{ tab: 'x', username: 'jana', page: 1, segment_id: 3 }],
    });
    expect(await screen.findByText('jana (this page) also has this alignment open.')).toBeTruthy();
    expect(screen.getByText('jana is editing this segment')).toBeTruthy();
  });

  it('keep text that is being typed during a reload', async () => {
    const user = await open();
    await loaded();
    await waitFor(() => expect(server.isFollowed()).toBe(true));
    await user.type(text(3), ' of mine');
    server.changeElsewhere(1, { text_target: 'Theirs' });
    server.tell({ type: 'reordered' });
    await waitFor(() => expect(text(1).value).toBe('Theirs'));
    expect(text(3).value).toBe('Sentence 3 of mine');
  });

  it('are told of a changed subtitle language, and use it', async () => {
    const user = await open();
    await loaded();
    await waitFor(() => expect(server.isFollowed()).toBe(true));
    await user.type(text(3), ' of mine');
    server.changeLanguage('fr');
    server.tell({ type: 'reordered' });
    expect(await screen.findByText('The subtitle is French now.')).toBeTruthy();
    expect(text(3).value).toBe('Sentence 3 of mine');
    expect(text(3).lang).toBe('fr');
  });
});
