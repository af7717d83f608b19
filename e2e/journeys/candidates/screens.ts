import { expect, type Page } from '@playwright/test';

/** Locates a candidate's card in the list. */
export const candidateCard = (page: Page, title: string) =>
  page.getByTestId('candidate').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Locates the card that the keyboard shortcuts apply to. */
export const currentCandidate = (page: Page) => page.locator('[data-testid=candidate][aria-current]');

/** Locates a downloaded version on the candidate's screen. */
export const versionCard = (page: Page, key: string) =>
  page
    .getByTestId('downloaded-subtitle')
    .filter({ has: page.getByRole('heading', { name: new RegExp(` ${key}$`) }) });

/** Searches YouTube in these languages with the dialog. */
export async function searchFor(page: Page, languages: readonly string[]): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Search Videos' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Search YouTube' });
  for (const language of languages)
    await dialog.getByRole('checkbox', { name: language, exact: true }).check();
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
}

/** Opens a candidate from the list. */
export async function openCandidate(page: Page, title: string): Promise<void> {
  await candidateCard(page, title).getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
