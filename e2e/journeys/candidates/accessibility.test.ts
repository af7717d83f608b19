import type { Page } from '@playwright/test';
import { candidates } from '@sayback/contract';
import { UNPLAYABLE } from '../../../apps/server/src/testing/doubles/youtube/youtube-double.ts';
import { DIALOG, expectScreensAccessible, type Screen } from '../../support/accessibility.ts';
import { type Api, adminApi } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { installYouTube } from '../../support/youtube-double.ts';
import { expect, test } from './candidate-test.ts';
import { addCandidate, addCandidates, BUS_FILM, FILMS } from './films.ts';
import { cardFor, currentCandidate, versionCard } from './screens.ts';

const list = () => '/youtube-candidates';
const details = (id: number) => `/youtube-candidates/${id}`;
const isOpen = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const opens = (key: string, button: string) => async (page: Page) => {
  await versionCard(page, key).getByRole('button', { name: button }).click();
  await isOpen(page);
};

const SCREENS: Screen<number>[] = [
  {
    name: 'the candidates, one of them current, one picked, one failed',
    address: list,
    prepare: async (page) => {
      await cardFor(page, BUS_FILM.title).getByRole('checkbox').check();
      await page.keyboard.press('j');
      await expect(currentCandidate(page)).toBeVisible();
      await expect(page.getByText(/This video is private/)).toBeVisible();
    },
  },
  {
    name: 'no candidate that matches',
    address: () => '/youtube-candidates?q=nothing-of-that-kind',
    prepare: (page) => expect(page.getByRole('button', { name: 'Show all candidates' })).toBeVisible(),
  },
  {
    name: 'approving a candidate',
    address: list,
    part: DIALOG,
    prepare: async (page) => {
      await cardFor(page, 'Two Chairs').getByRole('button', { name: 'Approve' }).click();
      await isOpen(page);
    },
  },
  {
    name: 'the search',
    address: list,
    part: DIALOG,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Search Videos' }).click();
      const dialog = page.getByRole('dialog');
      // Every language has the same checkbox, and there are many.
      await dialog.getByPlaceholder('Find a language').fill('span');
      await dialog.getByRole('checkbox', { name: 'Spanish', exact: true }).check();
      await expect(page.getByLabel('Custom keywords in Spanish')).toBeVisible();
    },
  },
  {
    name: 'a candidate with its subtitles',
    address: details,
    prepare: (page) => expect(page.getByTestId('downloaded-subtitle')).toHaveCount(2),
  },
  {
    name: 'the content of a subtitle',
    address: details,
    part: DIALOG,
    prepare: opens('en', 'View Content'),
  },
  {
    name: 'publishing a candidate',
    address: details,
    part: DIALOG,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Publish' }).click();
      await isOpen(page);
    },
  },
  // Last: a dialog with changes asks before it closes.
  {
    name: 'cleaning a subtitle, a change of it refused',
    address: details,
    part: DIALOG,
    prepare: async (page) => {
      await opens('en', 'Clean Subtitle')(page);
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('checkbox').uncheck();
    },
  },
  {
    name: 'the sync editor',
    address: (id) => `/subtitles/sync/${id}/es`,
    prepare: async (page) => {
      await page.getByText('Stretch and synchronise').click();
      await page.getByRole('button', { name: 'Segment 2: start later' }).click();
      await expect(page.getByText('Unsaved Changes')).toBeVisible();
      // Every segment has the same elements.
      await page.getByPlaceholder('Search segments').fill('autobús');
      await expect(page.getByText('3 of 12')).toBeVisible();
    },
  },
  {
    name: 'what synchronising would do',
    address: (id) => `/subtitles/sync/${id}/es`,
    part: DIALOG,
    prepare: async (page) => {
      await page.getByText('Stretch and synchronise').click();
      await page.getByRole('button', { name: 'Synchronise with…' }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
];

async function download(admin: Api, id: number): Promise<void> {
  await admin(candidates.updateCandidate, { params: { id }, body: { review_status: 'approved' } });
  await admin(candidates.downloadSubtitles, { params: { id }, body: {} });
}

let id: number;
test.beforeAll(async ({ server, dataApi, captions }) => {
  const admin = await adminApi(server.url);
  await addCandidates(admin, { dataApi, captions }, FILMS.slice(0, 3));
  id = await addCandidate(admin, BUS_FILM);
  await download(admin, id);
  const [, lighthouse] = FILMS as [unknown, (typeof FILMS)[number]];
  captions.videos[lighthouse.id] = UNPLAYABLE.private;
  const failing = { id: await addCandidate(admin, lighthouse) };
  await expect(admin(candidates.scanSubtitles, { params: failing })).rejects.toThrow(/private/);
});

test('axe finds nothing on the candidates screens', async ({ page, signIn }) => {
  await installYouTube(page);
  await signIn(page, ADMIN);
  await expectScreensAccessible(page, SCREENS, id);
});
