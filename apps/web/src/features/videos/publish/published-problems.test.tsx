import type { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sampleSegment, sampleSubtitle } from '../../../api/testing/samples.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { VideoHeader } from '../detail/video-header.tsx';
import { managedVideo } from '../testing/managed-video.ts';

async function openHeader(published: boolean, ...results: subtitles.Subtitle[]) {
  const requests: string[] = [];
  const video = managedVideo({ published });
  const opened = await openPage(
    { path: '/', component: () => <VideoHeader video={video} /> },
    '/',
    ({ path }) => {
      requests.push(path);
      if (path.endsWith('/subtitles/')) return { status: 200, body: { results } };
      if (path.includes('/segments/'))
        return { status: 200, body: [sampleSegment({ text_target: '', mismatch: true })] };
      return undefined;
    },
  );
  await screen.findByTestId('video-state');
  return { user: opened.user, hasRequested: () => requests.some((path) => path.endsWith('/subtitles/')) };
}

it('a published video shows how many of its lines are doubtful or have no translation', async () => {
  await openHeader(
    true,
    sampleSubtitle({ mismatch_count: 6 }),
    sampleSubtitle({ language: 'fr', translated_count: 90 }),
    sampleSubtitle({ language: 'de', translated_count: 0 }),
  );
  const notice = within(await screen.findByTestId('published-problems'));
  expect(notice.getByText('6 doubtful segments')).toBeTruthy();
  expect(notice.getByText('7 segments without a translation')).toBeTruthy();
});

it('the problems of a published video link to the lines, without a Publish button', async () => {
  const { user } = await openHeader(true, sampleSubtitle({ mismatch_count: 1 }));
  await user.click(await screen.findByRole('button', { name: 'Check the lines' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Problems in “A clip”' }));
  expect(dialog.getByRole('link', { name: /1 doubtful segment/ }).getAttribute('href')).toBe(
    '/subtitles/3/edit?filter=mismatches',
  );
  expect(dialog.queryByRole('button', { name: /Publish/ })).toBeNull();
});

it('a published video without an alignment shows that learners can’t practise it', async () => {
  await openHeader(true, sampleSubtitle({ alignment_id: null, segment_count: 0, translated_count: 0 }));
  const notice = within(await screen.findByTestId('published-problems'));
  expect(notice.getByText(/^Learners can't practise it until a translation is aligned/)).toBeTruthy();
});

it('a published video without problems shows no notice', async () => {
  const { hasRequested } = await openHeader(true, sampleSubtitle());
  await waitFor(() => expect(hasRequested()).toBe(true));
  expect(screen.queryByTestId('published-problems')).toBeNull();
});

it('a draft shows no notice, since it is checked before publishing', async () => {
  const { hasRequested } = await openHeader(false, sampleSubtitle({ mismatch_count: 6 }));
  expect(hasRequested()).toBe(false);
  expect(screen.queryByTestId('published-problems')).toBeNull();
});
