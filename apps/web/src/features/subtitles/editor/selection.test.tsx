import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

const checkbox = (number: number) => screen.getByRole('checkbox', { name: `Select segment ${number}` });
const selectionBar = () => within(screen.getByRole('toolbar', { name: 'Selected rows' }));
const announcedCount = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .find((text) => text?.includes('selected'));
const sentChanges = () => page.changes().filter(({ path }) => path.endsWith('/changes/'));
const textsWithout = (...removedIds: number[]) =>
  segments(45)
    .filter(({ id }) => !removedIds.includes(id))
    .map(({ text_target }) => text_target);

const openLong = () => openLoaded(segments(45));

describe('the selection of rows', () => {
  it('consists of single rows or a range with Shift, shows its size, and is cleared by Escape', async () => {
    const user = await openLong();
    await user.click(checkbox(2));
    expect(announcedCount()).toBe('1 row selected');
    await user.keyboard('{Shift>}');
    await user.click(checkbox(5));
    await user.keyboard('{/Shift}');
    expect(announcedCount()).toBe('4 rows selected');
    await user.click(checkbox(3));
    expect(announcedCount()).toBe('3 rows selected');
    press('Escape', {});
    await waitFor(() => expect(announcedCount()).toBeUndefined());
    expect(screen.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull();
  });

  it('grows and shrinks with Shift and the arrow keys, which also move the focus', async () => {
    await openLong();
    checkbox(2).focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
      press(key, { shiftKey: true });
      await waitFor(() => expect(document.activeElement?.getAttribute('data-field')).toBe('selected'));
    }
    await waitFor(() => expect(document.activeElement).toBe(checkbox(3)));
    expect(announcedCount()).toBe('2 rows selected');
  });

  it('includes all filtered rows on all pages after Ctrl+A, except in text fields', async () => {
    const user = await openLong();
    press('a', { ctrlKey: true }, document.body);
    await waitFor(() => expect(announcedCount()).toBe('45 rows selected'));
    press('Escape', {}, document.body);
    await user.type(screen.getByRole('searchbox', { name: 'Search in both texts' }), 'sentence 4');
    await screen.findByText(/^7 of 45 segments/);
    press('a', { ctrlKey: true });
    expect(announcedCount()).toBeUndefined();
    press('a', { ctrlKey: true }, document.body);
    await waitFor(() => expect(announcedCount()).toBe('7 rows selected'));
  });
});

describe('the selected rows', () => {
  it('are deleted in one call, and restored by one undo', async () => {
    const user = await openLong();
    for (const number of [2, 4, 5]) await user.click(checkbox(number));
    await user.click(selectionBar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(textsWithout(2, 4, 5)));
    expect(sentChanges()).toMatchObject([{ body: { save_revision: true } }]);
    expect(await screen.findByText('3 rows deleted.')).toBeTruthy();
    expect(announcedCount()).toBeUndefined();
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(textsWithout()));
    // Undo saves no revision, since it restores the state before the first step.
    expect(sentChanges()[1]?.body).not.toHaveProperty('save_revision');
    expect(sentChanges()[1]?.body).toHaveProperty('undo', true);
  });

  it('are deleted even if they are far apart, and a nearby row gets the focus', async () => {
    const user = await openLong();
    await user.click(checkbox(2));
    press('a', { ctrlKey: true }, document.body);
    await waitFor(() => expect(announcedCount()).toBe('45 rows selected'));
    await user.click(checkbox(3));
    await user.click(checkbox(4));
    await user.click(selectionBar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(['Sentence 3', 'Sentence 4']));
    await page.close();
    await openLong();
    await user.click(checkbox(2));
    press('End', {}, screen.getByRole('slider', { name: 'Map of the file' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select segment 40' }));
    press('Home', {}, screen.getByRole('slider', { name: 'Map of the file' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select segment 3' }));
    await user.click(selectionBar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(textsWithout(2, 3, 40)));
    await waitFor(() => expect(document.activeElement).toBe(textField(2)));
    expect(textField(2).value).toBe('Sentence 4');
  });

  it('are deleted without changing the filter', async () => {
    const user = await open(
      segments(45).map((row) => ({ ...row, mismatch: row.id % 10 === 0 })),
      undefined,
      '?filter=mismatches',
    );
    await waitForRow(10);
    for (const number of [10, 20]) await user.click(checkbox(number));
    await user.click(selectionBar().getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(textsWithout(10, 20)));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  });

  it('are merged only if they are adjacent', async () => {
    const user = await openLong();
    await user.click(checkbox(1));
    await user.click(checkbox(3));
    await user.click(selectionBar().getByRole('button', { name: 'Merge' }));
    expect(await screen.findByText('Select rows that follow each other.')).toBeTruthy();
    await user.click(checkbox(2));
    await user.click(selectionBar().getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(texts()[0]).toBe('Sentence 1 Sentence 2 Sentence 3'));
    expect(sentChanges()).toMatchObject([{ body: { save_revision: true } }]);
  });

  it('are shifted by the typed time', async () => {
    const user = await openLoaded(segments(45), ({ path }) =>
      path === '/api/videos/7/subtitles/' ? { status: 200, body: { results: [] } } : undefined,
    );
    await user.click(checkbox(1));
    await user.click(checkbox(2));
    await user.click(selectionBar().getByRole('button', { name: 'Shift…' }));
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
    expect(sentChanges()).toMatchObject([{ body: { save_revision: true } }]);
  });

  it('are accepted except for one that someone else changed, which a message names', async () => {
    const list = segments(45).map((row) => ({ ...row, mismatch: true }));
    const user = await openLoaded(list);
    for (const number of [3, 7, 9]) await user.click(checkbox(number));
    server.changeElsewhere(7, { text_target: 'Theirs' });
    await user.click(selectionBar().getByRole('button', { name: 'Accept' }));
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
    const user = await openLoaded(segments(3), ({ path, body }) => {
      if (path !== '/api/alignments/3/translate/') return undefined;
      request = body;
      return { status: 503, body: {} };
    });
    await user.click(checkbox(1));
    await user.click(checkbox(3));
    await user.click(selectionBar().getByRole('button', { name: 'Translate' }));
    await waitFor(() => expect(request).toEqual({ which: 'chosen', ids: [1, 3] }));
  });
});
