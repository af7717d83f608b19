import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Publishes the open video, ignoring the check's warnings. */
export async function publishVideo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const anyway = page.getByRole('button', { name: 'Publish anyway' });
  const published = page.getByTestId('video-state').filter({ hasText: 'Published' });
  await expect(anyway.or(published)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(published).toBeVisible();
}
