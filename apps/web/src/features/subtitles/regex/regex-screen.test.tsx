import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { revision } from '../testing/samples.ts';
import { giveHeight } from '../testing/with-height.ts';
import { RegexScreen } from './regex-screen.tsx';

const detail: subtitles.RevisionDetail = {
  ...revision(2),
  video_id: 7,
  video_title: 'A clip',
  language: 'es',
  alignment_id: 3,
};
const ORIGINALS = ['Hola, amigo.', 'Adiós, amigo.', 'OK'];

let drafted: Record<number, string>;
let patterns: subtitles.SavedPattern[];
let previewed: (body: unknown) => Reply;
let saved: () => Reply;
let listed: () => Reply;
let opened: OpenedPage | undefined;

const ok = (body: unknown): Reply => ({ status: 200, body });
const segment = (index: number): subtitles.RevisionSegment => ({
  index,
  start: `00:00:0${index}.400`,
  end: `00:00:0${index + 1}.900`,
  original: ORIGINALS[index - 1] ?? '',
  modified: drafted[index] ?? ORIGINALS[index - 1] ?? '',
});
const segments = () => ({ segments: ORIGINALS.map((_, at) => segment(at + 1)) });
/** What a search for 'amigo' answers. */
const found = (index: number, replacement: string): subtitles.RegexMatch => {
  const before = segment(index).modified;
  const start = before.indexOf('amigo');
  return {
    ...segment(index),
    before,
    modified: before.replace('amigo', replacement),
    matches: [
      {
        before: { start, end: start + 'amigo'.length },
        after: { start, end: start + replacement.length },
      },
    ],
  };
};

function answer({ method, path, body }: Received): Reply | undefined {
  const key = `${method} ${path}`;
  if (key === 'GET /api/revisions/2/') return ok(detail);
  if (key === 'GET /api/subtitles/2/regex-edit/') return listed();
  if (key === 'POST /api/subtitles/2/regex-edit/') return previewed(body);
  if (key === 'POST /api/subtitles/2/apply-changes/') {
    const sent = (body as { segments: { index: number; modified: string }[] }).segments;
    for (const { index, modified } of sent) drafted[index] = modified;
    return ok(segments());
  }
  if (key === 'POST /api/subtitles/2/reset/') {
    drafted = {};
    return ok(segments());
  }
  if (key === 'POST /api/subtitles/2/save-edited-subtitle/') return saved();
  if (key === 'GET /api/regex-patterns/') return ok(patterns);
  if (key === 'POST /api/regex-patterns/') {
    const pattern = { id: patterns.length + 1, ...(body as Omit<subtitles.SavedPattern, 'id'>) };
    patterns = [...patterns, pattern];
    return { status: 201, body: pattern };
  }
  if (method === 'DELETE') {
    patterns = [];
    return { status: 204 };
  }
  return undefined;
}

async function open(id = '2') {
  const page = { path: '/subtitles/$revisionId/regex-edit', component: RegexScreen };
  opened = await openPage(page, `/subtitles/${id}/regex-edit`, answer);
  return opened;
}
const shown = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim();
const rows = () =>
  screen
    .queryAllByTestId('regex-row')
    .map((row) => [...row.querySelectorAll('p')].map((text) => shown(text)).join(' | '));
