import { addClip, adminApi, ENGLISH_CLIP } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

test('a deleted video is hidden from learners, stays in the trash, and can be restored unchanged', async ({
  page,
  server,
  signIn,
  openBrowser,
}) => {
  const title = 'The lost reel';
  await addClip(await adminApi(server.url), { ...ENGLISH_CLIP, title });
  const learner = await openBrowser();
  await signIn(learner);
  const learnerCard = learner.getByRole('link', { name: title });
  await learner.goto('/');
  await expect(learnerCard).toBeVisible();

  await signIn(page, ADMIN);
  await page.goto('/video-manager');
  const card = page.getByTestId('managed-video').filter({ hasText: title });
  await expect(card).toBeVisible();
  const textBefore = (await card.textContent()) ?? '';
  await card.getByRole('button', { name: `Delete ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: `Delete ${title}` }).click();
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();

  await card.getByRole('button', { name: `Delete ${title}` }).click();
  await dialog.getByRole('button', { name: 'Move to trash' }).click();
  await expect(card).toBeHidden();
  await learner.reload();
  await expect(learner.getByRole('heading', { name: 'Available Videos' })).toBeVisible();
  await expect(learner.getByRole('progressbar')).toHaveCount(0);
  await expect(learnerCard).toHaveCount(0);

  await page.goto('/video-manager?view=trash');
  const trashed = page.getByTestId('trashed-video').filter({ hasText: title });
  await expect(trashed).toContainText('Deleted permanently on');
  await trashed.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(trashed).toBeHidden();
  await page.goto('/video-manager');
  await expect(card).toHaveText(textBefore);
  await learner.reload();
  await expect(learnerCard).toBeVisible();
});
