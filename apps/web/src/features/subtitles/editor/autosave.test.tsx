import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { storeInOtherTab } from '../../../testing/memory-store.ts';
import { setOnline } from '../../../ui/testing/set-online.ts';
import {
  open,
  openLoaded,
  page,
  press,
  server,
  textField,
  texts,
  waitForRow,
} from './testing/open-editor-screen.tsx';
import { segments } from './testing/segments.ts';

const QUEUED_MESSAGE = /^The server can't save right now\. This row is kept on this device/;

const patches = () => page.received.filter(({ method }) => method === 'PATCH');

describe('leaving a row', () => {
  it('saves it with its base version, without a message', async () => {
    const user = await openLoaded();
    await user.type(textField(1), '!');
    expect(patches()).toEqual([]);
    await user.click(textField(2));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    expect(patches()).toMatchObject([{ body: { text_target: 'Sentence 1!' }, ifMatch: '"1"' }]);
    expect(screen.queryByText('Changes saved successfully!')).toBeNull();
  });

  it('doesn’t happen when moving between its fields', async () => {
    const user = await openLoaded();
    await user.type(textField(1), '!');
    await user.click(textField(1, 'Original'));
    await user.click(screen.getByRole('textbox', { name: 'Segment 1, End' }));
    await user.click(textField(2));
    await waitFor(() => expect(patches()).toHaveLength(1));
  });

  it('keeps invalid times unsaved, with an error at the field', async () => {
    const user = await openLoaded();
    const end = screen.getByRole<HTMLInputElement>('textbox', { name: 'Segment 1, End' });
    await user.clear(end);
    await user.click(textField(2));
    await waitFor(() => expect(end.getAttribute('aria-invalid')).toBe('true'));
    expect(patches()).toEqual([]);
  });

  it('queues it while the server is unreachable, and saves it once online', async () => {
    let isOffline = true;
    const user = await openLoaded(undefined, ({ method }) =>
      isOffline && method === 'PATCH' ? { status: 503, body: {} } : undefined,
    );
    await user.type(textField(1), '!');
    await user.click(textField(2));
    expect(await screen.findByText(QUEUED_MESSAGE)).toBeTruthy();
    expect(texts()[0]).toBe('Sentence 1');
    isOffline = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    await waitFor(() => expect(screen.queryByText(QUEUED_MESSAGE)).toBeNull());
  });

  it('saves it once online after a failed manual save', async () => {
    let isOffline = true;
    const user = await openLoaded(undefined, ({ method }) =>
      isOffline && method === 'PATCH' ? { status: 503, body: {} } : undefined,
    );
    await user.type(textField(1), '!');
    press('s', { ctrlKey: true }, textField(1));
    expect(await screen.findByText(QUEUED_MESSAGE)).toBeTruthy();
    expect(screen.getByText(/^Failed to update subtitle segment\./)).toBeTruthy();
    isOffline = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    await waitFor(() => expect(screen.queryByText(QUEUED_MESSAGE)).toBeNull());
  });

  it.each([
    { shortcut: 'Ctrl+S', run: () => press('s', { ctrlKey: true }, textField(1)) },
    { shortcut: 'Ctrl+Enter', run: () => press('Enter', { ctrlKey: true }, textField(1)) },
    { shortcut: '‘Save all’', run: () => screen.getByRole('button', { name: 'Save all' }).click() },
  ])(
    'queues it offline after $shortcut, and saves it once online without showing a failure',
    async ({ shortcut, run }) => {
      const user = await openLoaded(undefined, ({ method }) =>
        !navigator.onLine && method === 'PATCH' ? { status: 503, body: {} } : undefined,
      );
      await user.type(textField(1), '!');
      setOnline(false);
      run();
      await waitFor(() => expect(patches()).toHaveLength(1));
      expect(await screen.findByText(/^You're offline\. What you write is kept on this device/)).toBeTruthy();
      expect(screen.queryByText(/Failed to update/)).toBeNull();
      if (shortcut === 'Ctrl+Enter') await waitFor(() => expect(document.activeElement).toBe(textField(2)));
      setOnline(true);
      await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
      expect(screen.queryByText(/Failed to update/)).toBeNull();
    },
  );

  it('doesn’t interrupt typing in another row on a conflict; a toast offers to compare both texts', async () => {
    const user = await openLoaded();
    await user.type(textField(1), '!');
    server.changeElsewhere(1, { text_target: 'Theirs' });
    await user.click(textField(2));
    const compare = await screen.findByRole('button', { name: 'Compare' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(textField(2));
    expect(textField(1).value).toBe('Sentence 1!');
    await user.click(compare);
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this segment' }));
    expect(dialog.getByText('Theirs').tagName).toBe('DEL');
    expect(dialog.getByText('Sentence 1!', { exact: false })).toBeTruthy();
  });

  it('causes no conflict if the response to the first save was lost', async () => {
    let isLost = true;
    const user = await openLoaded(undefined, (received) => {
      if (received.method !== 'PATCH' || !isLost) return undefined;
      isLost = false;
      server.respond(received);
      return { status: 503, body: {} };
    });
    await user.type(textField(1), '!');
    await user.click(textField(2));
    await screen.findByText(QUEUED_MESSAGE);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(QUEUED_MESSAGE)).toBeNull());
    expect(patches()).toHaveLength(2);
    expect(textField(1).closest('tr')?.dataset.unsaved).toBeUndefined();
    expect(screen.queryByText(/^Someone else/)).toBeNull();
  });

  it('doesn’t save rows restored from an earlier visit', async () => {
    await storeInOtherTab('account:1:rows:3', [2, { fields: { text_target: 'Left' }, version: 1 }]);
    const user = await openLoaded();
    await user.type(textField(1), '!');
    await user.click(textField(3));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1!'));
    expect(texts()[1]).toBe('Sentence 2');
  });
});

describe('accepting a mismatch', () => {
  it('takes one key press per row, over a whole film', async () => {
    await openLoaded(segments(777).map((row) => ({ ...row, mismatch: row.id % 90 === 7 })));
    press('m', { ctrlKey: true }, document.body);
    let keys = 0;
    for (let id = 7; id <= 777; id += 90) {
      await waitFor(() => expect(document.activeElement).toBe(textField(id)));
      press('a', { code: 'KeyA', altKey: true });
      keys += 1;
    }
    expect(keys).toBe(9);
    await waitFor(() => expect(server.stored().filter(({ mismatch }) => mismatch)).toEqual([]));
    expect(server.stored().filter(({ approved }) => approved)).toHaveLength(9);
  });

  const withMismatches = (...ids: number[]) =>
    segments(60).map((row) => ({ ...row, mismatch: ids.includes(row.id) }));

  it('wraps around to earlier rows, and reports when there are no more', async () => {
    const user = await open(withMismatches(2, 30));
    await waitForRow(2);
    await user.click(textField(2));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(await waitForRow(30));
    await user.click(screen.getByRole('button', { name: 'Accept & next' }));
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
    press('a', { altKey: true, code: 'KeyA' });
    expect(await screen.findByText('No more mismatches found.')).toBeTruthy();
    await waitFor(() => expect(server.stored().some(({ mismatch }) => mismatch)).toBe(false));
  });

  it('also saves text typed in the row', async () => {
    const user = await openLoaded(withMismatches(2, 3));
    await user.type(textField(2), '!');
    press('a', { altKey: true, code: 'KeyA' });
    await waitFor(() =>
      expect(server.stored()[1]).toMatchObject({ text_target: 'Sentence 2!', mismatch: false }),
    );
  });
});
