import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { get, set } from 'idb-keyval';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { EditorScreen } from './editor-screen.tsx';
import { createEditorServer } from './testing/editor-server.ts';
import { segment, segments } from './testing/segments.ts';

// happy-dom has no IndexedDB.
vi.mock('idb-keyval', () => {
  const kept = new Map<string, unknown>();
  return {
    get: vi.fn(async (key: string) => kept.get(key)),
    set: vi.fn(async (key: string, value: unknown) => void kept.set(key, value)),
    del: vi.fn(async (key: string) => void kept.delete(key)),
    clear: async () => kept.clear(),
  };
});

const KEPT = 'unsaved:maria:3';

let page: OpenedPage;
let server: ReturnType<typeof createEditorServer>;

type Answer = (received: Received) => Reply | undefined;

async function open(list = segments(3), override: Answer = () => undefined, search = '') {
  server = createEditorServer(list);
  const path = '/subtitles/$alignmentId/edit';
  page = await openPage(
    { path, component: EditorScreen, validateSearch: (given) => given },
    `/subtitles/3/edit${search}`,
    (received) => override(received) ?? server.answer(received),
  );
  return page.user;
}

const text = (number: number, column: 'Original' | 'Target' = 'Target') =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: `Segment ${number}, ${column} Subtitle` });
const loaded = (number = 1) => screen.findByRole('textbox', { name: `Segment ${number}, Target Subtitle` });
const texts = () => server.stored().map(({ text_target }) => text_target);
const actions = (number: number) =>
  within(screen.getByRole('toolbar', { name: `Actions for segment ${number}` }));
