import { addClip, adminApi, createLearner, ENGLISH_CLIP } from '../support/api.ts';
import { expect, test } from '../support/test.ts';

test.describe('with a browser set to Spanish', () => {
  test.use({ locale: 'es-MX' });

  test('the interface is Spanish, before and after signing in', async ({ page, signIn }) => {
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión');
    await signIn(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Videos disponibles');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  });
});

test.describe('with a browser set to a language that isn’t available', () => {
  test.use({ locale: 'de-DE' });

  test('the interface is English', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log In');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('a language chosen in the settings applies on every device, until it is reset to the browser’s language', async ({
  page,
  server,
  signIn,
  openBrowser,
}) => {
  const videoId = await addClip(await adminApi(server.url), ENGLISH_CLIP);
  const account = await createLearner(server.url);
  await signIn(page, account);
  await page.goto('/settings');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByText('Español', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ajustes');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await saved;

  const other = await openBrowser();
  await signIn(other, account);
  await other.goto(`/video/${videoId}`);
  await expect(other.getByRole('button', { name: 'Reproducir' })).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: ENGLISH_CLIP.title })).toHaveAttribute(
    'lang',
    'en',
  );
  await expect(other.locator('html')).toHaveAttribute('lang', 'es');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ajustes');
  await page.getByText('Igual que el navegador', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
