import type { Page } from '@playwright/test';
import { candidates } from '@sayback/contract';
import { UNPLAYABLE } from '../../../apps/server/src/testing/doubles/youtube/youtube-double.ts';
import { DIALOG, expectScreensAccessible, type Screen } from '../../support/accessibility.ts';
import { type Api, adminApi } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { installYouTube } from '../../support/youtube-double.ts';
import { expect, test } from './candidate-test.ts';
import { addCandidates, BUS_FILM, FILMS, findCandidateId } from './films.ts';
import { candidateCard, currentCandidate, versionCard } from './screens.ts';

const listUrl = () => '/youtube-candidates';
const detailsUrl = (id: number) => `/youtube-candidates/${id}`;
const expectDialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible();
const openVersionDialog = (key: string, button: string) => async (page: Page) => {
  await versionCard(page, key).getByRole('button', { name: button }).click();
  await expectDialog(page);
};

const SCREENS: Screen<number>[] = [
  {
    name: 'candidates, one current, one selected, one failed',
    url: listUrl,
    prepare: async (page) => {
      await candidateCard(page, BUS_FILM.title).getByRole('checkbox').check();
      await page.keyboard.press('j');
      await expect(currentCandidate(page)).toBeVisible();
      await expect(page.getByText(/This video is private/)).toBeVisible();
    },
  },
  {
    name: 'search without results',
    url: () => '/youtube-candidates?q=nothing-of-that-kind',
    prepare: (page) => expect(page.getByRole('button', { name: 'Show all candidates' })).toBeVisible(),
  },
  {
    name: 'approving a candidate',
    url: listUrl,
    selector: DIALOG,
    prepare: async (page) => {
      await candidateCard(page, 'Two Chairs').getByRole('button', { name: 'Approve' }).click();
      await expectDialog(page);
    },
  },
  {
    name: 'the search',
    url: listUrl,
    selector: DIALOG,
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
    url: detailsUrl,
    prepare: (page) => expect(page.getByTestId('downloaded-subtitle')).toHaveCount(2),
  },
  {
    name: 'the content of a subtitle',
    url: detailsUrl,
    selector: DIALOG,
    prepare: openVersionDialog('en', 'View Content'),
  },
  {
    name: 'publishing a candidate',
    url: detailsUrl,
    selector: DIALOG,
    prepare: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Publish' }).click();
      await expectDialog(page);
    },
  },
  // Last, since a dialog with changes asks before it closes.
  {
    name: 'cleaning a subtitle with one change unselected',
    url: detailsUrl,
    selector: DIALOG,
    prepare: async (page) => {
      await openVersionDialog('en', 'Clean Subtitle')(page);
      await page.getByRole('dialog').getByRole('listitem').first().getByRole('checkbox').uncheck();
    },
  },
  {
    name: 'the sync editor',
    url: (id) => `/subtitles/sync/${id}/es`,
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
    name: 'the preview of synchronising',
    url: (id) => `/subtitles/sync/${id}/es`,
    selector: DIALOG,
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
  id = await findCandidateId(admin, BUS_FILM);
  await download(admin, id);
  const [, lighthouse] = FILMS as [unknown, (typeof FILMS)[number]];
  captions.videos[lighthouse.id] = UNPLAYABLE.private;
  const unplayable = { id: await findCandidateId(admin, lighthouse) };
  await expect(admin(candidates.scanSubtitles, { params: unplayable })).rejects.toThrow(/private/);
});

test('the candidates screens are accessible', async ({ page, signIn }) => {
  await installYouTube(page);
  await signIn(page, ADMIN);
  await expectScreensAccessible(page, SCREENS, id);
});
