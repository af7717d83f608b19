import { accounts, DEFAULT_PLAYER_SETTINGS, type subtitles, type videos } from '@sayback/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LENA } from '../../api/testing/profiles.ts';
import { startI18n } from '../../locales/i18n.ts';
import { type OpenedPage, openPage } from '../../testing/open-page.tsx';
import { PracticeScreen } from './practice-screen.tsx';

const VIDEO: videos.Video = {
  id: 7,
  title: 'A clip',
  description: '',
  youtube_id: null,
  original_language: 'en',
  language_display_name: 'English',
  country: null,
  published: true,
  latest_alignment_id: 3,
  media_url: '/media/clip.mp4',
  media_type: 'video/mp4',
  thumbnail_url: '/media/clip.jpg',
  created_at: '2026-01-02T03:04:05Z',
};

const TARGET: subtitles.Subtitle = {
  id: 2,
  video_id: 7,
  language: 'es',
  language_display_name: 'Spanish',
  is_original: false,
  alignment_id: 3,
  needs_realign: false,
  uploaded_at: '2026-01-02T03:04:05Z',
  cue_count: 1,
  segment_count: 1,
  mismatch_count: 0,
  translated_count: 1,
  last_applied_revision_id: null,
  revision_count: 0,
};

let page: OpenedPage;
let isDown = false;
afterEach(() => page.close());
afterEach(() => {
  isDown = false;
});

/** Opens the practice page of a video of which nothing else ever loads. */
async function openWaiting(video: videos.Video) {
  await startI18n();
  page = await openPage({ path: '/video/$videoId', component: PracticeScreen }, '/video/7', ({ path }) => {
    if (path === '/api/videos/7/') return { status: 200, body: video };
    if (path === '/api/videos/7/subtitles/') return { status: 200, body: { results: [TARGET] } };
    return new Promise(() => undefined);
  });
  await screen.findByRole('heading', { name: video.title });
}

const picture = () => document.querySelector('img');

it('the practice screen shows a hosted video’s picture while its lines load', async () => {
  await openWaiting(VIDEO);
  expect(picture()?.getAttribute('src')).toBe('/media/clip.jpg');
  expect(screen.getByRole('status', { name: 'Loading…' })).toBeTruthy();
});

it('the practice screen shows no picture in advance for audio, or for YouTube, which has its own', async () => {
  await openWaiting({ ...VIDEO, media_type: 'audio/mpeg' });
  expect(picture()).toBeNull();
  await page.close();
  await openWaiting({ ...VIDEO, youtube_id: 'aB3-_xYz019', media_url: null });
  expect(picture()).toBeNull();
});

/** Opens the practice page of a video with these lines, at the second one. */
async function openLines(texts: string[], player: Partial<typeof DEFAULT_PLAYER_SETTINGS> = {}) {
  await startI18n();
  const rows = texts.map((text_original, at) => ({
    id: at + 1,
    start_time: `00:00:0${at}.000`,
    end_time: `00:00:0${at}.900`,
    text_original,
    text_target: 'Algo.',
    mismatch: false,
    label: '1-1',
    confidence: 1,
    edited: false,
    origin: 'file',
    approved: false,
    version: 1,
  }));
  const responses: Record<string, unknown> = {
    '/api/videos/7/': VIDEO,
    '/api/videos/7/subtitles/': { results: [TARGET] },
    '/api/alignments/3/segments/?all=true': rows,
    '/api/videos/7/progress/': { last_segment: 1, alignment_id: 3 },
    '/api/accounts/preferences/': {
      interface_language: null,
      theme: 'auto',
      player: { ...DEFAULT_PLAYER_SETTINGS, ...player },
      review: accounts.DEFAULT_REVIEW,
    },
  };
  page = await openPage({ path: '/video/$videoId', component: PracticeScreen }, '/video/7', ({ path }) =>
    path in responses ? { status: 200, body: responses[path] } : undefined,
  );
}

