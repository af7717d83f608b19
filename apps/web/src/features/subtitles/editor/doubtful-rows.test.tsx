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

/** Six rows: 2 has no translation, 4 no original, 5 is doubtful with both texts. */
const ROWS = segments(6).map((row) => ({
  ...row,
  mismatch: [2, 4, 5].includes(row.id),
  ...(row.id === 2 && { text_target: '' }),
  ...(row.id === 4 && { text_original: '' }),
}));
const accept = () => press('a', { altKey: true, code: 'KeyA' });
const currentRowId = () => document.querySelector('tr[data-current]')?.getAttribute('data-segment');
const waitForCurrentRow = (id: number) => waitFor(() => expect(currentRowId()).toBe(String(id)));
const fixes = () => within(screen.getByRole('toolbar', { name: 'One text is missing' }));
const fixNames = () =>
  fixes()
    .getAllByRole('button')
    .map((button) => `${button.firstChild?.textContent}: ${button.getAttribute('aria-keyshortcuts')}`);

describe('accepting rows one by one', () => {
  it('starts at the first doubtful row if none is current, by button and by key', async () => {
    const user = await openLoaded(ROWS);
    await user.click(screen.getByRole('button', { name: 'Accept & next' }));
    await waitForCurrentRow(2);
    expect(page.changes().filter(({ method }) => method === 'PATCH')).toEqual([]);
    await page.close();
    await openLoaded(ROWS);
    accept();
    await waitForCurrentRow(2);
  });

  it('skips rows without one of the texts, and approves none of them', async () => {
    const user = await openLoaded(ROWS);
    await user.click(textField(2));
    await waitForCurrentRow(2);
    accept();
    await waitForCurrentRow(4);
    expect(screen.getByText(/^Not accepted: one text is missing/)).toBeTruthy();
    accept();
    await waitForCurrentRow(5);
    accept();
    await waitForCurrentRow(2);
    await waitFor(() =>
      expect(server.stored().map(({ id, mismatch, approved }) => [id, mismatch, approved])).toEqual([
        [1, false, false],
        [2, true, false],
        [3, false, false],
        [4, true, false],
        [5, false, true],
        [6, false, false],
      ]),
    );
  });
});

it('accepting in bulk skips rows without one of the texts, and shows their number', async () => {
  const user = await openLoaded(ROWS);
  press('a', { ctrlKey: true }, document.body);
  await user.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('4 rows accepted.')).toBeTruthy();
  expect(screen.getByText('2 rows were left as they are: one of their texts is missing.')).toBeTruthy();
  expect(server.stored().flatMap(({ id, approved }) => (approved ? [id] : []))).toEqual([1, 3, 5, 6]);
});

describe('a row without one of the texts', () => {
  it('shows its fixes with their keys; translating only if the original exists', async () => {
    const user = await openLoaded(ROWS);
    await user.click(textField(2));
    await waitForCurrentRow(2);
    expect(fixNames()).toEqual([
      'Merge up: Alt+Shift+J',
      'Merge down: Alt+J',
      'Translate: Alt+T',
      'Delete: Alt+Delete',
    ]);
    await user.click(textField(4));
    await waitForCurrentRow(4);
    expect(fixNames()).toHaveLength(3);
    await user.click(textField(5));
    await waitForCurrentRow(5);
    expect(screen.queryByRole('toolbar', { name: 'One text is missing' })).toBeNull();
  });

  it('is merged with the previous or the next row by keyboard', async () => {
    const user = await openLoaded(ROWS);
    await user.click(textField(2));
    press('J', { altKey: true, shiftKey: true, code: 'KeyJ' });
    await waitFor(() => expect(server.stored()[0]?.text_original).toBe('Frase 1 Frase 2'));
    await waitForCurrentRow(1);
    await user.click(textField(3));
    await waitForCurrentRow(4);
    press('j', { altKey: true, code: 'KeyJ' });
    await waitFor(() => expect(server.stored()[2]?.text_target).toBe('Sentence 4 Sentence 5'));
  });

  it('reports that there is no previous row before the first one', async () => {
    const user = await openLoaded(ROWS);
    await user.click(textField(1));
    press('J', { altKey: true, shiftKey: true, code: 'KeyJ' });
    expect(await screen.findByText('There is no previous segment to merge with.')).toBeTruthy();
  });

  it('is deleted by one key without confirmation or changing the filter, and restored by undo', async () => {
    const user = await open(ROWS, undefined, '?filter=mismatches');
    await waitForRow(2);
    await user.click(textField(4));
    await waitForCurrentRow(4);
    press('Delete', { altKey: true, code: 'Delete' });
    await waitFor(() => expect(texts()).toHaveLength(5));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitForCurrentRow(5);
    expect(screen.getAllByRole('row')).toHaveLength(3);
    press('z', { ctrlKey: true });
    await waitFor(() => expect(texts()).toHaveLength(6));
  });

  it('keeps the filter when a merge removes it from the results', async () => {
    const user = await open(ROWS, undefined, '?filter=no-translation');
    await waitForRow(2);
    await user.click(textField(2));
    press('j', { altKey: true, code: 'KeyJ' });
    await waitFor(() => expect(texts()).toHaveLength(5));
    expect(await screen.findByText('No segments found.')).toBeTruthy();
  });
});
