import type { Page } from '@playwright/test';
import { expect, test } from './account-test.ts';

const buildForm = (page: Page, field: string, button: string) => ({
  field: page.getByRole('combobox', { name: field }),
  button: page.getByRole('main').getByRole('button', { name: button, exact: true }),
});
const nativeForm = (page: Page) => buildForm(page, 'Update Native Language', 'Update');
const practiceForm = (page: Page) => buildForm(page, 'Add Practice Language', 'Add');

async function chooseLanguage(
  page: Page,
  { field }: ReturnType<typeof buildForm>,
  language: string,
): Promise<void> {
  await field.click();
  await field.fill(language);
  await page.getByRole('option', { name: language, exact: true }).click();
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page);
});

test('the native language is shown by its name, and can be changed', async ({ page }) => {
  await page.goto('/profile');
  const main = page.getByRole('main');
  await expect(main.getByText('Not set')).toBeVisible();
  const native = nativeForm(page);
  await expect(native.button).toBeDisabled();
  await chooseLanguage(page, native, 'French');
  await native.button.click();
  await expect(page.getByText('Native language updated!')).toBeVisible();
  await expect(main.getByRole('definition').filter({ hasText: 'French' })).toBeVisible();
  await expect(native.button).toBeDisabled();
  await page.reload();
  await expect(main.getByRole('definition').filter({ hasText: 'French' })).toBeVisible();
});

test('a failed change shows an error, and leaves the profile unchanged', async ({ page }) => {
  await page.goto('/profile');
  await chooseLanguage(page, practiceForm(page), 'German');
  await practiceForm(page).button.click();
  await expect(page.getByRole('button', { name: 'Remove German' })).toBeVisible();

  await page.route('**/api/accounts/profile/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: {} }),
  );
  await page.getByRole('button', { name: 'Remove German' }).click();
  await expect(page.getByText('Failed to remove practice language.')).toBeVisible();
  await chooseLanguage(page, practiceForm(page), 'Italian');
  await practiceForm(page).button.click();
  await expect(page.getByText('Failed to add practice language.')).toBeVisible();
  await chooseLanguage(page, nativeForm(page), 'French');
  await nativeForm(page).button.click();
  await expect(page.getByText('Failed to update native language.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove German' })).toBeVisible();
  await expect(page.getByText('Not set')).toBeVisible();
});

test('a short list of languages is offered if the full list fails to load', async ({ page }) => {
  await page.route('**/api/languages/', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route('**/api/language-choices/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/profile');
  const notice = page.getByText("Couldn't load the list of languages. Here is a short one.");
  await expect(notice).toHaveCount(2);
  await nativeForm(page).field.click();
  const shortList = 'English,French,German,Italian,Korean,Portuguese,Russian,Spanish'.split(',');
  await expect(page.getByRole('option')).toHaveText(shortList);
});
