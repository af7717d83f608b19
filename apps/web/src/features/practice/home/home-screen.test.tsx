import { accounts, practice, videos } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LENA } from '../../../api/testing/profiles.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { createPracticeVideo } from '../testing/practice-video.ts';
import { HomeScreen } from './home-screen.tsx';

let page: OpenedPage;
afterEach(() => void vi.restoreAllMocks());

const ROUTE = {
  path: '/',
  component: HomeScreen,
  validateSearch: (search: Record<string, unknown>) => search,
};

type Home = {
  list: videos.PracticeVideo[];
  last?: practice.LastPractised;
  practiceLanguages?: string[];
  nativeLanguage?: string | null;
  url?: string;
  count?: number;
};

async function openHome({
  list,
  last,
  practiceLanguages = [],
  nativeLanguage = null,
  url = '/',
  count = 30,
}: Home) {
  const profile = {
    ...LENA,
    native_language: nativeLanguage,
    target_languages: practiceLanguages.map((language) => ({ language, language_display: language })),
  };
  page = await openPage(ROUTE, url, ({ path }) => {
    if (path === accounts.getProfile.path) return { status: 200, body: profile };
    if (path === practice.getLastPractised.path) return { status: 200, body: { last: last ?? null } };
    if (path === videos.listVideoLanguages.path) return { status: 200, body: ['en', 'fr', 'es'] };
    if (path.startsWith(videos.listVideos.path))
      return { status: 200, body: { count, next: null, previous: null, results: list } };
    return undefined;
  });
  await screen.findAllByTestId('video-card');
  // Waits for the profile: without it, English is first.
  if (practiceLanguages.length > 0) {
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Language' }).textContent).toMatch(/^AllFr/),
    );
  }
}

const listTitles = (section: string) =>
  within(screen.getByRole('region', { name: section }))
    .getAllByTestId('video-card')
    .map((card) => within(card).getByRole('heading').textContent);

