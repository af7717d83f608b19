import type { Page } from '@playwright/test';
import type { candidates, subtitles } from '@sayback/contract';
import { type Api, adminApi, fetchSegments } from '../../support/api.ts';
import { practicePage, waitForTurn } from '../../support/practice.ts';
import { publishVideo } from '../../support/publish.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { installYouTube } from '../../support/youtube-double.ts';
import { runSql } from '../run-sql.ts';
import { expect, test } from './candidate-test.ts';
import { addToYouTube, BUS_FILM, FILMS, fetchCandidates, findCandidateId } from './films.ts';
import { candidateCard, currentCandidate, openCandidate, searchFor, versionCard } from './screens.ts';

// This test kills its server.
test.use({ world: 'candidate-to-video' });

/** YouTube's error for an invalid search. */
const REFUSED = {
  status: 400,
  body: { error: { code: 400, message: 'Invalid relevance language', errors: [{ reason: 'badRequest' }] } },
};
/** Lets the next caption request start at once, although the killed server reserved the next 20 s. */
const END_REQUEST_TURN = 'UPDATE caption_gate SET next_at = now()';
const REACTION = 'I REACT to short films (part 12)';

/** Approves one candidate and rejects another by keyboard. */
async function reviewByKeys(page: Page): Promise<void> {
  const titles = await page.getByTestId('candidate').getByRole('heading').allInnerTexts();
  const [approveIndex, rejectIndex] = [titles.indexOf(BUS_FILM.title), titles.indexOf(REACTION)];
  const moveTo = async (index: number) => {
    for (let step = 0; step < titles.length; step += 1) {
      const current = titles.indexOf(await currentCandidate(page).getByRole('heading').innerText());
      if (current === index) return;
      await page.keyboard.press(current < index ? 'j' : 'k');
    }
    throw new Error(`the keys do not lead to candidate ${index + 1}`);
  };
  await page.keyboard.press('j');
  await moveTo(approveIndex);
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog', { name: 'Approve Candidate' })).toContainText(BUS_FILM.title);
  await page.keyboard.press('Enter');
  await expect(candidateCard(page, BUS_FILM.title).locator('[data-status]')).toHaveText('Approved');
  await moveTo(rejectIndex);
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog', { name: 'Reject Candidate' })).toContainText(REACTION);
  await page.keyboard.press('Enter');
  await expect(candidateCard(page, REACTION).locator('[data-status]')).toHaveText('Rejected');
}

/** Selects all candidates except this one, and starts a scan. */
async function scanAllExcept(page: Page, title: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select All' }).check();
  await candidateCard(page, title).focus();
  await page.keyboard.press('x');
  await page.getByRole('button', { name: `Bulk Scan Subtitles (${FILMS.length - 1})` }).click();
}