it('the practice screen counts only lines with an original text', async () => {
  await openLines(['One.', '', 'Three.', '[train arrives]']);
  expect((await screen.findByTestId('segment-count')).textContent).toBe('Line 2 of 2');
  expect(screen.getByText('Three.')).toBeTruthy();
});

it('the practice screen joins lines into sentences from the start if the learner wants it', async () => {
  await openLines(['One, and', 'two.', 'Three.'], { join_sentences: true });
  expect((await screen.findByTestId('segment-count')).textContent).toBe('Line 1 of 2');
  expect(screen.getByText('One, and two.')).toBeTruthy();
});

it('the practice screen stays when a reload fails', async () => {
  await openTranslated('es');
  await screen.findByTestId('segment-count');
  isDown = true;
  const before = page.received.length;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(page.received.length).toBeGreaterThan(before));
  // Time for a failure to be shown, if there were one.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByTestId('segment-count').textContent).toBe('Line 1 of 1');
});

it('the practice screen stays when another translation can’t be loaded', async () => {
  const french = { ...TARGET, id: 9, language: 'fr', language_display_name: 'French', alignment_id: 4 };
  await openTranslated('es', null, [french]);
  await page.user.click(screen.getByRole('button', { name: /^Translation: / }));
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'French' }));
  await waitFor(() => expect(page.received.some(({ path }) => path.includes('alignment=4'))).toBe(true));
  // Time for a failure to be shown, if there were one.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(screen.getByTestId('segment-count').textContent).toBe('Line 1 of 1');
  expect(screen.getByText('Hola.')).toBeTruthy();
  // The lines that are practised weren't loaded again.
  expect(page.received.filter(({ path }) => path.startsWith('/api/alignments/3/'))).toHaveLength(1);
});

/** Opens the practice page of an English video with a Spanish translation, as a learner with this native language. */
async function openTranslated(
  native_language: string | null,
  translation_language: string | null = null,
  others: subtitles.Subtitle[] = [],
) {
  await startI18n();
  const segment = {
    id: 1,
    start_time: '00:00:01.000',
    end_time: '00:00:02.000',
    text_original: 'Hello.',
    text_target: 'Hola.',
    mismatch: false,
    label: '1-1',
    confidence: 1,
    edited: false,
    origin: 'file',
    approved: false,
    version: 1,
  };
  const bodies: Record<string, unknown> = {
    '/api/videos/7/': VIDEO,
    '/api/videos/7/subtitles/': { results: [TARGET, ...others] },
    '/api/videos/7/progress/': { last_segment: 0, alignment_id: 3 },
    [accounts.getProfile.path]: { ...LENA, native_language },
    [accounts.getPreferences.path]: {
      interface_language: null,
      theme: 'auto',
      player: { ...DEFAULT_PLAYER_SETTINGS, translation_language },
      review: accounts.DEFAULT_REVIEW,
    },
    '/api/alignments/3/segments/?all=true': [segment],
  };
  page = await openPage({ path: '/video/$videoId', component: PracticeScreen }, '/video/7', ({ path }) =>
    isDown ? { status: 403, body: {} } : bodies[path] ? { status: 200, body: bodies[path] } : undefined,
  );
  await screen.findByRole('button', { name: 'Play Segment' });
}

const NOTE = 'No French translation yet. Showing Spanish.';

it('the practice screen shows a note when the translation isn’t in the learner’s language', async () => {
  await openTranslated('fr');
  expect(await screen.findByText(NOTE)).toBeTruthy();
});

it.each(['es-419', 'en'])(
  'the practice screen shows no note if the learner’s language is shown or spoken: %s',
  async (native) => {
    await openTranslated(native);
    await waitFor(() => expect(screen.queryByText(/translation yet/)).toBeNull());
  },
);

it('the practice screen names a missing video in a heading, and links to the home page', async () => {
  await startI18n();
  page = await openPage({ path: '/video/$videoId', component: PracticeScreen }, '/video/7', () => ({
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
  // Chosen for another video.
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