const press = (key: string, init: object, target: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(target, { key, ...init });

// A page of rows takes happy-dom long to look through, the more so where others are at work.
configure({ asyncUtilTimeout: 8000 });

beforeAll(startI18n);
beforeEach(async () => {
  const store = (await import('idb-keyval')) as unknown as { clear: () => Promise<void> };
  await store.clear();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => page.close());

describe('the aligned editor', () => {
  it('shows its title and the columns', async () => {
    await open();
    await loaded();
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
    await open();
    await loaded();
    for (const name of ['Start', 'End', 'Label'])
      expect(screen.getByRole('textbox', { name: `Segment 2, ${name}` })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' })).toBeTruthy();
    expect(
      actions(2)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual([
      'Save',
      'Auto Translate',
      'Play Segment',
      'Insert Segment After',
      'Split at the Caret',
      'Merge with Next',
      'Delete',
    ]);
  });

  it('shows 20 segments a page, and keeps the page in the address', async () => {
    const user = await open(segments(45));
    await loaded();
    expect(screen.getAllByRole('row')).toHaveLength(21);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await loaded(21)).toBeTruthy();
    expect(page.address()).toContain('page=2');
  });

  it('opens at the page of the address', async () => {
    await open(segments(45), undefined, '?page=3');
    expect(await loaded(45)).toBeTruthy();
    expect(screen.getAllByRole('row')).toHaveLength(6);
  });

  it('marks the texts with their languages, each in its own direction', async () => {
    await open();
    await loaded();
    expect([text(1, 'Original').lang, text(1).lang]).toEqual(['es', 'en']);
    expect(text(1).dir).toBe('auto');
  });

  it('says that the segments could not be loaded, and tries again', async () => {
    let fails = true;
    const user = await open(undefined, ({ path }) =>
      fails && path.includes('/segments/') ? { status: 500, body: {} } : undefined,
    );
    expect(await screen.findByText('Failed to load subtitle segments.')).toBeTruthy();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await loaded()).toBeTruthy();
  });

  it('says that the alignment does not exist', async () => {
    await open(undefined, ({ path }) =>
      path === '/api/alignments/3/' ? { status: 404, body: { detail: 'Not found.' } } : undefined,
    );
    expect(await screen.findByText('This alignment does not exist.')).toBeTruthy();
  });

  it('says that the alignment could not be loaded', async () => {
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

describe('saving', () => {
  it('sends what was changed with the version it was made from, and says so', async () => {
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

  it('is done by Ctrl+S from wherever one is in the row', async () => {
    const user = await open();
    await loaded();
    await user.click(screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' }));
    press('s', { ctrlKey: true });
    await waitFor(() => expect(server.stored()[1]?.mismatch).toBe(true));
  });

  it('goes on to the next row by Ctrl+Enter, in the same field', async () => {
    const user = await open();
    await loaded();
    await user.type(text(1, 'Original'), '!');
    press('Enter', { ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(text(2, 'Original')));
    expect(server.stored()[0]?.text_original).toBe('Frase 1!');
  });

  it('goes on to the next mismatch by Ctrl+Enter where mismatches are shown', async () => {
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

  it('fails with the words of the server, and keeps what was written', async () => {
    const user = await open(undefined, ({ method }) =>
      method === 'PATCH' ? { status: 400, body: { detail: 'Too long.' } } : undefined,
    );
    await loaded();
    await user.type(text(1), '!');
    press('s', { ctrlKey: true });
    expect(await screen.findByText('Failed to update subtitle segment. Too long.')).toBeTruthy();
    expect(text(1).value).toBe('Sentence 1!');
  });

  it('refuses an end before the start, and says so at the field', async () => {
    const user = await open();
    await loaded();
    const end = screen.getByRole<HTMLInputElement>('textbox', { name: 'Segment 2, End' });
    await user.clear(end);
    await user.type(end, '0:01');
    press('s', { ctrlKey: true });
    expect(await screen.findByText('The end has to come after the start.')).toBeTruthy();
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

describe('rows that come and go', () => {
  it('inserts a row after another, by the call of the specification', async () => {
    const user = await open();
    await loaded();
    await user.click(actions(1).getByRole('button', { name: 'Insert Segment After' }));
    await waitFor(() => expect(text(2).value).toBe(''));
    expect(page.changes()).toContainEqual({
      method: 'POST',
      path: '/api/subtitle-segment/3/insert/1/',
      body: { text_original: '', text_target: '' },
    });
    await waitFor(() => expect(document.activeElement).toBe(text(2, 'Original')));
  });

  it('leave the focus, when undo takes the row away that has it, with the one in its place', async () => {
    const user = await open();
    await loaded();
    await user.click(actions(1).getByRole('button', { name: 'Insert Segment After' }));
    await waitFor(() => expect(document.activeElement).toBe(text(2, 'Original')));
    press('z', { ctrlKey: true });
    await waitFor(() => expect(document.activeElement).toBe(text(2)));
    expect(text(2).value).toBe('Sentence 2');
  });

  it('asks before it deletes, and brings the row back by undo', async () => {
    const user = await open();
    await loaded();
    await user.click(actions(2).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete segment 2?' }));
    expect(texts()).toHaveLength(3);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence 3']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    press('z', { ctrlKey: true }, document.body);
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']));
    await waitFor(() => expect(text(2).value).toBe('Sentence 2'));
  });

  it.each([
    ['insert', 'Insert Segment After', 'Failed to insert a new subtitle segment.'],
    ['merge', 'Merge with Next', 'Failed to update subtitle segment.'],
  ])('says when it cannot %s', async (_, action, message) => {
    const user = await open(undefined, ({ method, path }) =>
      method === 'POST' && /insert|changes/.test(path) ? { status: 500, body: {} } : undefined,
    );
    await loaded();
    await user.click(actions(1).getByRole('button', { name: action }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('says when it cannot delete', async () => {
    const user = await open(undefined, ({ method }) =>
      method === 'DELETE' ? { status: 500, body: {} } : undefined,
    );
    await loaded();
    await user.click(actions(1).getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete subtitle segment.')).toBeTruthy();
  });

  it('splits at the caret and merges again, by keys', async () => {
    const user = await open();
    await loaded();
    await user.click(text(2));
    text(2).setSelectionRange(8, 8);
    press('Enter', { altKey: true, code: 'Enter' });
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence', '2', 'Sentence 3']));
    await waitFor(() => expect(document.activeElement).toBe(text(2)));
    press('j', { altKey: true, code: 'KeyJ' });
    await waitFor(() => expect(texts()).toEqual(['Sentence 1', 'Sentence 2', 'Sentence 3']));
  });

  it('says where to put the caret when there is none', async () => {
    const user = await open();
    await loaded();
    await user.click(actions(2).getByRole('button', { name: 'Split at the Caret' }));
    expect(await screen.findByText(/Put the caret into one of the texts/)).toBeTruthy();
  });
});

describe('finding', () => {
  const withMismatch = () => segments(45).map((row) => ({ ...row, mismatch: row.id === 30 }));

  it('goes to the next mismatch by Ctrl+M, on another page too, and highlights it', async () => {
    await open(withMismatch());
    await loaded();
    press('m', { ctrlKey: true }, document.body);
    await loaded(30);
    await waitFor(() => expect(text(30).closest('tr')?.dataset.found).toBe('true'));
    expect(document.activeElement).toBe(text(30));
    expect(page.received.map(({ path }) => path)).toContain('/api/alignments/3/find-next-mismatch/0/');
  });

  it('says when there is no more, and begins from the start after that', async () => {
    await open(withMismatch());
    await loaded();
    const button = screen.getByRole('button', { name: /^Find Next Mismatch/ });
    fireEvent.click(button);
    await loaded(30);
    await waitFor(() => expect(document.activeElement).toBe(text(30)));
    fireEvent.click(button);
    expect(await screen.findByText('No more mismatches found.')).toBeTruthy();
    fireEvent.click(button);
    await waitFor(() =>
      expect(page.received.filter(({ path }) => path.endsWith('find-next-mismatch/0/'))).toHaveLength(2),
    );
  });

  it('says when it fails', async () => {
    await open(undefined, ({ path }) => (path.includes('find-next') ? { status: 500, body: {} } : undefined));
    await loaded();
    press('m', { metaKey: true }, document.body);
    expect(await screen.findByText('Failed to find the next mismatch.')).toBeTruthy();
  });

  it('searches both texts, says how many are found, and shows all again', async () => {
    const user = await open(segments(45));
    await loaded();
    await user.type(screen.getByRole('searchbox', { name: 'Search in both texts' }), 'frase 44');
    await waitFor(() => expect(screen.getByText(/^1 of 45 segments/)).toBeTruthy());
    expect(text(44)).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'x');
    expect(await screen.findByText('No segment matches.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all segments' }));
    expect(await screen.findByText(/^45 segments/)).toBeTruthy();
  });

  it('shows the map of the file as a slider, and goes by its keys', async () => {
    await open(segments(45));
    await loaded();
    const map = screen.getByRole('slider', { name: 'Map of the file' });
    expect(map.getAttribute('aria-valuetext')).toBe('Page 1 of 3, mismatches on it: 0');
    press('End', {}, map);
    await loaded(45);
    await waitFor(() => expect(map.getAttribute('aria-valuenow')).toBe('3'));
  });

  it('shows the warnings of the check in the row', async () => {
    await open([segment(1, { text_original: '' })]);
    await loaded();
    await waitFor(() => expect(screen.getByText('no text')).toBeTruthy());
  });
});

describe('translating', () => {
  const translated = (source: string) => ({
    status: 200,
    body: { translated_text: 'A better one', source, terms: [{ term: 'frase', translation: 'sentence' }] },
  });

  it('puts the translation into the field, unsaved, and says where it is from', async () => {
    const user = await open(undefined, ({ path }) =>
      path === '/api/segments/2/translate/' ? translated('memory') : undefined,
    );
    await loaded();
    await user.click(actions(2).getByRole('button', { name: 'Auto Translate' }));
    await waitFor(() => expect(text(2).value).toBe('A better one'));
    expect(screen.getByText('As approved here before.')).toBeTruthy();
    expect(screen.getByText('Terms: frase → sentence')).toBeTruthy();
    expect(texts()[1]).toBe('Sentence 2');
    const row = within(text(2).closest('tr') as HTMLElement);
    await user.click(row.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(text(2).value).toBe('Sentence 2'));
  });

  it('fails with the reason of the service', async () => {
    const user = await open(undefined, ({ path }) =>
      path.endsWith('/translate/') ? { status: 503, body: { detail: 'Set TRANSLATION_URL.' } } : undefined,
    );
    await loaded();
    await user.click(actions(2).getByRole('button', { name: 'Auto Translate' }));
    expect(await screen.findByText('Translation failed. Set TRANSLATION_URL.')).toBeTruthy();
  });
});

describe('what is not saved', () => {
  it('is kept in the browser by person and alignment, and dropped when it is saved', async () => {
    const user = await open();
    await loaded();
    await user.type(text(2), '!');
    await waitFor(async () =>
      expect(await get(KEPT)).toEqual([[2, { fields: { text_target: 'Sentence 2!' }, version: 1 }]]),
    );
    press('s', { ctrlKey: true });
    await waitFor(async () => expect(await get(KEPT)).toBeUndefined());
  });

  it('is back after a reload, with a note', async () => {
    await set(KEPT, [[2, { fields: { text_target: 'Left' }, version: 1 }]]);
    await open();
    await loaded();
    expect(text(2).value).toBe('Left');
    expect(screen.getByText(/1 row that you had not saved the last time is back/)).toBeTruthy();
  });

  it('is dropped when one discards it, and the note with it', async () => {
    await set(KEPT, [[2, { fields: { text_target: 'Left' }, version: 1 }]]);
    const user = await open();
    await loaded();
    await user.click(screen.getByRole('button', { name: 'Discard the change' }));
    expect(text(2).value).toBe('Sentence 2');
    expect(document.activeElement).toBe(text(2));
    expect(screen.queryByText(/had not saved the last time/)).toBeNull();
  });

  it('is shown to copy when its segment is gone', async () => {
    await set(KEPT, [[99, { fields: { text_target: 'Left alone' }, version: 1 }]]);
    const user = await open();
    await loaded();
    expect(screen.getByText('Left alone')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I don’t need it' }));
    expect(screen.queryByText('Left alone')).toBeNull();
  });
});

describe('several editors', () => {
  it('choose between two texts when both have saved', async () => {
    const user = await open();
    await loaded();
    await user.clear(text(2));
    await user.type(text(2), 'Mine');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    press('s', { ctrlKey: true });
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Somebody else has saved this segment' }),
    );
    expect(dialog.getByText('Theirs').tagName).toBe('DEL');
    expect(dialog.getByText('Mine').tagName).toBe('INS');
    await user.click(dialog.getByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(texts()[1]).toBe('Mine'));
    await waitFor(() => expect(document.activeElement).toBe(text(2)));
  });

  it('take the other text when one chooses so', async () => {
    const user = await open();
    await loaded();
    await user.type(text(2), '!');
    server.changeElsewhere(2, { text_target: 'Theirs' });
    press('s', { ctrlKey: true });
    await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
    await waitFor(() => expect(text(2).value).toBe('Theirs'));
    expect(texts()[1]).toBe('Theirs');
  });

  it('see each other’s saves, and who is there', async () => {
    await open();
    await loaded();
    await waitFor(() => expect(server.isFollowed()).toBe(true));
    server.changeElsewhere(2, { text_target: 'Theirs' });
    server.tell({ type: 'changed', ids: [2] });
    await waitFor(() => expect(text(2).value).toBe('Theirs'));
    server.tell({
      type: 'editors',
      editors: [{ tab: 'x', username: 'jana', page: 1, segment_id: 3 }],
    });
    expect(await screen.findByText('jana (this page) also has this alignment open.')).toBeTruthy();
    expect(screen.getByText('jana is editing this segment')).toBeTruthy();
  });

  it('keep what they are writing when the list is read again', async () => {
    const user = await open();
    await loaded();
    await waitFor(() => expect(server.isFollowed()).toBe(true));
    await user.type(text(3), ' of mine');
    server.changeElsewhere(1, { text_target: 'Theirs' });
    server.tell({ type: 'reordered' });
    await waitFor(() => expect(text(1).value).toBe('Theirs'));
    expect(text(3).value).toBe('Sentence 3 of mine');
  });
});

describe('the keys', () => {
  it('move the edges of a segment: the start outside the texts, with Alt in them', async () => {
    const user = await open();
    await loaded();
    const time = (name: string) =>
      screen.getByRole<HTMLInputElement>('textbox', { name: `Segment 2, ${name}` });
    screen.getByRole('checkbox', { name: 'Segment 2, Mismatch' }).focus();
    press(']', { code: 'BracketRight' });
    await waitFor(() => expect(time('Start').value).toBe('00:00:04.100'));
    await user.click(text(2));
    press('.', { code: 'Period', altKey: true, shiftKey: true });
    await waitFor(() => expect(time('End').value).toBe('00:00:07.000'));
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    await waitFor(() =>
      expect([time('Start').value, time('End').value]).toEqual(['00:00:04.000', '00:00:06.000']),
    );
  });

  it('are listed for ?', async () => {
    await open();
    await loaded();
    press('?', {}, document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.getByText('Save the row and go on to the next')).toBeTruthy();
  });

  it('go from action to action with arrows, and Tab passes them all', async () => {
    const user = await open();
    await loaded();
    actions(1).getByRole('button', { name: 'Save' }).focus();
    press('ArrowRight', {});
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Auto Translate');
    await user.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Segment 2, Start');
  });
});
