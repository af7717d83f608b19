import type { Page } from '@playwright/test';
import { authForm } from './forms.ts';

const FONTS = 'https://fonts.googleapis.com/**';

/** Signs in at the provider from the login or registration screen, up to its consent page. */
export async function goToSchool(page: Page, user: string): Promise<void> {
  // The provider's pages request a font.
  await page.route(FONTS, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  await authForm(page).school.click();
  await page.getByPlaceholder('Enter any login').fill(user);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Signs in with the provider, consents, and returns. */
export async function signInAtSchool(page: Page, user: string): Promise<void> {
  await goToSchool(page, user);
  await page.getByRole('button', { name: 'Continue' }).click();
}
