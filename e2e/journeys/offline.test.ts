import type { Page } from '@playwright/test';
import { ENGLISH_CLIP } from '../support/api.ts';
import { practicePage } from '../support/practice.ts';
import { sharedClipId } from '../support/sayback-server.ts';
import { expect, test } from '../support/test.ts';

test.use({ savesData: false });

const path = `/video/${sharedClipId()}`;

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

test('practice continues offline, and its progress survives closing the tab', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(page);
  const loaded = page.waitForResponse(/assets\/player-settings-drawer-.*\.js/);
  // Simulates a dialog that isn't preloaded.
  await page.route(/assets\/keys-dialog-.*\.js/, (route) => route.abort());
  await page.goto(path);
  const practice = practicePage(page);
  await expect(practice.play).toBeEnabled();
  await loaded;
  const loads = countLoads(page);
  await context.setOffline(true);
  await expect(page.getByText(/You're offline/)).toBeVisible();
  // The bar doesn't push the controls out of view.
  await expect(practice.next).toBeInViewport({ ratio: 1 });

  await page.keyboard.press('?');
  const message = page.getByRole('alert').filter({ hasText: "You're offline." });
  await expect(message).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('heading', { name: ENGLISH_CLIP.title })).toBeVisible();

  await page.getByRole('button', { name: 'Player settings' }).click();
  await page.getByText('Hide', { exact: true }).first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await practice.next.click();
  await expect(practice.count).toContainText('2');
  await expect(practice.original).toHaveAttribute('data-shown', 'false');
  expect(loads()).toBe(0);
  await page.close();

  await context.setOffline(false);
  const newTab = await context.newPage();
  await newTab.goto(path);
  await expect(practicePage(newTab).count).toContainText('2');
  await expect(practicePage(newTab).original).toHaveAttribute('data-shown', 'false');
});

test('a tab opened before a deployment is reloaded once, and keeps typed text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/assets\/nav-drawer-.*\.js/, (route) =>
    route.fulfill({ status: 404, body: 'Not found.' }),
  );
  await page.goto('/password-reset');
  const email = page.getByRole('textbox', { name: /^E-?mail/ });
  await email.fill('lena@example.org');
  const loads = countLoads(page);
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect.poll(loads).toBe(1);
  await expect(email).toHaveValue('lena@example.org');
  // If the reload doesn't help, a message appears.
  await menu.click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(loads()).toBe(1);
  await expect(email).toHaveValue('lena@example.org');
});
