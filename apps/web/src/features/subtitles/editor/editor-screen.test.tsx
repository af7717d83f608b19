import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  actions,
  open,
  openLoaded,
  page,
  press,
  textField,
  waitForRow,
} from './testing/open-editor-screen.tsx';
import { segment, segments } from './testing/segments.ts';

afterEach(() => void vi.restoreAllMocks());

describe('the editor screen', () => {
  it('shows its title and the columns', async () => {
    await openLoaded();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Aligned Subtitles');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Timestamps & Metadata',
      'Original Subtitle',
      'Target Subtitle',
      'Actions',
    ]);
    expect(screen.getByRole('button', { name: 'Find Next Mismatch ( ⌘ + M)' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Back to Video' })).toBeTruthy();
  });

  it('names each field of a row, and each of its actions', async () => {
    await openLoaded();
    for (const name of ['Start', 'End', 'Label'])
      expect(screen.getByRole('textbox', { name: `Segment 2, ${name}` })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' })).toBeTruthy();
    expect(
      actions(2)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Save', 'Auto Translate', 'Play Segment', 'Insert Segment After', 'Delete', 'More actions']);
  });

  it('renders only a few of many segments; the page buttons scroll by 20, and the URL has the page', async () => {
    const user = await openLoaded(segments(10_000));
    expect(screen.getAllByRole('row').length).toBeLessThan(40);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await waitForRow(21)).toBeTruthy();
    expect(page.address()).toContain('page=2');
  });

  it('goes back from the last page even if the last two fit in the window', async () => {
    vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(1200);
    const user = await openLoaded(segments(45));
    vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(45 * 46);
    const turnPage = async (name: 'Next' | 'Previous', to: number) => {
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() =>
        expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Page/ }).value).toBe(String(to)),
      );
    };
    await turnPage('Next', 2);
    await turnPage('Next', 3);
    await turnPage('Previous', 2);
    await turnPage('Previous', 1);
    expect(await waitForRow(1)).toBeTruthy();
  });

  it('shows each filter’s number of rows', async () => {
    const list = segments(5).map((row) => ({
      ...row,
      mismatch: row.id < 3,
      text_target: row.id === 4 ? '' : 'Yes',
    }));
    const user = await openLoaded(list);
    await user.click(screen.getByRole('combobox', { name: 'Show' }));
    await screen.findByRole('option', { name: 'All' });
    const counts = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(counts).toEqual(expect.arrayContaining(['All5', 'Mismatches2', 'No translation1', 'Approved0']));
  });

  it('focuses the first row of a chosen filter, so that keys act on rows', async () => {
    const user = await openLoaded(segments(5).map((row) => ({ ...row, mismatch: row.id > 3 })));
    await user.click(screen.getByRole('combobox', { name: 'Show' }));
    await user.click(await screen.findByRole('option', { name: /^Mismatches/ }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Select segment 4' })),
    );
    press('a', { ctrlKey: true });
    await screen.findByText('2 rows selected', { selector: '[role=status]' });
    press('Delete', {});
    expect(await screen.findByText('2 rows deleted.')).toBeTruthy();
  });

  it('opens at the page in the URL', async () => {
    await open(segments(45), undefined, '?page=3');
    expect(await waitForRow(45)).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Segment 1, Target Subtitle' })).toBeNull();
  });

  it('opens with the filter in the URL; an unknown one shows all segments', async () => {
    const list = segments(3).map((row, at) =>
      at === 1 ? { ...row, mismatch: true } : { ...row, mismatch: false },
    );
    await open(list, undefined, '?filter=mismatches');
    await waitForRow(2);
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await page.close();
    await open(list, undefined, '?filter=none');
    await waitForRow(1);
    expect(screen.getAllByRole('row')).toHaveLength(4);
  });

  it('sets the language and the direction of each text', async () => {
    await openLoaded();
    expect([textField(1, 'Original').lang, textField(1).lang]).toEqual(['es', 'en']);
    expect(textField(1).dir).toBe('auto');
  });

  it('shows that loading the segments failed, and retries', async () => {
    let fails = true;
    const user = await open(undefined, ({ path }) =>
      fails && path.includes('/segments/') ? { status: 500, body: {} } : undefined,
    );
    expect(await screen.findByText('Failed to load subtitle segments.')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await waitForRow()).toBeTruthy();
  });

  it('reports a missing alignment', async () => {
    await open(undefined, ({ path }) =>
      path === '/api/alignments/3/' ? { status: 404, body: { detail: 'Not found.' } } : undefined,
    );
    expect(await screen.findByText("This alignment doesn't exist.")).toBeTruthy();
  });

  it('shows that loading the alignment failed', async () => {
    await open(undefined, ({ path }) =>
      path === '/api/alignments/3/' ? { status: 500, body: {} } : undefined,
    );
    expect(await screen.findByText('Failed to load YouTube ID.')).toBeTruthy();
  });

  it('says that there are no segments', async () => {
    await open([]);
    expect(await screen.findByText('This alignment has no segments.')).toBeTruthy();
  });
});

