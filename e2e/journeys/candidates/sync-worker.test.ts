import type { Page } from '@playwright/test';
import { candidates } from '@sayback/contract';
import { adminApi } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { installYouTube } from '../../support/youtube-double.ts';
import { expect, test } from './candidate-test.ts';
import { addCandidates, BUS_FILM, findCandidateId } from './films.ts';

let id: number;
test.beforeAll(async ({ server, dataApi, captions }) => {
  const admin = await adminApi(server.url);
  await addCandidates(admin, { dataApi, captions }, [BUS_FILM]);
  id = await findCandidateId(admin, BUS_FILM);
  await admin(candidates.downloadSubtitles, { params: { id }, body: {} });
});

/** Collects violations of the Content-Security-Policy, and errors in the console. */
async function watchErrors(page: Page): Promise<() => Promise<string[]>> {
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
  return async () => [...consoleErrors, ...(await violations())];
}

test('the synchronising worker runs under the production server’s Content-Security-Policy', async ({
  page,
  signIn,
}) => {
  await installYouTube(page);
  await signIn(page, ADMIN);
  const consoleErrors = await watchErrors(page);
  const response = await page.goto(`/subtitles/sync/${id}/es`);
  expect(response?.headers()['content-security-policy']).toContain("default-src 'self'");
  await page.getByText('Stretch and synchronise').click();

  const [worker] = await Promise.all([
    page.waitForEvent('worker'),
    page.getByRole('button', { name: 'Synchronise with…' }).click(),
  ]);
  expect(worker.url()).toMatch(/\/assets\/synchronise-worker-[\w-]+\.js$/);
  const dialog = page.getByRole('dialog', { name: 'Synchronise with another subtitle' });
  await expect(dialog.getByRole('definition').first()).toHaveText('−3.0 s');
  await expect(dialog.getByRole('row')).toHaveCount(6);

  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Segment 1, start', { exact: true })).toHaveValue('00:00:01.000');
  expect(await consoleErrors()).toEqual([]);
});
