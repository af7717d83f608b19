import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaveUnsaved } from '../../../testing/memory-store.ts';
import { setOnline } from '../../../ui/testing/set-online.ts';
import {
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

beforeEach(prepare);
afterEach(close);

const WAITING = /^The server can't save right now\. This row is kept on this device/;

const patches = () => page.received.filter(({ method }) => method === 'PATCH');

describe('leaving a row', () => {
  it('saves it with its base version, without a message', async () => {
    const user = await open();
    await loaded();
    await user.type(text(1), '!');
    expect(patches()).toEqual([]);
    await user.click(text(2));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    expect(patches()).toMatchObject([{ body: { text_target: 'Sentence 1!' }, ifMatch: '"1"' }]);
    expect(screen.queryByText('Changes saved successfully!')).toBeNull();
  });

  it('doesn’t happen between its own fields', async () => {
    const user = await open();
    await loaded();
    await user.type(text(1), '!');
    await user.click(text(1, 'Original'));
    await user.click(screen.getByRole('textbox', { name: 'Segment 1, End' }));
    await user.click(text(2));
    await waitFor(() => expect(patches()).toHaveLength(1));
  });

  it('keeps invalid times unsaved, with an error at the field', async () => {
    const user = await open();
    await loaded();
    const end = screen.getByRole<HTMLInputElement>('textbox', { name: 'Segment 1, End' });
    await user.clear(end);
    await user.click(text(2));
    await waitFor(() => expect(end.getAttribute('aria-invalid')).toBe('true'));
    expect(patches()).toEqual([]);
  });

  it('keeps it while the server can’t be reached, and sends it once online', async () => {
    let isOffline = true;
    const user = await open(undefined, ({ method }) =>
      isOffline && method === 'PATCH' ? { status: 503, body: {} } : undefined,
    );
    await loaded();
    await user.type(text(1), '!');
    await user.click(text(2));
    expect(await screen.findByText(WAITING)).toBeTruthy();
    expect(texts()[0]).toBe('Sentence 1');
    isOffline = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    await waitFor(() => expect(screen.queryByText(WAITING)).toBeNull());
  });

  it('also sends it once online after a failed save by hand', async () => {
    let isOffline = true;
    const user = await open(undefined, ({ method }) =>
      isOffline && method === 'PATCH' ? { status: 503, body: {} } : undefined,
    );
    await loaded();
    await user.type(text(1), '!');
    press('s', { ctrlKey: true }, text(1));
    expect(await screen.findByText(WAITING)).toBeTruthy();
    expect(screen.getByText(/^Failed to update subtitle segment\./)).toBeTruthy();
    isOffline = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    await waitFor(() => expect(screen.queryByText(WAITING)).toBeNull());
  });

  it.each([
    { way: 'Ctrl+S', run: () => press('s', { ctrlKey: true }, text(1)) },
    { way: 'Ctrl+Enter', run: () => press('Enter', { ctrlKey: true }, text(1)) },
    { way: '‘Save all’', run: () => screen.getByRole('button', { name: 'Save all' }).click() },
  ])('saves it offline by $way and sends it later, without a failure', async ({ way, run }) => {
    const user = await open(undefined, ({ method }) =>
      !navigator.onLine && method === 'PATCH' ? { status: 503, body: {} } : undefined,
    );
    await loaded();
    await user.type(text(1), '!');
    setOnline(false);
    run();
    await waitFor(() => expect(patches()).toHaveLength(1));
    expect(await screen.findByText(/^You're offline\. What you write is kept on this device/)).toBeTruthy();
    expect(screen.queryByText(/Failed to update/)).toBeNull();
    if (way === 'Ctrl+Enter') await waitFor(() => expect(document.activeElement).toBe(text(2)));
    setOnline(true);
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    expect(screen.queryByText(/Failed to update/)).toBeNull();
  });

  it('doesn’t interrupt typing elsewhere after someone else’s save; an offer leads to both texts', async () => {
    const user = await open();
    await loaded();
    await user.type(text(1), '!');
    server.changeElsewhere(1, { text_target: 'Theirs' });
    await user.click(text(2));
    const compare = await screen.findByRole('button', { name: 'Compare' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(text(2));
    expect(text(1).value).toBe('Sentence 1!');
    await user.click(compare);
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this segment' }));
    expect(dialog.getByText('Theirs').tagName).toBe('DEL');
    expect(dialog.getByText('Sentence 1!', { exact: false })).toBeTruthy();
  });

  it('isn’t a conflict if the response to the first save was lost', async () => {
    let isLost = true;
    const user = await open(undefined, (received) => {
      if (received.method !== 'PATCH' || !isLost) return undefined;
      isLost = false;
      server.answer(received);
      return { status: 503, body: {} };
    });
    await loaded();
    await user.type(text(1), '!');
    await user.click(text(2));
    await screen.findByText(WAITING);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(WAITING)).toBeNull());
    expect(patches()).toHaveLength(2);
    expect(text(1).closest('tr')?.dataset.unsaved).toBeUndefined();
    expect(screen.queryByText(/^Someone else/)).toBeNull();
  });

  it('saves nothing from an earlier visit before somebody edits it', async () => {
    await leaveUnsaved('account:1:rows:3', [2, { fields: { text_target: 'Left' }, version: 1 }]);
    const user = await open();
    await loaded();
    await user.type(text(1), '!');
    await user.click(text(3));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    expect(texts()[1]).toBe('Sentence 2');
  });
});

describe('accepting a mismatch', () => {
  it('takes one key press for each correct row, over a whole film', async () => {
    await open(segments(777).map((row) => ({ ...row, mismatch: row.id % 90 === 7 })));
    await loaded();
    press('m', { ctrlKey: true }, document.body);
    let keys = 0;
    for (let id = 7; id <= 777; id += 90) {
      await waitFor(() => expect(document.activeElement).toBe(text(id)));
      press('a', { code: 'KeyA', altKey: true });
      keys += 1;
    }
    expect(keys).toBe(9);
    await waitFor(() => expect(server.stored().filter(({ mismatch }) => mismatch)).toEqual([]));
    expect(server.stored().filter(({ approved }) => approved)).toHaveLength(9);
  });

  const marked = (...ids: number[]) =>
    segments(60).map((row) => ({ ...row, mismatch: ids.includes(row.id) }));

  it('unmarks and saves the row and goes to the next one, on any page, with one key', async () => {
    const user = await open(marked(2, 30, 55));
    await loaded();
    await user.click(text(2));
    press('a', { altKey: true, code: 'KeyA' });
    await waitFor(() => expect(document.activeElement).toBe(text(30)));
    press('a', { altKey: true, code: 'KeyA' });
    await waitFor(() => expect(document.activeElement).toBe(text(55)));
    await waitFor(() => expect(server.stored().filter(({ mismatch }) => mismatch)).toHaveLength(1));
  });

  it('wraps around to earlier ones, and reports when none is left', async () => {
    const user = await open(marked(2, 30));
    await loaded(2);
    await user.click(text(2));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await loaded(30));
    await user.click(screen.getByRole('button', { name: 'Accept & next' }));
    await waitFor(() => expect(document.activeElement).toBe(text(2)));
    press('a', { altKey: true, code: 'KeyA' });
    expect(await screen.findByText('No more mismatches found.')).toBeTruthy();
    await waitFor(() => expect(server.stored().some(({ mismatch }) => mismatch)).toBe(false));
  });

  it('also saves text typed in the row', async () => {
    const user = await open(marked(2, 3));
    await loaded();
    await user.type(text(2), '!');
    press('a', { altKey: true, code: 'KeyA' });
    await waitFor(() =>
      expect(server.stored()[1]).toMatchObject({ text_target: 'Sentence 2!', mismatch: false }),
    );
  });
});
