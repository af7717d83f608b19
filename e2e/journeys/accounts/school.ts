import type { Page } from '@playwright/test';
import { authFormOf } from './forms.ts';

const FONTS = 'https://fonts.googleapis.com/**';

/** Follows the login or registration to the provider and signs in there, up to its question for consent. */
export async function goToSchool(page: Page, person: string): Promise<void> {
  // The provider's own pages ask for a font.
  await page.route(FONTS, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  await authFormOf(page).school.click();
  await page.getByPlaceholder('Enter any login').fill(person);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

/** Signs in by the provider, consents, and comes back. */
export async function signInAtSchool(page: Page, person: string): Promise<void> {
  await goToSchool(page, person);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Refuses the consent that the provider asks for, and comes back. */
export const refuseConsent = (page: Page) => page.getByRole('link', { name: 'Cancel' }).click();
