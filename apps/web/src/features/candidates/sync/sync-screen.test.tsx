import { type Cue, synchronise } from '@sayback/subtitles';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { get, set } from 'idb-keyval';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Received, Reply } from '../../../api/testing/loopback.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import type { Media } from '../../../media/media.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { writeContent } from './model/content.ts';
import type { Sheet } from './model/sheet.ts';
import { SyncScreen } from './sync-screen.tsx';
import { evenSheet, sheetAt } from './testing/sheets.ts';
import { createSimulatedMedium } from './testing/simulated-medium.ts';
import { createSyncServer } from './testing/sync-server.ts';

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

const held = vi.hoisted(() => ({ media: null as unknown }));
// YouTube's player lies outside: a medium that goes with the clock stands in for it.
vi.mock('../../../media/youtube-media.ts', () => ({ createYouTubeMedia: () => held.media as Media }));

const KEPT = 'unsaved-sync:maria:4:en';
const THREE = sheetAt([1000, 3000], [4000, 6000], [8000, 9000]);

let page: OpenedPage;
let server: ReturnType<typeof createSyncServer>;
let medium: ReturnType<typeof createSimulatedMedium>;

type Answer = (received: Received) => Reply | undefined;

async function open(
  sheet: Sheet = THREE,
  override: Answer = () => undefined,
  language = 'en',
  other = evenSheet(3),
) {
  server = createSyncServer({ en: sheet, es: other });
  page = await openPage(
    { path: '/subtitles/sync/$candidateId/$language', component: SyncScreen },
    `/subtitles/sync/4/${language}`,
    (received) => override(received) ?? server.answer(received),
  );
  return page.user;
}

async function openReady(sheet: Sheet = THREE, override?: Answer) {
  const user = await open(sheet, override);
  await row(1);
  medium.tell({ type: 'ready', duration: 100_000 });
  return user;
}

const row = (number: number) => screen.findByLabelText(`Segment ${number}`);
const rows = () => document.querySelectorAll('article').length;
const field = (number: number, name: 'start' | 'end' | 'text') =>
  screen.getByLabelText<HTMLInputElement>(`Segment ${number}, ${name}`);
const times = (number: number) => [field(number, 'start').value, field(number, 'end').value];
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (key: string, init: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init });
/** What was sent to be saved. */
const saves = () => page.changes().filter(({ path }) => path.includes('save-synced'));
const isUnsavedShown = () => screen.queryByText('Unsaved Changes') !== null;

// A list of rows takes happy-dom long to look through, the more so where others are at work.
configure({ asyncUtilTimeout: 8000 });

