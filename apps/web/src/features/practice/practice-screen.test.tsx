import { accounts, DEFAULT_PLAYER_SETTINGS, type subtitles, type videos } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../api/testing/default-preferences.ts';
import { LENA } from '../../api/testing/profiles.ts';
import { sampleSegment, sampleSubtitle, sampleVideo } from '../../api/testing/samples.ts';
import { startI18n } from '../../locales/i18n.ts';
import { type OpenedPage, openPage } from '../../testing/open-page.tsx';
import { PracticeScreen } from './practice-screen.tsx';

const VIDEO = sampleVideo({
  original_language: 'en',
  language_display_name: 'English',
  media_url: '/media/clip.mp4',
  media_type: 'video/mp4',
  thumbnail_url: '/media/clip.jpg',
});
const TARGET = sampleSubtitle({ id: 2, language: 'es', language_display_name: 'Spanish', segment_count: 1 });
const SEGMENT = sampleSegment({ end_time: '00:00:02.000', text_original: 'Hello.', text_target: 'Hola.' });

const createPreferences = (player: Partial<typeof DEFAULT_PLAYER_SETTINGS>): accounts.Preferences => ({
  ...DEFAULT_PREFERENCES,
  player: { ...DEFAULT_PLAYER_SETTINGS, ...player },
});

let page: OpenedPage;
let isForbidden = false;
afterEach(() => {
  isForbidden = false;
});

const ROUTE = { path: '/video/$videoId', component: PracticeScreen };

/** Opens the practice page of a video whose segments never load. */
async function openWhileLoading(video: videos.Video) {
  await startI18n();
  page = await openPage(ROUTE, '/video/7', ({ path }) => {
    if (path === '/api/videos/7/') return { status: 200, body: video };
    if (path === '/api/videos/7/subtitles/') return { status: 200, body: { results: [TARGET] } };
    return new Promise(() => undefined);
  });
  await screen.findByRole('heading', { name: video.title });
}

const findPicture = () => document.querySelector('img');

it('the practice screen shows a hosted video’s thumbnail while its lines load', async () => {
  await openWhileLoading(VIDEO);
  expect(findPicture()?.getAttribute('src')).toBe('/media/clip.jpg');
  expect(screen.getByRole('status', { name: 'Loading…' })).toBeTruthy();
});

it('the practice screen shows no placeholder picture for audio and YouTube', async () => {
  await openWhileLoading({ ...VIDEO, media_type: 'audio/mpeg' });
  expect(findPicture()).toBeNull();
  await page.close();
  await openWhileLoading({ ...VIDEO, youtube_id: 'aB3-_xYz019', media_url: null });
  expect(findPicture()).toBeNull();
});

/** Opens the practice page of a video with these lines, at the second one. */
async function openLines(texts: string[], player: Partial<typeof DEFAULT_PLAYER_SETTINGS> = {}) {
  await startI18n();
  const rows = texts.map((text_original, index) => ({
    ...SEGMENT,
    id: index + 1,
    start_time: `00:00:0${index}.000`,
    end_time: `00:00:0${index}.900`,
    text_original,
  }));
  const responses: Record<string, unknown> = {
    '/api/videos/7/': VIDEO,
    '/api/videos/7/subtitles/': { results: [TARGET] },
    '/api/alignments/3/segments/?all=true': rows,
    '/api/videos/7/progress/': { last_segment: 1, alignment_id: 3 },
    '/api/accounts/preferences/': createPreferences(player),
  };
  page = await openPage(ROUTE, '/video/7', ({ path }) =>
    path in responses ? { status: 200, body: responses[path] } : undefined,
  );
}

it('the practice screen counts only lines with an original text', async () => {
  await openLines(['One.', '', 'Three.', '[train arrives]']);
  expect((await screen.findByTestId('segment-count')).textContent).toBe('Line 2 of 2');
  expect(screen.getByText('Three.')).toBeTruthy();
});

it('the practice screen joins lines into sentences if the learner chose so', async () => {
  await openLines(['One, and', 'two.', 'Three.'], { join_sentences: true });
  expect((await screen.findByTestId('segment-count')).textContent).toBe('Line 1 of 2');
  expect(screen.getByText('One, and two.')).toBeTruthy();
});

