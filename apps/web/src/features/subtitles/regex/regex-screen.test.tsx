import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenedPage } from '../../../testing/open-page.tsx';
import { mockElementSize } from '../testing/mock-element-size.ts';
import {
  close,
  ok,
  open,
  patternField,
  prepare,
  press,
  rows,
  search,
  searchMatch,
  segments,
  server,
  visibleText,
  waitForMatches,
} from './testing/open-regex-screen.tsx';

beforeAll(mockElementSize);
beforeEach(prepare);
afterEach(close);

describe('the regex editor', () => {
  it('shows the revision’s segments in whole seconds, with the draft’s texts', async () => {
    server.draftTexts = { 2: 'Adiós.' };
    await open();
    expect(await screen.findByRole('heading', { name: 'Edit Subtitle with Regex' })).toBeTruthy();
    await screen.findAllByTestId('regex-row');
    expect(rows()).toEqual(['Hola, amigo. | Hola, amigo.', 'Adiós, amigo. | Adiós.', 'OK | OK']);
    expect(screen.getByText('00:00:01 – 00:00:02')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(visibleText)).toEqual([
      '#',
      'Time',
      'Original Text',
      'Modified Text',
    ]);
    expect(screen.getByText('3 segments · 1 changed in the draft')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the revisions' }).getAttribute('href')).toBe(
      '/revisions/5',
    );
  });

  it('shows that loading the segments failed, and retries', async () => {
    server.listResponse = () => ({ status: 503, body: { detail: 'It is down.' } });
    const page = await open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Failed to load subtitle segments. It is down.',
    );
    server.listResponse = () => ok(segments());
    await press(page, 'Try again');
    expect(await screen.findAllByTestId('regex-row')).toHaveLength(3);
  });

  it.each(['99', 'x'])('reports a missing revision %s', async (id) => {
    await open(id);
    expect((await screen.findByRole('alert')).textContent).toBe("This revision doesn't exist.");
  });
});

