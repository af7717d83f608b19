import type { Page } from '@playwright/test';
import { expect, test } from './account-test.ts';

const buildForm = (page: Page, field: string, button: string) => ({
  field: page.getByRole('combobox', { name: field }),
  button: page.getByRole('main').getByRole('button', { name: button, exact: true }),
});
const getNative = (page: Page) => buildForm(page, 'Update Native Language', 'Update');
const practicePage = (page: Page) => buildForm(page, 'Add Practice Language', 'Add');

async function choose(page: Page, { field }: ReturnType<typeof buildForm>, language: string): Promise<void> {
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
  const native = getNative(page);
  await expect(native.button).toBeDisabled();
  await choose(page, native, 'French');
  await native.button.click();
  await expect(page.getByText('Native language updated!')).toBeVisible();
  await expect(main.getByRole('definition').filter({ hasText: 'French' })).toBeVisible();
  await expect(native.button).toBeDisabled();
  await page.reload();
  await expect(main.getByRole('definition').filter({ hasText: 'French' })).toBeVisible();
});

test('a failed change shows an error, and changes nothing', async ({ page }) => {
  await page.goto('/profile');
  await choose(page, practicePage(page), 'German');
  await practicePage(page).button.click();
  await expect(page.getByRole('button', { name: 'Remove German' })).toBeVisible();

  await page.route('**/api/accounts/profile/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, json: {} }),
  );
  await page.getByRole('button', { name: 'Remove German' }).click();
  await expect(page.getByText('Failed to remove practice language.')).toBeVisible();
  await choose(page, practicePage(page), 'Italian');
  await practicePage(page).button.click();
  await expect(page.getByText('Failed to add practice language.')).toBeVisible();
  await choose(page, getNative(page), 'French');
  await getNative(page).button.click();
  await expect(page.getByText('Failed to update native language.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove German' })).toBeVisible();
  await expect(page.getByText('Not set')).toBeVisible();
});

test('a short list of languages is offered if the full one fails to load', async ({ page }) => {
  await page.route('**/api/languages/', (route) => route.fulfill({ status: 500, json: {} }));
  await page.route('**/api/language-choices/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/profile');
  const notice = page.getByText("Couldn't load the list of languages. Here is a short one.");
  await expect(notice).toHaveCount(2);
  await getNative(page).field.click();
  const short = 'English,French,German,Italian,Korean,Portuguese,Russian,Spanish'.split(',');
  await expect(page.getByRole('option')).toHaveText(short);
});
