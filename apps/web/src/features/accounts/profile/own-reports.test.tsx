import { subtitles } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { OwnReports } from './own-reports.tsx';

let page: OpenedPage;

const report = (
  id: number,
  state: subtitles.OwnReport['state'],
  kind: subtitles.OwnReport['kind'],
): subtitles.OwnReport => ({
  id,
  video_id: 7,
  video_title: 'The cat',
  text: `Line ${id}.`,
  kind,
  state,
  created_at: '2026-11-20T10:00:00Z',
});

async function open(reports: subtitles.OwnReport[]) {
  page = await openPage({ path: '/profile', component: OwnReports }, '/profile', ({ path }) =>
    path === subtitles.listOwnReports.path ? { status: 200, body: reports } : undefined,
  );
}

it('the profile shows the outcome of each reported line, and links to it', async () => {
  await open([
    report(1, 'fixed', 'ends_early'),
    report(2, 'declined', 'wrong_text'),
    report(3, 'open', 'two_lines'),
  ]);
  expect(await screen.findByRole('heading', { name: 'Lines you reported' })).toBeTruthy();
  const lines = screen.getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Line 1.Ends early · The catFixed',
    'Line 2.Wrong text · The catChecked, no change',
    'Line 3.Two lines in one · The catWaiting',
  ]);
  const [first] = lines;
  const link = first && within(first).getByRole('link', { name: 'The cat' });
  expect(link?.getAttribute('href')).toBe('/video/7');
});

it('the profile shows no reports to a learner without any', async () => {
  await open([]);
  await waitFor(() => expect(page.received.map(({ path }) => path)).toContain(subtitles.listOwnReports.path));
  expect(screen.queryByRole('heading')).toBeNull();
});