describe('the home page', () => {
  it('continues with the last video, at its line in both languages', async () => {
    const lastVideo = createPracticeVideo(7, { line: 7 });
    await openHome({
      list: [lastVideo],
      last: { video: lastVideo, text_original: 'Bonjour !', text_target: 'Hello!' },
    });
    const card = within(screen.getByRole('region', { name: 'Continue' }));
    expect(card.getByText('Bonjour !').lang).toBe('fr');
    expect(card.getByText('Hello!')).toBeTruthy();
    expect(card.getByText('Line 7 of 20')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Resume Video 7' }).getAttribute('href')).toBe('/video/7');
  });

  it('continues with a position stored on the device, once it is sent', async () => {
    const lastVideo = createPracticeVideo(7, { line: 7 });
    let isSent = false;
    const position = { video_id: 7, last_segment: 6, alignment_id: 3, at: Date.now() };
    page = await openPage(
      ROUTE,
      '/',
      async ({ path }) => {
        if (path === accounts.getProfile.path) return { status: 200, body: LENA };
        if (path === practice.getLastPractised.path) {
          const last = { video: lastVideo, text_original: 'Bonjour !', text_target: 'Hello!' };
          return { status: 200, body: { last: isSent ? last : null } };
        }
        if (path === practice.saveProgress.path) {
          // Responds once the page has loaded.
          await screen.findAllByTestId('video-card');
          isSent = true;
          return { status: 200, body: { last_segment: 6 } };
        }
        if (path.startsWith(videos.listVideos.path))
          return { status: 200, body: { count: 30, next: null, previous: null, results: [lastVideo] } };
        return undefined;
      },
      { 'account:1:progress:7': JSON.stringify(position) },
    );
    expect(await screen.findByText('Bonjour !')).toBeTruthy();
    expect(isSent).toBe(true);
  });

  it('continues without a translation if the video is in the learner’s language', async () => {
    const lastVideo = createPracticeVideo(7, { line: 7 });
    const last = { video: lastVideo, text_original: 'Bonjour !', text_target: 'Hello!' };
    await openHome({ list: [lastVideo], last, nativeLanguage: 'fr-CA' });
    const card = within(screen.getByRole('region', { name: 'Continue' }));
    expect(card.getByText('Bonjour !')).toBeTruthy();
    await waitFor(() => expect(card.queryByText('Hello!')).toBeNull());
  });

  it('lists unfinished videos in the practice languages only in a separate row', async () => {
    const list = [
      createPracticeVideo(5),
      createPracticeVideo(4, { practised_count: 20 }),
      createPracticeVideo(3),
      createPracticeVideo(2, { original_language: 'es' }),
    ];
    await openHome({ list, practiceLanguages: ['fr'] });
    expect(listTitles('French for you')).toEqual(['Video 5', 'Video 3']);
    expect(listTitles('Available Videos')).toEqual(['Video 4', 'Video 2']);
  });

  it('has no separate row for all videos, for a single one, or with a filter', async () => {
    await openHome({ list: [createPracticeVideo(2), createPracticeVideo(1)], practiceLanguages: ['fr'] });
    expect(listTitles('Available Videos')).toEqual(['Video 2', 'Video 1']);
    await page.close();
    await openHome({
      list: [createPracticeVideo(2), createPracticeVideo(1, { original_language: 'es' })],
      practiceLanguages: ['fr'],
    });
    expect(listTitles('Available Videos')).toEqual(['Video 2', 'Video 1']);
    await page.close();
    const list = [
      createPracticeVideo(3),
      createPracticeVideo(2),
      createPracticeVideo(1, { original_language: 'es' }),
    ];
    await openHome({ list, practiceLanguages: ['fr'], url: '/?q=video' });
    expect(listTitles('Available Videos')).toEqual(['Video 3', 'Video 2', 'Video 1']);
    expect(screen.queryByRole('region', { name: 'French for you' })).toBeNull();
  });

  it('shows each video’s length and the learner’s progress on its card', async () => {
    await openHome({
      list: [
        createPracticeVideo(4),
        createPracticeVideo(3, { line: 7 }),
        createPracticeVideo(2, { line: 20, practised_count: 17 }),
        createPracticeVideo(1, { line: 3, practised_count: 18 }),
      ],
    });
    const cards = screen.getAllByTestId('video-card').map(({ textContent }) => textContent);
    expect(cards[0]).toMatch(/1:21.*French$/);
    expect(cards[1]).toMatch(/Line 7 of 20$/);
    expect(cards[2]).toMatch(/17 of 20 lines practised$/);
    expect(cards[3]).toMatch(/Finished$/);
  });

  it('shows the title in place of a missing thumbnail', async () => {
    await openHome({ list: [createPracticeVideo(3)] });
    expect(screen.getByTestId('thumbnail-fallback').textContent).toBe('Video 3');
  });

  it('hides search behind a button if there are few videos', async () => {
    await openHome({ list: [createPracticeVideo(3), createPracticeVideo(2)], count: 11 });
    expect(screen.queryByRole('searchbox')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Search and filter' }));
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search videos' }));
    expect(screen.queryByRole('button', { name: 'Search and filter' })).toBeNull();
    await page.close();
    await openHome({ list: [createPracticeVideo(3), createPracticeVideo(2)], count: 12 });
    expect(screen.getByRole('searchbox', { name: 'Search videos' })).toBeTruthy();
  });

  it('stores the unfiltered list, and not search results', async () => {
    await openHome({ list: [createPracticeVideo(3)], count: 30, url: '/?q=video' });
    expect(localStorage.getItem('account:1:home:')).toBeNull();
    const search = screen.getByRole('searchbox', { name: 'Search videos' });
    expect(document.activeElement).not.toBe(search);
    await page.user.clear(search);
    await waitFor(() => expect(page.address()).toBe('/'));
    await waitFor(() => expect(localStorage.getItem('account:1:home:')).toContain('Video 3'));
    expect(document.activeElement).toBe(search);
  });

  it.each([
    ['at once while the device is offline', { isOnline: false, answer: undefined }],
    ['once the server is slow', { isOnline: true, answer: undefined }],
    ['when the server fails', { isOnline: true, answer: { status: 400, body: {} } }],
  ])('shows the last visit %s, only for its account', async (_, { isOnline, answer }) => {
    const lastVideo = createPracticeVideo(7, { line: 7 });
    const last = { video: lastVideo, text_original: 'Bonjour !', text_target: '' };
    await openHome({ list: [lastVideo, createPracticeVideo(6)], last });
    const key = 'account:1:home:';
    await waitFor(() => expect(localStorage.getItem(key)).toContain('Bonjour'));
    const home = localStorage.getItem(key) ?? '';
    await page.close();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    let reply = () => {};
    const pendingReply = new Promise<undefined>((resolve) => {
      reply = () => resolve(undefined);
    });
    const reopen = (stored: Record<string, string>) =>
      openPage(
        ROUTE,
        '/',
        ({ path }) =>
          path === accounts.getProfile.path ? { status: 200, body: LENA } : (answer ?? pendingReply),
        stored,
      );
    page = await reopen({ [key]: home });
    const region = await screen.findByRole('region', { name: 'Continue' });
    expect(within(region).getByText('Bonjour !')).toBeTruthy();
    expect(screen.getAllByTestId('video-card')).toHaveLength(2);
    if (answer) expect(await screen.findByRole('alert')).toBeTruthy();
    else expect(screen.queryByRole('alert')).toBeNull();
    reply();
    await page.close();
    page = await reopen({ 'account:2:home:': home });
    // Longer than the delay after which a slow server's home page is replaced.
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(screen.queryByTestId('video-card')).toBeNull();
  });

  it('filters by language, with the practice languages first, and sorts', async () => {
    await openHome({ list: [createPracticeVideo(3)], practiceLanguages: ['fr'] });
    const chips = within(await screen.findByRole('group', { name: 'Language' }));
    await waitFor(() =>
      expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'All',
        'French',
        'English',
        'Spanish',
      ]),
    );
    expect(chips.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
    await page.user.click(chips.getByRole('button', { name: 'Spanish' }));
    await waitFor(() => expect(page.address()).toBe('/?language=es'));
    expect(chips.getByRole('button', { name: 'Spanish' }).getAttribute('aria-pressed')).toBe('true');
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Shortest');
    await waitFor(() => expect(page.address()).toBe('/?language=es&sort=short'));
    await page.user.click(chips.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(page.address()).toBe('/?sort=short'));
  });
});