describe('searching', () => {
  it('sends the pattern with its replacement, and shows the matches with marked changes', async () => {
    const page = await open();
    await search(page);
    await waitForMatches();
    expect(page.changes()).toEqual([
      {
        method: 'POST',
        path: '/api/subtitles/2/regex-edit/',
        body: { regex: 'amigo', replacement: 'tú', ignore_case: false },
      },
    ]);
    expect(rows()).toEqual([
      'Hola, amigo. | Hola, removed: amigoadded: tú.',
      'Adiós, amigo. | Adiós, removed: amigoadded: tú.',
    ]);
    expect(document.querySelectorAll('del')).toHaveLength(2);
    expect(document.querySelectorAll('ins')).toHaveLength(2);
  });

  it('sends a transformation in place of the replacement, whose field is then disabled', async () => {
    const page = await open();
    await page.user.type(await patternField(), 'amigo');
    await page.user.click(screen.getByRole('combobox', { name: 'Transformation' }));
    await page.user.click(await screen.findByRole('option', { name: 'Convert to UPPERCASE' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Ignore case' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Replacement Text' }).disabled).toBe(true);
    await press(page, 'Apply Regex');
    await waitForMatches();
    expect(page.changes()).toMatchObject([
      { body: { regex: 'amigo', transform: 'uppercase', ignore_case: true } },
    ]);
    expect(page.changes()[0]?.body).not.toHaveProperty('replacement');
  });

  it('requires a pattern', async () => {
    const page = await open();
    await patternField();
    await press(page, 'Apply Regex');
    expect(await screen.findByText('Enter a pattern.')).toBeTruthy();
    expect(page.changes()).toEqual([]);
  });

  it('explains at its field why a pattern is refused, until it is changed', async () => {
    const problem = '“(” at character 1 is an opening bracket whose “)” is missing.';
    server.previewResponse = () => ({ status: 400, body: { detail: problem, regex: [problem] } });
    const page = await open();
    await search(page, '(');
    expect(await screen.findByText(problem)).toBeTruthy();
    const field = await patternField();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    await page.user.type(field, 'a)');
    await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  });

  it('explains an invalid replacement at its field', async () => {
    server.previewResponse = () => ({
      status: 400,
      body: { detail: 'No such group.', replacement: ['No such group.'] },
    });
    const page = await open();
    await search(page);
    await screen.findByText('No such group.');
    const field = screen.getByRole('textbox', { name: 'Replacement Text' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('says that nothing was found', async () => {
    server.previewResponse = () => ok({ segments: [] });
    await search(await open());
    expect(await screen.findByText('No matches found.')).toBeTruthy();
    expect(screen.getByText('0 segments match')).toBeTruthy();
  });

  it('shows an unchanged match without a checkbox', async () => {
    server.previewResponse = () => ok({ segments: [searchMatch(1, 'amigo')] });
    await search(await open());
    expect(await screen.findByText('Unchanged')).toBeTruthy();
    expect(visibleText(document.querySelector('mark'))).toBe('amigo');
    expect(screen.queryByRole('checkbox', { name: /Accept/ })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply Changes' }).disabled).toBe(true);
  });
});

describe('saved patterns', () => {
  const openPatterns = async (page: OpenedPage) => {
    await press(page, 'Saved patterns');
    return within(await screen.findByRole('dialog', { name: 'Saved patterns' }));
  };

  it('are saved under a name', async () => {
    const page = await open();
    await page.user.type(await patternField(), ' +');
    const patternDialog = await openPatterns(page);
    expect(await patternDialog.findByText('No patterns saved yet.')).toBeTruthy();
    await page.user.type(patternDialog.getByRole('textbox', { name: 'Name' }), 'Spaces');
    await page.user.click(patternDialog.getByRole('button', { name: 'Save the pattern' }));
    expect(await patternDialog.findByRole('button', { name: 'Use Spaces' })).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { method: 'POST', body: { name: 'Spaces', regex: ' +', replacement: '', ignore_case: false } },
    ]);
  });

  it('replace an existing one with the same name, after a warning', async () => {
    server.patterns = [{ id: 1, name: 'Spaces', regex: ' +', replacement: ' ', ignore_case: false }];
    const page = await open();
    await page.user.type(await patternField(), 'x');
    const patternDialog = await openPatterns(page);
    await patternDialog.findByRole('button', { name: 'Use Spaces' });
    await page.user.type(patternDialog.getByRole('textbox', { name: 'Name' }), 'Spaces');
    expect(patternDialog.getByRole('button', { name: 'Replace it' })).toBeTruthy();
  });

  it('fill the search form when used', async () => {
    server.patterns = [{ id: 1, name: 'Shout', regex: '^w', transform: 'uppercase', ignore_case: true }];
    const page = await open();
    await patternField();
    const patternDialog = await openPatterns(page);
    await page.user.click(await patternDialog.findByRole('button', { name: 'Use Shout' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(page, 'Apply Regex');
    await waitForMatches();
    expect(page.changes()[0]?.body).toEqual({ regex: '^w', transform: 'uppercase', ignore_case: true });
  });

  it('can be deleted and restored', async () => {
    server.patterns = [{ id: 1, name: 'Spaces', regex: ' +', replacement: ' ', ignore_case: false }];
    const page = await open();
    await patternField();
    const patternDialog = await openPatterns(page);
    await page.user.click(await patternDialog.findByRole('button', { name: 'Delete Spaces' }));
    expect(await patternDialog.findByText('No patterns saved yet.')).toBeTruthy();
    await press(page, 'Undo');
    expect(await patternDialog.findByRole('button', { name: 'Use Spaces' })).toBeTruthy();
    expect(page.changes().at(-1)?.body).toEqual({
      name: 'Spaces',
      regex: ' +',
      replacement: ' ',
      ignore_case: false,
    });
  });
});
