import { candidates } from '@sayback/contract';
import { expectAccessible } from '../../support/accessibility.ts';
import { adminApi } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { searchFor } from './screens.ts';

test('without an API key the screen names the missing setting, before and after a search', async ({
  page,
  server,
  signIn,
}) => {
  const { is_configured } = await (await adminApi(server.url))(candidates.getQuota);
  expect(is_configured).toBe(false);
  await signIn(page, ADMIN);
  await page.goto('/youtube-candidates');
  await expect(page.getByTestId('quota')).toContainText('Set YOUTUBE_API_KEY');
  await expect(page.getByText('No candidates yet. Search YouTube for videos to begin.')).toBeVisible();
  await expect(page.getByLabel('Search titles')).toBeHidden();
  await expectAccessible(page);

  await searchFor(page, ['English']);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Set YOUTUBE_API_KEY and restart the server',
  );
});