describe('finding segments', () => {
  const withMismatch = () => segments(45).map((row) => ({ ...row, mismatch: row.id === 30 }));

  it('goes to the next mismatch on any page by Ctrl+M, and highlights it', async () => {
    await openLoaded(withMismatch());
    press('m', { ctrlKey: true }, document.body);
    await waitForRow(30);
    await waitFor(() => expect(textField(30).closest('tr')?.dataset.found).toBe('true'));
    expect(document.activeElement).toBe(textField(30));
    expect(page.received.map(({ path }) => path)).toContain('/api/alignments/3/find-next-mismatch/0/');
  });

  it('reports that there are no more mismatches, and then starts over', async () => {
    await openLoaded(withMismatch());
    const button = screen.getByRole('button', { name: /^Find Next Mismatch/ });
    fireEvent.click(button);
    await waitForRow(30);
    await waitFor(() => expect(document.activeElement).toBe(textField(30)));
    fireEvent.click(button);
    expect(await screen.findByText('No more mismatches found.')).toBeTruthy();
    fireEvent.click(button);
    await waitFor(() =>
      expect(page.received.filter(({ path }) => path.endsWith('find-next-mismatch/0/'))).toHaveLength(2),
    );
  });

  it('shows an error if finding the next mismatch fails', async () => {
    await openLoaded(undefined, ({ path }) =>
      path.includes('find-next') ? { status: 500, body: {} } : undefined,
    );
    press('m', { metaKey: true }, document.body);
    expect(await screen.findByText('Failed to find the next mismatch.')).toBeTruthy();
  });

  it('searches both texts, shows the number of matches, and resets', async () => {
    const user = await openLoaded(segments(45));
    await user.type(screen.getByRole('searchbox', { name: 'Search in both texts' }), 'frase 44');
    await waitFor(() => expect(screen.getByText(/^1 of 45 segments/)).toBeTruthy());
    expect(textField(44)).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('No segments found.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all segments' }));
    expect(await screen.findByText(/^45 segments/)).toBeTruthy();
  });

  it('goes to a page with the keys of the file map', async () => {
    await openLoaded(segments(45));
    const map = screen.getByRole('slider', { name: 'Map of the file' });
    expect(map.getAttribute('aria-valuetext')).toBe('Page 1 of 3, mismatches on it: 0');
    press('End', {}, map);
    await waitForRow(45);
    await waitFor(() => expect(map.getAttribute('aria-valuenow')).toBe('3'));
  });

  it('shows warnings in the row', async () => {
    await openLoaded([segment(1, { text_original: '' })]);
    expect(await screen.findByRole('img', { name: 'no text' })).toBeTruthy();
    textField(1).focus();
    expect(await screen.findByText('no text')).toBeTruthy();
  });
});

describe('editor keys', () => {
  it('move a segment’s edges: outside text fields without Alt, in them with Alt', async () => {
    const user = await openLoaded();
    const timeInput = (name: string) =>
      screen.getByRole<HTMLInputElement>('textbox', { name: `Segment 2, ${name}` });
    screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' }).focus();
    press(']', { code: 'BracketRight' });
    await waitFor(() => expect(timeInput('Start').value).toBe('00:00:04.100'));
    await user.click(textField(2));
    press('.', { code: 'Period', altKey: true, shiftKey: true });
    await waitFor(() => expect(timeInput('End').value).toBe('00:00:07.000'));
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    await waitFor(() =>
      expect([timeInput('Start').value, timeInput('End').value]).toEqual(['00:00:04.000', '00:00:06.000']),
    );
  });

  it('are listed with ?', async () => {
    await openLoaded();
    press('?', {}, document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const groupTitle = (name: string) =>
      dialog.getByText(name).closest('section')?.querySelector('h3')?.textContent;
    expect(groupTitle('Save the row and go to the next')).toBe('Rows and texts');
    expect(groupTitle('Merge with previous')).toBe('Rows and texts');
    expect(groupTitle('Set the end to the playback position')).toBe('Video and times');
  });

  it('move between a row’s buttons, which are one tab stop, with the arrows', async () => {
    const user = await openLoaded();
    actions(1).getByRole('button', { name: 'Save' }).focus();
    press('ArrowRight', {});
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Auto Translate');
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Select segment 2');
  });
});