beforeAll(startI18n);
beforeEach(async () => {
  const store = (await import('idb-keyval')) as unknown as { clear: () => Promise<void> };
  await store.clear();
  medium = createSimulatedMedium();
  held.media = medium.media;
  window.scrollTo = vi.fn() as typeof window.scrollTo;
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => page.close());

describe('the sync screen', () => {
  it('shows the segments with their times and texts', async () => {
    await open();
    await row(3);
    expect(rows()).toBe(3);
    expect(times(2)).toEqual(['00:00:04.000', '00:00:06.000']);
    expect(field(2, 'text').value).toBe('Line 2');
    expect(screen.getByText('Segment 1 of 3')).toBeTruthy();
  });

  it('marks the texts with their language, each in its own direction', async () => {
    await open();
    await row(1);
    expect([field(1, 'text').lang, field(1, 'text').dir]).toEqual(['en', 'auto']);
  });

  it('says that the candidate is not there, and goes back', async () => {
    await open(THREE, ({ path }) =>
      path === '/api/youtube-candidates/4/' ? { status: 404, body: { detail: 'Not found.' } } : undefined,
    );
    expect(await screen.findByText('Candidate not found or subtitle data not available.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });

  it('says the same where the candidate has no such version', async () => {
    await open(THREE, undefined, 'fr');
    expect(await screen.findByText('Candidate not found or subtitle data not available.')).toBeTruthy();
  });

  it('says why it could not be loaded, and goes back', async () => {
    await open(THREE, ({ path }) =>
      path === '/api/youtube-candidates/4/' ? { status: 500, body: { detail: 'Out of order.' } } : undefined,
    );
    expect(await screen.findByText('Error loading subtitle data: Out of order.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });

  it('says that one is signed out, and goes to the login', async () => {
    await open(THREE, ({ path }) =>
      path === '/api/youtube-candidates/4/' ? { status: 401, body: {} } : undefined,
    );
    expect(await screen.findByText('Authentication error. Please log in again.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/login'));
  });

  it('says that nothing can be read', async () => {
    await open({ cues: [], ids: [] });
    expect(await screen.findByText('There is no segment that can be read in this subtitle.')).toBeTruthy();
  });
});

describe('the list', () => {
  it('shows 20 segments at first, and 20 more by Load More (20)', async () => {
    const user = await open(evenSheet(45));
    await row(1);
    expect(rows()).toBe(20);
    await user.click(button('Load More (20)'));
    await row(40);
    expect(rows()).toBe(40);
    await user.click(button('Load More (5)'));
    await row(45);
    expect(screen.queryByRole('button', { name: /Load More/ })).toBeNull();
  });

  it('shows 20 more near the end of the page, and none before', async () => {
    await open(evenSheet(45));
    await row(1);
    const scrollTo = (top: number) => {
      Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
      fireEvent.scroll(window);
    };
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: 5000, configurable: true });
    scrollTo(5000 - window.innerHeight - 101);
    expect(button('Load More (20)')).toBeTruthy();
    scrollTo(5000 - window.innerHeight - 100);
    expect(await screen.findByRole('button', { name: 'Load More (5)' })).toBeTruthy();
    scrollTo(0);
    expect(button('Load More (5)')).toBeTruthy();
  });

  it('finds segments by their text, under their own numbers', async () => {
    const user = await open(evenSheet(45));
    await row(1);
    await user.type(screen.getByRole('searchbox', { name: 'Search segments' }), 'line 4');
    await waitFor(() => expect(rows()).toBe(7));
    expect(await row(45)).toBeTruthy();
    expect(screen.getByText('7 of 45')).toBeTruthy();
  });

  it('keeps a segment that is edited so that it is not found any more', async () => {
    const user = await open();
    await row(1);
    await user.type(screen.getByRole('searchbox'), 'line 2');
    await waitFor(() => expect(rows()).toBe(1));
    fireEvent.change(field(2, 'text'), { target: { value: 'other' } });
    expect(field(2, 'text').value).toBe('other');
  });

  it('says that nothing was found', async () => {
    const user = await open();
    await row(1);
    await user.type(screen.getByRole('searchbox'), 'xyz');
    expect(await screen.findByText('No segment matches.')).toBeTruthy();
  });
});

describe('the times of a segment', () => {
  it('go by the chosen step', async () => {
    const user = await open();
    await row(1);
    await user.click(button('Segment 2: start earlier'));
    expect(times(2)[0]).toBe('00:00:03.900');
    await user.click(screen.getByRole('radio', { name: '0.5 s' }));
    await user.click(button('Segment 2: end later'));
    expect(times(2)[1]).toBe('00:00:06.500');
  });

  it('offers the steps of the specification', async () => {
    await open();
    await row(1);
    const steps = within(screen.getByRole('radiogroup', { name: 'Step' })).getAllByRole('radio');
    expect(steps.map((step) => (step as HTMLInputElement).value)).toEqual([
      '100',
      '200',
      '500',
      '1000',
      '2000',
    ]);
  });

  it('hold at Enter when they are typed, within the limits', async () => {
    const user = await open();
    await row(1);
    await user.clear(field(2, 'start'));
    await user.type(field(2, 'start'), '0:09{Enter}');
    expect(times(2)).toEqual(['00:00:05.900', '00:00:06.000']);
  });

  it('stay when what is typed is no time', async () => {
    const user = await open();
    await row(1);
    await user.clear(field(2, 'end'));
    await user.type(field(2, 'end'), 'soon');
    expect(field(2, 'end').getAttribute('aria-invalid')).toBe('true');
    await user.tab();
    expect(times(2)[1]).toBe('00:00:06.000');
    expect(isUnsavedShown()).toBe(false);
  });

  it('are adjusted all at once', async () => {
    const user = await open();
    await row(1);
    const amount = screen.getByRole('textbox', { name: 'Adjust by (seconds)' });
    expect((amount as HTMLInputElement).value).toBe('0.1');
    await user.clear(amount);
    await user.type(amount, '-0.5');
    await user.click(button('Apply'));
    expect([times(1)[0], times(3)[0]]).toEqual(['00:00:00.500', '00:00:07.500']);
    expect(await screen.findByText('3 segments were moved by -0.5 s.')).toBeTruthy();
  });

  it('are adjusted from the current segment onwards', async () => {
    const user = await open();
    await row(1);
    await user.click(field(2, 'text'));
    await user.click(screen.getByRole('radio', { name: 'From #2 onwards' }));
    await user.click(button('Apply'));
    expect([times(1)[0], times(2)[0], times(3)[0]]).toEqual(['00:00:01.000', '00:00:04.100', '00:00:08.100']);
  });

  it('are stretched by two points', async () => {
    const user = await openReady();
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Segment 1: jump to it'));
    medium.media.seek(2000);
    await user.click(button('Set first point'));
    expect(screen.getByText('#1: 00:00:01.000 → 00:00:02.000')).toBeTruthy();
    await user.click(button('Segment 3: jump to it'));
    medium.media.seek(16_000);
    await user.click(button('Set second point'));
    await user.click(button('Stretch'));
    expect([times(1)[0], times(2)[0], times(3)[0]]).toEqual(['00:00:02.000', '00:00:08.000', '00:00:16.000']);
  });

  it('are not stretched by one segment twice', async () => {
    const user = await openReady();
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Set first point'));
    await user.click(button('Set second point'));
    expect(screen.getByText('The two points need two segments that stay in their order.')).toBeTruthy();
    expect(button('Stretch').hasAttribute('disabled')).toBe(true);
  });
});

describe('segments', () => {
  it('are inserted after another one, with the focus in the text', async () => {
    const user = await open();
    await row(1);
    await user.click(button('Segment 2: insert after'));
    await row(4);
    expect(times(3)).toEqual(['00:00:06.000', '00:00:08.000']);
    await waitFor(() => expect(document.activeElement).toBe(field(3, 'text')));
    expect(screen.getByText('Without a text it is left out when you save.')).toBeTruthy();
  });

  it('are deleted after a question', async () => {
    const user = await open();
    await row(1);
    await user.click(button('Segment 2: delete'));
    const dialog = await screen.findByRole('dialog', { name: 'Delete segment 2?' });
    expect(rows()).toBe(3);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(rows()).toBe(2));
    expect(field(2, 'text').value).toBe('Line 3');
  });

  it('are kept when the question is answered with no', async () => {
    const user = await open();
    await row(1);
    await user.click(button('Segment 2: delete'));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(rows()).toBe(3);
    expect(isUnsavedShown()).toBe(false);
  });

  it('cannot all be deleted', async () => {
    const user = await open(sheetAt([0, 1000]));
    await row(1);
    await user.click(button('Segment 1: delete'));
    expect(await screen.findByText('Cannot delete the last segment')).toBeTruthy();
    expect(rows()).toBe(1);
  });
});

describe('saving', () => {
  it('is offered when something has changed', async () => {
    await open();
    await row(1);
    expect(button('Save Changes').getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    expect(isUnsavedShown()).toBe(true);
    expect(button('Save Changes').getAttribute('aria-disabled')).toBeNull();
  });

  it('sends SRT under the version key, and says so', async () => {
    const user = await open();
    await row(1);
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Subtitles synchronized and saved successfully!')).toBeTruthy();
    expect(saves()).toEqual([
      {
        method: 'POST',
        path: '/api/youtube-candidates/4/save-synced-subtitles/',
        body: {
          language: 'en',
          content: writeContent(THREE).replace('Line 1', 'Hello'),
        },
      },
    ]);
    expect(isUnsavedShown()).toBe(false);
  });

  it("says 'Saving...' meanwhile, and keeps what is edited then unsaved", async () => {
    let release = () => undefined as unknown;
    const user = await open();
    await row(1);
    const waiting = new Promise((resolve) => {
      release = () => resolve(null);
    });
    const answer = server.answer;
    server.answer = ((received: Received) =>
      received.path.includes('save-synced')
        ? waiting.then(() => answer(received))
        : answer(received)) as never;
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await user.click(button('Save Changes'));
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeTruthy();
    fireEvent.change(field(2, 'text'), { target: { value: 'Later' } });
    release();
    expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeTruthy();
    expect(isUnsavedShown()).toBe(true);
  });

  it('says why it failed, and keeps everything', async () => {
    const user = await open(THREE, ({ path }) =>
      path.includes('save-synced') ? { status: 400, body: { detail: 'This is no SRT.' } } : undefined,
    );
    await row(1);
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Error saving synchronized subtitles: This is no SRT.')).toBeTruthy();
    expect(isUnsavedShown()).toBe(true);
  });

  it('refuses a file without any text', async () => {
    const user = await open(sheetAt([0, 1000]));
    await row(1);
    fireEvent.change(field(1, 'text'), { target: { value: ' ' } });
    await user.click(button('Save Changes'));
    expect(
      await screen.findByText('Error saving synchronized subtitles: no segment has a text'),
    ).toBeTruthy();
    expect(saves()).toEqual([]);
  });

  it('goes to the login when one is signed out, without a question: the work is kept', async () => {
    const user = await open(THREE, ({ path }) =>
      path.includes('save-synced') ? { status: 401, body: {} } : undefined,
    );
    await row(1);
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await user.click(button('Save Changes'));
    expect(await screen.findByText('Authentication error. Please log in again.')).toBeTruthy();
    await waitFor(() => expect(page.address()).toBe('/login'));
    expect(await get(KEPT)).toBeTruthy();
  });

  it('is undone by Reset, which can itself be taken back', async () => {
    const user = await open();
    await row(1);
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await user.click(button('Reset'));
    expect(field(1, 'text').value).toBe('Line 1');
    expect(isUnsavedShown()).toBe(false);
    // The message offers it too.
    await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement);
    expect(field(1, 'text').value).toBe('Hello');
  });
});

describe('unsaved work', () => {
  it('is kept in the browser, and forgotten when it is saved', async () => {
    const user = await open();
    await row(1);
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await waitFor(async () =>
      expect(await get(KEPT)).toMatchObject({ base: writeContent(THREE), sheet: { ids: [1, 2, 3] } }),
    );
    await user.click(button('Save Changes'));
    await waitFor(async () => expect(await get(KEPT)).toBeUndefined());
  });

  it('comes back with a note', async () => {
    await set(KEPT, { sheet: sheetAt([5, 500]), base: writeContent(THREE) });
    const user = await open();
    await row(1);
    expect(screen.getByText('The changes that you had not saved the last time are back.')).toBeTruthy();
    expect(times(1)).toEqual(['00:00:00.005', '00:00:00.500']);
    expect(isUnsavedShown()).toBe(true);
    await user.click(button('Reset'));
    expect(rows()).toBe(3);
  });

  it('comes back with a warning where the subtitle was changed elsewhere meanwhile', async () => {
    await set(KEPT, { sheet: sheetAt([5, 500]), base: 'something else' });
    await open();
    await row(1);
    expect(screen.getByText(/Meanwhile the subtitle was changed elsewhere/)).toBeTruthy();
  });

  it('asks before the page is left', async () => {
    const user = await open();
    await row(1);
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    await user.click(button('Back'));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
        name: 'Cancel',
      }),
    );
    expect(page.address()).toBe('/subtitles/sync/4/en');
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });

  it('asks nothing where there is none', async () => {
    const user = await open();
    await row(1);
    await user.click(button('Back'));
    await waitFor(() => expect(page.address()).toBe('/youtube-candidates/4'));
  });
});

describe('synchronising with another version', () => {
  /** Does the work of the thread: happy-dom has none. */
  class Thread extends EventTarget {
    postMessage({ cues, reference }: { cues: Cue[]; reference: Cue[] }) {
      const data = synchronise(cues, reference);
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })));
    }
    terminate() {}
  }

  /** Uneven, as dialogue is; all of it later by `late` milliseconds. */
  const dialogue = (late: number) =>
    sheetAt(
      ...Array.from({ length: 60 }, (_, at): [number, number] => {
        const start = at * 3000 + ((at * 7919) % 1700) + late;
        return [start, start + 1000 + ((at * 104_729) % 900)];
      }),
    );

  beforeEach(() => vi.stubGlobal('Worker', Thread));
  afterEach(() => void vi.unstubAllGlobals());

  it('shows what it would do, and does it in one step', async () => {
    const user = await open(dialogue(0), undefined, 'en', dialogue(2500));
    await row(1);
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Synchronise with…'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('+2.5 s')).toBeTruthy();
    expect(dialog.getByText('× 1.00000')).toBeTruthy();
    expect(dialog.getByText('00:00:02.500')).toBeTruthy();
    expect(times(1)[0]).toBe('00:00:00.000');
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    expect(times(1)[0]).toBe('00:00:02.500');
    await user.click(button('Undo'));
    expect(times(1)[0]).toBe('00:00:00.000');
  });

  it('moves nothing where the two are in time', async () => {
    const user = await open(dialogue(0), undefined, 'en', dialogue(0));
    await row(1);
    await user.click(screen.getByText('Stretch and synchronise'));
    await user.click(button('Synchronise with…'));
    expect(await screen.findByText(/the two are in time already/)).toBeTruthy();
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Apply' }).hasAttribute('disabled')).toBe(true);
  });
});