const press = async ({ user }: OpenedPage, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const patternField = () => screen.findByRole('textbox', { name: 'Regex Pattern' });

/** Searches for 'amigo' and sees what would become of it. */
async function search(page: OpenedPage, pattern = 'amigo') {
  await page.user.type(await patternField(), pattern.replaceAll(/[[{]/g, '$&$&'));
  await page.user.type(screen.getByRole('textbox', { name: 'Replacement Text' }), 'tú');
  await press(page, 'Apply Regex');
}
const untilFound = () => screen.findByText(/2 segments match/);

beforeAll(startI18n);
beforeAll(giveHeight);
beforeEach(() => {
  drafted = {};
  patterns = [];
  listed = () => ok(segments());
  previewed = () => ok({ segments: [found(1, 'tú'), found(2, 'tú')] });
  saved = () => ({ status: 201, body: { revision_id: 9, file_id: 4 } });
});
afterEach(() => opened?.close());

describe('the regex editor', () => {
  it('shows the segments of the revision, in whole seconds, with what the draft has made of them', async () => {
    drafted = { 2: 'Adiós.' };
    await open();
    expect(await screen.findByRole('heading', { name: 'Edit Subtitle with Regex' })).toBeTruthy();
    await screen.findAllByTestId('regex-row');
    expect(rows()).toEqual(['Hola, amigo. | Hola, amigo.', 'Adiós, amigo. | Adiós.', 'OK | OK']);
    expect(screen.getByText('00:00:01 – 00:00:02')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(shown)).toEqual([
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

  it('says when the segments could not be loaded, and asks for them again', async () => {
    listed = () => ({ status: 500, body: {} });
    const page = await open();
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load subtitle segments.');
    listed = () => ok(segments());
    await press(page, 'Try again');
    expect(await screen.findAllByTestId('regex-row')).toHaveLength(3);
  });

  it.each(['99', 'x'])('says that there is no revision %s', async (id) => {
    await open(id);
    expect((await screen.findByRole('alert')).textContent).toBe('This revision does not exist.');
  });
});

describe('searching', () => {
  it('sends the pattern with its replacement, and shows the matches with each change marked', async () => {
    const page = await open();
    await search(page);
    await untilFound();
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

  it('sends a transformation in place of the replacement, which cannot be typed then', async () => {
    const page = await open();
    await page.user.type(await patternField(), 'amigo');
    await page.user.click(screen.getByRole('combobox', { name: 'Transformation' }));
    await page.user.click(await screen.findByRole('option', { name: 'Convert to UPPERCASE' }));
    await page.user.click(screen.getByRole('checkbox', { name: 'Ignore case' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Replacement Text' }).disabled).toBe(true);
    await press(page, 'Apply Regex');
    await untilFound();
    expect(page.changes()).toMatchObject([
      { body: { regex: 'amigo', transform: 'uppercase', ignore_case: true } },
    ]);
    expect(page.changes()[0]?.body).not.toHaveProperty('replacement');
  });

  it('asks for a pattern', async () => {
    const page = await open();
    await patternField();
    await press(page, 'Apply Regex');
    expect(await screen.findByText('Enter a pattern.')).toBeTruthy();
    expect(page.changes()).toEqual([]);
  });

  it('explains at the field why a pattern is refused, until it is another one', async () => {
    const problem = '“(” at character 1 is an opening bracket whose “)” is missing.';
    previewed = () => ({ status: 400, body: { detail: problem, regex: [problem] } });
    const page = await open();
    await search(page, '(');
    expect(await screen.findByText(problem)).toBeTruthy();
    const field = await patternField();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    await page.user.type(field, 'a)');
    await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  });

  it('explains what is wrong with the replacement there', async () => {
    previewed = () => ({ status: 400, body: { detail: 'No such group.', replacement: ['No such group.'] } });
    const page = await open();
    await search(page);
    await screen.findByText('No such group.');
    const field = screen.getByRole('textbox', { name: 'Replacement Text' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('says when nothing was found', async () => {
    previewed = () => ok({ segments: [] });
    await search(await open());
    expect(await screen.findByText('The pattern was not found.')).toBeTruthy();
    expect(screen.getByText('0 segments match')).toBeTruthy();
  });

  it('shows a match that stays as it is, with nothing to decide', async () => {
    previewed = () => ok({ segments: [found(1, 'amigo')] });
    await search(await open());
    expect(await screen.findByText('Stays as it is')).toBeTruthy();
    expect(shown(document.querySelector('mark'))).toBe('amigo');
    expect(screen.queryByRole('checkbox', { name: /Accept/ })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply Changes' }).disabled).toBe(true);
  });
});

describe('the changes', () => {
  it('go into the draft, except those that were refused', async () => {
    const page = await open();
    await search(page);
    await untilFound();
    await page.user.click(screen.getByRole('checkbox', { name: 'Accept the change of segment 1' }));
    expect(
      screen.getByText('2 segments match · 1 change accepted, not applied yet · 1 refused'),
    ).toBeTruthy();
    expect(rows()[0]).toBe('Hola, amigo. | Hola, amigo.');
    await press(page, 'Apply Changes');
    expect(await screen.findByText('1 change applied. The draft keeps it.')).toBeTruthy();
    expect(page.changes().at(-1)?.body).toEqual({ segments: [{ index: 2, modified: 'Adiós, tú.' }] });
    expect(rows()).toEqual(['Hola, amigo. | Hola, amigo.', 'Adiós, amigo. | Adiós, tú.', 'OK | OK']);
  });

  it('can be refused and accepted all at once', async () => {
    const page = await open();
    await search(page);
    await untilFound();
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Accept all changes' });
    await page.user.click(screen.getByRole('checkbox', { name: 'Accept the change of segment 1' }));
    expect(all.indeterminate).toBe(true);
    await page.user.click(all);
    expect(screen.getByText(/2 changes accepted/)).toBeTruthy();
    await page.user.click(all);
    expect(screen.getByText('2 segments match · 2 refused')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply Changes' }).disabled).toBe(true);
  });

  it('can be undone', async () => {
    const page = await open();
    await search(page);
    await untilFound();
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

  it('are saved with the subtitle, as they are seen', async () => {
    const page = await open();
    await search(page);
    await untilFound();
    await page.user.click(screen.getByRole('checkbox', { name: 'Accept the change of segment 2' }));
    await press(page, 'Save Edited Subtitle');
    expect(await screen.findByText('Saved as revision #9 and as a stored file.')).toBeTruthy();
    expect(page.changes().at(-1)).toEqual({
      method: 'POST',
      path: '/api/subtitles/2/save-edited-subtitle/',
      body: { segments: [{ index: 1, modified: 'Hola, tú.' }] },
    });
    await press(page, 'View Revisions');
    await waitFor(() => expect(page.address()).toBe('/revisions/5'));
  });

  it('stay to be decided when saving them failed, and the reason is said', async () => {
    saved = () => ({ status: 503, body: { detail: 'The disk is full.' } });
    const page = await open();
    await search(page);
    await untilFound();
    await press(page, 'Save Edited Subtitle');
    expect(await screen.findByText('The edited subtitle could not be saved. The disk is full.')).toBeTruthy();
    expect(screen.getByText(/2 changes accepted/)).toBeTruthy();
  });
});

describe('resetting', () => {
  it('empties the search and shows all segments again', async () => {
    const page = await open();
    await search(page);
    await untilFound();
    await press(page, 'Reset Search');
    expect(rows()).toHaveLength(3);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Regex Pattern' }).value).toBe('');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.changes().map(({ path }) => path)).not.toContain('/api/subtitles/2/reset/');
  });

  it('asks whether the draft goes too, and can bring it back', async () => {
    drafted = { 2: 'Adiós.' };
    const page = await open();
    await patternField();
    await press(page, 'Reset Search');
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(dialog.getByRole('button', { name: 'Drop the draft' }));
    await waitFor(() => expect(rows()[1]).toBe('Adiós, amigo. | Adiós, amigo.'));
    await press(page, 'Undo');
    await waitFor(() => expect(rows()[1]).toBe('Adiós, amigo. | Adiós.'));
  });

  it('keeps the draft when that is wanted', async () => {
    drafted = { 2: 'Adiós.' };
    const page = await open();
    await patternField();
    await press(page, 'Reset Search');
    await page.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(page.changes()).toEqual([]);
    expect(rows()[1]).toBe('Adiós, amigo. | Adiós.');
  });
});

describe('leaving', () => {
  it('asks while accepted changes are not applied', async () => {
    const page = await open();
    await search(page);
    await untilFound();
    await page.user.click(screen.getByRole('link', { name: 'Back to the revisions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without applying?' }));
    expect(page.address()).toBe('/subtitles/2/regex-edit');
    await page.user.click(dialog.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(page.address()).toBe('/revisions/5'));
  });

  it('does not ask when they are', async () => {
    const page = await open();
    await search(page);
    await untilFound();
    await press(page, 'Apply Changes');
    await screen.findByText(/2 changes applied/);
    await page.user.click(screen.getByRole('link', { name: 'Back to the revisions' }));
    await waitFor(() => expect(page.address()).toBe('/revisions/5'));
  });
});

describe('the library of patterns', () => {
  const libraryOf = async (page: OpenedPage) => {
    await press(page, 'Saved patterns');
    return within(await screen.findByRole('dialog', { name: 'Saved Patterns' }));
  };

  it('keeps the present pattern under a name', async () => {
    const page = await open();
    await page.user.type(await patternField(), ' +');
    const library = await libraryOf(page);
    expect(await library.findByText('No patterns saved yet.')).toBeTruthy();
    await page.user.type(library.getByRole('textbox', { name: 'Name' }), 'Spaces');
    await page.user.click(library.getByRole('button', { name: 'Save the pattern' }));
    expect(await library.findByRole('button', { name: 'Use Spaces' })).toBeTruthy();
    expect(page.changes()).toMatchObject([
      { method: 'POST', body: { name: 'Spaces', regex: ' +', replacement: '', ignore_case: false } },
    ]);
  });

  it('says when a name is taken', async () => {
    patterns = [{ id: 1, name: 'Spaces', regex: ' +', replacement: ' ', ignore_case: false }];
    const page = await open();
    await page.user.type(await patternField(), 'x');
    const library = await libraryOf(page);
    await library.findByRole('button', { name: 'Use Spaces' });
    await page.user.type(library.getByRole('textbox', { name: 'Name' }), 'Spaces');
    expect(library.getByRole('button', { name: 'Replace it' })).toBeTruthy();
  });

  it('fills the form', async () => {
    patterns = [{ id: 1, name: 'Shout', regex: '^w', transform: 'uppercase', ignore_case: true }];
    const page = await open();
    await patternField();
    const library = await libraryOf(page);
    await page.user.click(await library.findByRole('button', { name: 'Use Shout' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(page, 'Apply Regex');
    await untilFound();
    expect(page.changes()[0]?.body).toEqual({ regex: '^w', transform: 'uppercase', ignore_case: true });
  });

  it('deletes one, and brings it back', async () => {
    patterns = [{ id: 1, name: 'Spaces', regex: ' +', replacement: ' ', ignore_case: false }];
    const page = await open();
    await patternField();
    const library = await libraryOf(page);
    await page.user.click(await library.findByRole('button', { name: 'Delete Spaces' }));
    expect(await library.findByText('No patterns saved yet.')).toBeTruthy();
    await press(page, 'Undo');
    expect(await library.findByRole('button', { name: 'Use Spaces' })).toBeTruthy();
    expect(page.changes().at(-1)?.body).toEqual({
      name: 'Spaces',
      regex: ' +',
      replacement: ' ',
      ignore_case: false,
    });
  });
});
