import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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

const box = (number: number) => screen.getByRole('checkbox', { name: `Select segment ${number}` });
const bar = () => within(screen.getByRole('toolbar', { name: 'Selected rows' }));
const announced = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .find((text) => text?.includes('selected'));
const listsSent = () => page.changes().filter(({ path }) => path.endsWith('/changes/'));
const without = (...gone: number[]) =>
  segments(45)
    .filter(({ id }) => !gone.includes(id))
    .map(({ text_target }) => text_target);

async function openLong() {
  const user = await open(segments(45));
  await loaded();
  return user;
}

describe('selecting rows', () => {
  it('selects single rows and a range with Shift, shows their number, and ends with Escape', async () => {
    const user = await openLong();
    await user.click(box(2));
    expect(announced()).toBe('1 row selected');
    await user.keyboard('{Shift>}');
    await user.click(box(5));
    await user.keyboard('{/Shift}');
    expect(announced()).toBe('4 rows selected');
    await user.click(box(3));
    expect(announced()).toBe('3 rows selected');
    press('Escape', {});
    await waitFor(() => expect(announced()).toBeUndefined());
    expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull();
  });

  it('grows and shrinks with Shift and the arrows, and the focus follows', async () => {
    await openLong();
    box(2).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
      press(key, { shiftKey: true });
      await waitFor(() => expect(document.activeElement?.getAttribute('data-field')).toBe('selected'));
    }
    await waitFor(() => expect(document.activeElement).toBe(box(3)));
    expect(announced()).toBe('2 rows selected');
  });

  it('includes all filtered rows with Ctrl+A, on all pages, except in texts', async () => {
    const user = await openLong();
    press('a', { ctrlKey: true }, document.body);
    await waitFor(() => expect(announced()).toBe('45 rows selected'));
    press('Escape', {}, document.body);
    await user.type(screen.getByRole('searchbox', { name: 'Search in both texts' }), 'sentence 4');
    await screen.findByText(/^7 of 45 segments/);
    press('a', { ctrlKey: true });
    expect(announced()).toBeUndefined();
    press('a', { ctrlKey: true }, document.body);
    await waitFor(() => expect(announced()).toBe('7 rows selected'));
  });
});

describe('the selected rows', () => {
  it('are deleted in one call, and restored by one undo', async () => {
    const user = await openLong();
    for (const number of [2, 4, 5]) await user.click(box(number));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(without(2, 4, 5)));
    expect(listsSent()).toMatchObject([{ body: { save_revision: true } }]);
    expect(await screen.findByText('3 rows deleted.')).toBeTruthy();
    expect(announced()).toBeUndefined();
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(without()));
    // Undoing brings back what the revision of the first step has.
    expect(listsSent()[1]?.body).not.toHaveProperty('save_revision');
    expect(listsSent()[1]?.body).toHaveProperty('undo', true);
  });

  it('are deleted without scrolling, wherever the last of them is', async () => {
    const user = await openLong();
    await user.click(box(2));
    press('a', { ctrlKey: true }, document.body);
    await waitFor(() => expect(announced()).toBe('45 rows selected'));
    await user.click(box(3));
    await user.click(box(4));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(['Sentence 3', 'Sentence 4']));
    await close();
    await openLong();
    await user.click(box(2));
    press('End', {}, screen.getByRole('slider', { name: 'Map of the file' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select segment 40' }));
    press('Home', {}, screen.getByRole('slider', { name: 'Map of the file' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select segment 3' }));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(without(2, 3, 40)));
    await waitFor(() => expect(document.activeElement).toBe(text(2)));
    expect(text(2).value).toBe('Sentence 4');
  });

  it('are deleted within the filter', async () => {
    const user = await open(
      segments(45).map((row) => ({ ...row, mismatch: row.id % 10 === 0 })),
      undefined,
      '?filter=mismatches',
    );
    await loaded(10);
    for (const number of [10, 20]) await user.click(box(number));
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(without(10, 20)));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  });

  it('are merged if they are neighbours', async () => {
    const user = await openLong();
    await user.click(box(1));
    await user.click(box(3));
    await user.click(bar().getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText('Select rows that follow each other.')).toBeTruthy();
    await user.click(box(2));
    await user.click(bar().getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1 Sentence 2 Sentence 3'));
    expect(listsSent()).toMatchObject([{ body: { save_revision: true } }]);
  });

  it('are shifted by the typed time', async () => {
    const user = await open(segments(45), ({ path }) =>
      path === '/api/videos/7/subtitles/' ? { status: 200, body: { results: [] } } : undefined,
    );
    await loaded();
    await user.click(box(1));
    await user.click(box(2));
    await user.click(bar().getByRole('button', { name: 'Shift…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change times' }));
    expect(dialog.queryByRole('textbox', { name: 'From segment' })).toBeNull();
    await user.type(dialog.getByRole('textbox', { name: 'By how many seconds' }), '-0.5{Enter}');
    await waitFor(() =>
      expect(
        server
          .stored()
          .map(({ start_time }) => start_time)
          .slice(0, 3),
      ).toEqual(['00:00:00.500', '00:00:03.500', '00:00:07.000']),
    );
    expect(listsSent()).toMatchObject([{ body: { save_revision: true } }]);
  });

  it('are accepted except for one that someone else changed, which is named', async () => {
    const list = segments(45).map((row) => ({ ...row, mismatch: true }));
    const user = await open(list);
    await loaded();
    for (const number of [3, 7, 9]) await user.click(box(number));
    server.changeElsewhere(7, { text_target: 'Theirs' });
    await user.click(bar().getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText(/^Skipped row 7: someone else changed it/)).toBeTruthy();
    expect(screen.getByText('2 rows accepted.')).toBeTruthy();
    expect(
      server
        .stored()
        .filter(({ mismatch }) => !mismatch)
        .map(({ id }) => id),
    ).toEqual([3, 9]);
  });

  it('are sent to be translated', async () => {
    let request: unknown;
    const user = await open(segments(3), ({ path, body }) => {
      if (path !== '/api/alignments/3/translate/') return undefined;
      request = body;
      return { status: 503, body: {} };
    });
    await loaded();
    await user.click(box(1));
    await user.click(box(3));
    await user.click(bar().getByRole('button', { name: 'Translate' }));
    await waitFor(() => expect(request).toEqual({ which: 'chosen', ids: [1, 3] }));
  });
});