describe('the video', () => {
  const done = () => medium.done.filter((deed) => deed !== 'unlock');

  it('goes to the segment that is jumped to', async () => {
    const user = await openReady();
    await user.click(button('Segment 3: jump to it'));
    expect(done()).toEqual(['seek 8000']);
    expect(screen.getByText('Segment 3 of 3')).toBeTruthy();
  });

  it.each([
    ['play full', 2000],
    ['play the first 1.5 s', 1500],
  ])('plays a segment from its start: %s', async (name, ms) => {
    const user = await openReady();
    await user.click(button(`Segment 2: ${name}`));
    expect(done()).toEqual(['seek 4000', 'play']);
    await waitFor(() => expect(done()).toEqual(['seek 4000', 'play', 'pause']), { timeout: ms + 2000 });
    expect(medium.media.position()).toBeGreaterThanOrEqual(4000 + ms);
  });

  it('plays the last 1.5 s of a segment', async () => {
    const user = await openReady();
    await user.click(button('Segment 2: play the last 1.5 s'));
    expect(done()).toEqual(['seek 4500', 'play']);
  });

  it('has Previous, Next, Play, Pause, Stop and Play Current Segment', async () => {
    const user = await openReady();
    expect(button('Previous').getAttribute('aria-disabled')).toBe('true');
    await user.click(button('Next'));
    expect(screen.getByText('Segment 2 of 3')).toBeTruthy();
    await user.click(button('Play Current Segment'));
    await user.click(button('Pause'));
    await user.click(button('Previous'));
    await user.click(button('Play'));
    await user.click(button('Stop'));
    expect(done()).toEqual([
      'seek 4000',
      'seek 4000',
      'play',
      'pause',
      'seek 1000',
      'play',
      'pause',
      'seek 0',
    ]);
  });

  it('tells where it is, and which segment that is', async () => {
    const user = await openReady();
    medium.media.seek(3900);
    await user.click(button('Play'));
    expect(await screen.findByText('Segment 2 of 3')).toBeTruthy();
    expect(screen.getByTestId('position').textContent).toMatch(/^00:00:0[34]/);
  });

  it('says that it cannot be played', async () => {
    await openReady();
    medium.tell({ type: 'failed', code: 150 });
    expect(await screen.findByText(/can’t be played here/)).toBeTruthy();
  });
});