it('the practice screen stays usable when a reload fails', async () => {
  await openTranslated('es');
  await screen.findByTestId('segment-count');
  isForbidden = true;
  const before = page.received.length;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(page.received.length).toBeGreaterThan(before));
  // Time for an error to appear.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByTestId('segment-count').textContent).toBe('Line 1 of 1');
});

it('the practice screen keeps the current translation when another one can’t be loaded', async () => {
  const french = { ...TARGET, id: 9, language: 'fr', language_display_name: 'French', alignment_id: 4 };
  await openTranslated('es', null, [french]);
  await page.user.click(screen.getByRole('button', { name: /^Translation: / }));
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'French' }));
  await waitFor(() => expect(page.received.some(({ path }) => path.includes('alignment=4'))).toBe(true));
  // Time for an error to appear.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByTestId('segment-count').textContent).toBe('Line 1 of 1');
  expect(screen.getByText('Hola.')).toBeTruthy();
  // The current lines weren't loaded again.
  expect(page.received.filter(({ path }) => path.startsWith('/api/alignments/3/'))).toHaveLength(1);
});

/** Opens the practice page of an English video with a Spanish translation, as a learner with this native language. */
async function openTranslated(
  nativeLanguage: string | null,
  translationLanguage: string | null = null,
  otherTargets: subtitles.Subtitle[] = [],
) {
  await startI18n();
  const bodies: Record<string, unknown> = {
    '/api/videos/7/': VIDEO,
    '/api/videos/7/subtitles/': { results: [TARGET, ...otherTargets] },
    '/api/videos/7/progress/': { last_segment: 0, alignment_id: 3 },
    [accounts.getProfile.path]: { ...LENA, native_language: nativeLanguage },
    [accounts.getPreferences.path]: createPreferences({ translation_language: translationLanguage }),
    '/api/alignments/3/segments/?all=true': [SEGMENT],
  };
  page = await openPage(ROUTE, '/video/7', ({ path }) =>
    isForbidden ? { status: 403, body: {} } : bodies[path] ? { status: 200, body: bodies[path] } : undefined,
  );
  await screen.findByRole('button', { name: 'Play Segment' });
}

it('the practice screen shows a note when the translation isn’t in the learner’s language', async () => {
  await openTranslated('fr');
  expect(await screen.findByText('No French translation yet. Showing Spanish.')).toBeTruthy();
});

it.each(['es-419', 'en'])(
  'the practice screen shows no note if the learner’s language is shown or spoken: %s',
  async (native) => {
    await openTranslated(native);
    await waitFor(() => expect(screen.queryByText(/translation yet/)).toBeNull());
  },
);

it('the practice screen reports a missing video, and links to the home page', async () => {
  await startI18n();
  page = await openPage(ROUTE, '/video/7', () => ({
    status: 404,
    body: { detail: 'Not found.' },
  }));
  expect(await screen.findByRole('heading', { name: 'Video not found.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to videos' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('the practice screen shows a translation into the learner’s own language only once they choose one', async () => {
  await openTranslated('en-GB');
  expect(screen.getByText('Hello.')).toBeTruthy();
  expect(screen.queryByText('Hola.')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'No translation' }));
  const none = await screen.findByRole('menuitemradio', { name: 'No translation' });
  expect(none.getAttribute('aria-checked')).toBe('true');
  await page.user.click(screen.getByRole('menuitemradio', { name: 'Spanish' }));
  expect(await screen.findByText('Hola.')).toBeTruthy();
});

it.each([
  ['en', 'es', 'Translation: Spanish'],
  // Chosen for another video: this one has no French translation.
  ['en', 'fr', 'No translation'],
  ['en', 'en', 'No translation'],
])(
  'the practice screen for a native language %s and a choice of %s shows %s',
  async (native, chosen, label) => {
    await openTranslated(native, chosen);
    expect(await screen.findByRole('button', { name: label })).toBeTruthy();
    expect(screen.queryByText('Hola.') !== null).toBe(label !== 'No translation');
    expect(screen.queryByText(/translation yet/)).toBeNull();
  },
);
