import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Publishes the video whose page is open, whatever the check before it warns of. */
export async function publishVideo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const anyway = page.getByRole('button', { name: 'Publish anyway' });
  const published = page.getByTestId('video-state').filter({ hasText: 'Published' });
  await expect(anyway.or(published)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(published).toBeVisible();
}