describe('the keys', () => {
  it('set an edge of the current segment to the current time', async () => {
    await openReady();
    medium.media.seek(2500);
    press('s', { code: 'KeyS' });
    await waitFor(() => expect(times(1)[0]).toBe('00:00:02.500'));
    medium.media.seek(3700);
    press('e', { code: 'KeyE' });
    await waitFor(() => expect(times(1)[1]).toBe('00:00:03.700'));
  });

  it('work on the segment that is typed in, with Alt', async () => {
    const user = await openReady();
    await user.click(field(2, 'text'));
    press('s', { code: 'KeyS' }, field(2, 'text'));
    press(']', { code: 'BracketRight', altKey: true }, field(2, 'text'));
    await waitFor(() => expect(times(2)[0]).toBe('00:00:04.100'));
  });

  it('save, undo and redo', async () => {
    await openReady();
    fireEvent.change(field(1, 'text'), { target: { value: 'Hello' } });
    press('z', { ctrlKey: true });
    await waitFor(() => expect(field(1, 'text').value).toBe('Line 1'));
    press('Z', { ctrlKey: true, shiftKey: true });
    await waitFor(() => expect(field(1, 'text').value).toBe('Hello'));
    press('s', { ctrlKey: true });
    await waitFor(() => expect(server.contents.en).toContain('Hello'));
  });

  it('are listed by ?', async () => {
    await openReady();
    press('?', { shiftKey: true });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
});