/** Cleans a version, without the change that contains this text. */
async function cleanAllExcept(page: Page, key: string, excluded: string): Promise<void> {
  await versionCard(page, key).getByRole('button', { name: 'Clean Subtitle' }).click();
  const dialog = page.getByRole('dialog', { name: `Clean ${key}` });
  await dialog.getByRole('listitem').filter({ hasText: excluded }).getByRole('checkbox').uncheck();
  await expect(dialog.getByText('Makes 3 of 4 changes')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clean Subtitle' }).click();
  await expect(page.getByText('3 changes made.')).toBeVisible();
  await expect(versionCard(page, key)).toContainText('Cleaned');
}

/** Synchronises the Spanish version, which is 3 s late, with the English version. */
async function synchroniseSpanish(page: Page): Promise<void> {
  await versionCard(page, 'es').getByRole('link', { name: 'Sync' }).click();
  const start = page.getByLabel('Segment 1, start', { exact: true });
  await expect(start).toHaveValue('00:00:04.000');
  await page.getByLabel('Adjust by (seconds)').fill('-0.5');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(start).toHaveValue('00:00:03.500');
  await page.getByText('Stretch and synchronise').click();
  await page.getByRole('button', { name: 'Synchronise with…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Synchronise with another subtitle' });
  await expect(dialog.getByRole('definition').first()).toHaveText('−2.5 s');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(start).toHaveValue('00:00:01.000');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Subtitles synchronized and saved successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(versionCard(page, 'es')).toContainText('SRT');
}

/** Creates a draft from the candidate, and publishes it. Returns the video's id. */
async function publish(page: Page): Promise<number> {
  await page.getByRole('main').getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish as a video' });
  await expect(dialog.getByRole('combobox', { name: 'Original (spoken language)' })).toHaveValue(
    'English · en',
  );
  await expect(dialog.getByRole('checkbox', { name: 'Spanish · es' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByTestId('video-state')).toHaveText('Draft');
  await publishVideo(page);
  return Number(page.url().split('/').at(-1));
}

const fetchScanStatuses = async (
  admin: Api,
): Promise<Record<string, candidates.Candidate['subtitle_scan_status']>> =>
  Object.fromEntries(
    (await fetchCandidates(admin)).map(({ title, subtitle_scan_status }) => [title, subtitle_scan_status]),
  );

test('an administrator finds and reviews videos, scans them through a power cut, repairs one video’s subtitles and publishes it for a learner', async ({
  page,
  server,
  signIn,
  openBrowser,
  dataApi,
  captions,
}) => {
  const admin = await adminApi(server.url);
  addToYouTube({ dataApi, captions }, FILMS);
  dataApi.faults = [null, null, REFUSED];
  await installYouTube(page, { duration: 44 });
  await signIn(page, ADMIN);
  await page.goto('/youtube-candidates');

  await test.step('search in two languages, one of which fails', async () => {
    await searchFor(page, ['English', 'French']);
    await expect(page.getByText('Search completed! Found 6 new candidates.')).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'The other results are kept' })).toContainText(
      "French: YouTube didn't accept this search (400 Invalid relevance language). Check the filters.",
    );
    await expect(page.getByTestId('candidate')).toHaveCount(FILMS.length);
  });

  await test.step('review by keyboard', () => reviewByKeys(page));

  await test.step('scan through a power cut', async () => {
    captions.blockAfter(2);
    await scanAllExcept(page, REACTION);
    const progress = page.getByTestId('job-progress');
    await expect(progress).toContainText('2 of 5');
    await server.kill();
    await server.restart();
    await runSql(server, END_REQUEST_TURN);
    await page.reload();
    await expect(progress).toContainText('2 of 5');
    captions.release();
    await expect(page.getByText('Bulk scan completed! 5 candidates processed successfully.')).toBeVisible();
    const expected = FILMS.map(({ title }) => [title, title === REACTION ? null : 'completed']);
    expect(await fetchScanStatuses(admin)).toEqual(Object.fromEntries(expected));
    await expect(candidateCard(page, BUS_FILM.title)).toContainText('Spanish (manual)');
  });

  const id = await findCandidateId(admin, BUS_FILM);
  await test.step('download both languages', async () => {
    await openCandidate(page, BUS_FILM.title);
    await page.getByRole('button', { name: 'Download All Subtitles' }).click();
    await expect(page.getByText('2 subtitles downloaded.')).toBeVisible();
    await expect(page.getByTestId('downloaded-subtitle')).toHaveCount(2);
  });

  await test.step('make all cleaning changes except one', () => cleanAllExcept(page, 'en', '[door creaks]'));
  await test.step('synchronise', () => synchroniseSpanish(page));

  const videoId = await test.step('publish', () => publish(page));
  expect((await fetchCandidates(admin)).find((candidate) => candidate.id === id)).toMatchObject({
    review_status: 'processed',
    video_id: videoId,
  });

  await test.step('practise', async () => {
    const segments = await fetchSegments(admin, videoId);
    expect(segments.map(({ text_original }) => text_original)).toContain('[door creaks]');
    expect(segments.map(({ text_original }) => text_original).join(' ')).not.toMatch(/MAN:|piano/);
    const [first] = segments as [subtitles.Segment];
    const learner = await openBrowser();
    await installYouTube(learner, { duration: 44 });
    await signIn(learner);
    await learner.goto('/');
    await learner.getByRole('link', { name: BUS_FILM.title }).click();
    await practicePage(learner).play.click();
    await waitForTurn(learner, first);
    await expect(practicePage(learner).translation).toHaveText('Dos cafés, por favor.');
  });
});
