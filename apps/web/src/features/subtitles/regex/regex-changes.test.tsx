import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mockElementSize } from '../testing/mock-element-size.ts';
import {
  close,
  open,
  patternField,
  prepare,
  press,
  rows,
  search,
  server,
  waitForMatches,
} from './testing/open-regex-screen.tsx';

beforeAll(mockElementSize);
beforeEach(prepare);
afterEach(close);

describe('regex changes', () => {
  it('are applied to the draft, except the refused ones', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    await page.user.click(screen.getByRole('checkbox', { name: 'Accept the change of segment 1' }));
    expect(
      screen.getByText('2 segments match · 1 change accepted, not applied yet · 1 refused'),
    ).toBeTruthy();
    expect(rows()[0]).toBe('Hola, amigo. | Hola, amigo.');
    await press(page, 'Apply Changes');
    expect(
      await screen.findByText('1 change added to the draft. The lesson has not changed yet.'),
    ).toBeTruthy();
    expect(page.changes().at(-1)?.body).toEqual({ segments: [{ index: 2, modified: 'Adiós, tú.' }] });
    expect(rows()).toEqual(['Hola, amigo. | Hola, amigo.', 'Adiós, amigo. | Adiós, tú.', 'OK | OK']);
  });

  it('can all be refused and accepted at once', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    const acceptAll = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Accept all changes' });
    await page.user.click(screen.getByRole('checkbox', { name: 'Accept the change of segment 1' }));
    expect(acceptAll.indeterminate).toBe(true);
    await page.user.click(acceptAll);
    expect(screen.getByText(/2 changes accepted/)).toBeTruthy();
    await page.user.click(acceptAll);
    expect(screen.getByText('2 segments match · 2 refused')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply Changes' }).disabled).toBe(true);
  });

  it('can be undone', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    await press(page, 'Apply Changes');
    await press(page, 'Undo');
    await waitFor(() => expect(rows()[0]).toBe('Hola, amigo. | Hola, amigo.'));
    expect(page.changes().at(-1)?.body).toEqual({
      segments: [
        { index: 1, modified: 'Hola, amigo.' },
        { index: 2, modified: 'Adiós, amigo.' },
      ],
    });
  });

  it('are saved with the edited subtitle, except the refused ones', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    await page.user.click(screen.getByRole('checkbox', { name: 'Accept the change of segment 2' }));
    await press(page, 'Save Edited Subtitle');
    expect(await screen.findByText('Saved as revision #9. Learners still see the old text.')).toBeTruthy();
    expect(page.changes().at(-1)).toEqual({
      method: 'POST',
      path: '/api/subtitles/2/save-edited-subtitle/',
      body: { segments: [{ index: 1, modified: 'Hola, tú.' }] },
    });
    await press(page, 'View Revisions');
    await waitFor(() => expect(page.address()).toBe('/revisions/5'));
  });

  it('are applied to the lesson with one click, and realigned', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    await press(page, 'Apply to the lesson');
    expect(await screen.findByText('The lesson has changed. It is revision #9 now.')).toBeTruthy();
    expect(page.changes().map(({ path }) => path)).toEqual([
      '/api/subtitles/2/regex-edit/',
      '/api/subtitles/2/save-edited-subtitle/',
      '/api/revisions/9/apply/',
      '/api/subtitles/5/align/',
    ]);
  });

  it('show why the lesson couldn’t be changed', async () => {
    server.applyResponse = () => ({ status: 409, body: { detail: 'It is not aligned.' } });
    const page = await open();
    await search(page);
    await waitForMatches();
    await press(page, 'Apply to the lesson');
    expect(await screen.findByText("Couldn't change the lesson. It is not aligned.")).toBeTruthy();
  });

  it('can’t be applied to the lesson without a draft', async () => {
    await open();
    await patternField();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Apply to the lesson' });
    expect(button.disabled).toBe(true);
  });

  it('can still be accepted or refused after a failed save, whose reason is shown', async () => {
    server.saveResponse = () => ({ status: 503, body: { detail: 'The disk is full.' } });
    const page = await open();
    await search(page);
    await waitForMatches();
    await press(page, 'Save Edited Subtitle');
    expect(await screen.findByText("Couldn't save the edited subtitle. The disk is full.")).toBeTruthy();
    expect(screen.getByText(/2 changes accepted/)).toBeTruthy();
  });
});

describe('resetting the regex editor', () => {
  it('clears the search and shows all segments again', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    await press(page, 'Reset Search');
    expect(rows()).toHaveLength(3);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Regex Pattern' }).value).toBe('');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.changes().map(({ path }) => path)).not.toContain('/api/subtitles/2/reset/');
  });

  it('asks whether to delete the draft too, and can restore it', async () => {
    server.draftTexts = { 2: 'Adiós.' };
    const page = await open();
    await patternField();
    await press(page, 'Reset Search');
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(rows()[1]).toBe('Adiós, amigo. | Adiós, amigo.'));
    await press(page, 'Undo');
    await waitFor(() => expect(rows()[1]).toBe('Adiós, amigo. | Adiós.'));
  });

  it('keeps the draft if the question is cancelled', async () => {
    server.draftTexts = { 2: 'Adiós.' };
    const page = await open();
    await patternField();
    await press(page, 'Reset Search');
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(page.changes()).toEqual([]);
    expect(rows()[1]).toBe('Adiós, amigo. | Adiós.');
  });
});

describe('leaving the regex editor', () => {
  it('asks while accepted changes aren’t applied', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    await page.user.click(screen.getByRole('link', { name: 'Back to the revisions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without applying?' }));
    expect(page.address()).toBe('/subtitles/2/regex-edit');
    await page.user.click(dialog.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(page.address()).toBe('/revisions/5'));
  });

  it('doesn’t ask once accepted changes are applied', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    await press(page, 'Apply Changes');
    await screen.findByText(/2 changes added/);
    await page.user.click(screen.getByRole('link', { name: 'Back to the revisions' }));
    await waitFor(() => expect(page.address()).toBe('/revisions/5'));
  });
});
