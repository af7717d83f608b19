import { expect, type Page } from '@playwright/test';

export const subtitleCard = (page: Page, language: string) =>
  page
    .getByTestId('subtitle-card')
    .filter({ has: page.getByRole('heading', { name: language, exact: true }) });

/** Locators and actions of the aligned editor. */
export const editorPage = (page: Page) => ({
  rows: page.locator('[data-segment]'),
  original: (number: number) => page.getByLabel(`Segment ${number}, Original Subtitle`, { exact: true }),
  target: (number: number) => page.getByLabel(`Segment ${number}, Target Subtitle`, { exact: true }),
  mismatch: (number: number) => page.getByLabel(`Segment ${number}, Mismatch`, { exact: true }),
  unsaved: page.locator('[data-unsaved]'),
  /** Reads the number of segments in the alignment. */
  count: async () => Number.parseInt(await page.getByText(/^\d+ segments? · \d+ mismatch/).innerText(), 10),
  saved: page.getByText('Changes saved successfully!'),
});

export async function openEditor(page: Page, alignmentId: number | null): Promise<void> {
  await page.goto(`/subtitles/${alignmentId}/edit`);
  await expect(editorPage(page).rows.first()).toBeVisible();
}

/** Types a target text into a row without saving it. */
export async function typeTarget(page: Page, number: number, text: string): Promise<void> {
  await editorPage(page).target(number).fill(text);
}

/** Types a target text into a row, and saves it with the keyboard. */
export async function saveTarget(page: Page, number: number, text: string): Promise<void> {
  await typeTarget(page, number, text);
  await page.keyboard.press('Control+s');
}
