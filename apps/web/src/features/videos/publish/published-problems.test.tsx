import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { VideoHeader } from '../detail/video-header.tsx';
import { managedVideo } from '../testing/managed-video.ts';

const track = (changes: Partial<subtitles.Subtitle> = {}): subtitles.Subtitle => ({
  id: 5,
  video_id: 7,
  language: 'en',
  language_display_name: 'English',
  is_original: false,
  alignment_id: 3,
  needs_realign: false,
  uploaded_at: '2026-01-02T03:04:05Z',
  cue_count: 2,
  segment_count: 97,
  mismatch_count: 0,
  translated_count: 97,
  last_applied_revision_id: null,
  revision_count: 0,
  ...changes,
});

const SEGMENT = {
  id: 1,
  start_time: '00:00:01.000',
  end_time: '00:00:03.000',
  text_original: 'Buenos días.',
  text_target: '',
  mismatch: true,
  label: '1-1',
  confidence: 1,
  edited: false,
  origin: 'file',
  approved: false,
  version: 1,
};

let opened: OpenedPage | undefined;
afterEach(() => opened?.close());

async function open(published: boolean, ...results: subtitles.Subtitle[]) {
  const requests: string[] = [];
  const video = managedVideo({ published });
  opened = await openPage({ path: '/', component: () => <VideoHeader video={video} /> }, '/', ({ path }) => {
    requests.push(path);
    if (path.endsWith('/subtitles/')) return { status: 200, body: { results } };
    if (path.includes('/segments/')) return { status: 200, body: [SEGMENT] };
    return undefined;
  });
  await screen.findByTestId('video-state');
  return { user: opened.user, hasRequested: () => requests.some((path) => path.endsWith('/subtitles/')) };
}

it('a published video shows how many of its lines are in doubt or have no translation', async () => {
  await open(
    true,
    track({ mismatch_count: 6 }),
    track({ language: 'fr', translated_count: 90 }),
    track({ language: 'de', translated_count: 0 }),
  );
  const notice = within(await screen.findByTestId('published-problems'));
  expect(notice.getByText('6 doubtful segments')).toBeTruthy();
  expect(notice.getByText('7 segments without a translation')).toBeTruthy();
});

it('a published video links from its problems to the lines, and isn’t published again', async () => {
  const { user } = await open(true, track({ mismatch_count: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Check the lines' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Problems in “A clip”' }));
  expect(dialog.getByRole('link', { name: /1 doubtful segment/ }).getAttribute('href')).toBe(
    '/subtitles/3/edit?filter=mismatches',
  );
  expect(dialog.queryByRole('button', { name: /Publish/ })).toBeNull();
});

it('a published video without an alignment says that learners can’t practise it', async () => {
  await open(true, track({ alignment_id: null, segment_count: 0, translated_count: 0 }));
  const notice = within(await screen.findByTestId('published-problems'));
  expect(notice.getByText(/^Learners can't practise it until a translation is aligned/)).toBeTruthy();
});

it('a video without problems shows none', async () => {
  const { hasRequested } = await open(true, track());
  await waitFor(() => expect(hasRequested()).toBe(true));
  expect(screen.queryByTestId('published-problems')).toBeNull();
});

it('a draft shows no problems, since the check before publishing does', async () => {
  const { hasRequested } = await open(false, track({ mismatch_count: 6 }));
  expect(hasRequested()).toBe(false);
  expect(screen.queryByTestId('published-problems')).toBeNull();
});
