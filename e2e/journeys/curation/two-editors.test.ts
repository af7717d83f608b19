import type { Page } from '@playwright/test';
import { DESKTOP, expectAccessible } from '../../support/accessibility.ts';
import {
  addClip,
  adminApi,
  createAdmin,
  ENGLISH_CLIP,
  fetchSegments,
  fetchSubtitle,
} from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { test as base, expect } from '../../support/test.ts';
import { editorPage, openEditor, saveTarget, typeTarget } from './editor.ts';

const THEIRS = 'Buenos días, don Hill.';
const MINE = 'Muy buenos días, señor Hill.';

type Fixtures = {
  videoId: number;
  /** Another administrator's browser. Both have the same alignment open. */
  other: Page;
};

const test = base.extend<Fixtures>({
  videoId: async ({ server }, use) => use(await addClip(await adminApi(server.url), ENGLISH_CLIP)),

  other: async ({ page, server, signIn, openBrowser, videoId }, use) => {
    const { alignment_id } = await fetchSubtitle(await adminApi(server.url), videoId);
    const colleague = await createAdmin(server.url);
    const other = await openBrowser();
    await signIn(other, colleague);
    await signIn(page, ADMIN);
    await openEditor(page, alignment_id);
    await openEditor(other, alignment_id);
    const notice = `${colleague.username} (this page) also has this alignment open.`;
    await expect(page.getByText(notice)).toBeVisible();
    await use(other);
  },
});

const conflictDialog = (page: Page) => page.getByRole('dialog', { name: 'Someone else saved this segment' });

test('one editor sees the other’s saves immediately, and sees when the other leaves', async ({
  page,
  other,
}) => {
  await saveTarget(other, 1, THEIRS);
  await expect(editorPage(other).saved).toBeVisible();
  await expect(editorPage(page).target(1)).toHaveValue(THEIRS);
  await other.goto('/');
  await expect(page.getByText('also has this alignment open')).toBeHidden({ timeout: 15_000 });
});

test('two tabs of one user have separate unsaved rows, and a tab restores those of a closed tab', async ({
  page,
  other,
}) => {
  const expectUnsaved = (tab: Page) => expect(editorPage(tab).unsaved.locator('[data-field=text_target]'));
  const tab = await page.context().newPage();
  for (const openTab of [page, tab]) openTab.on('dialog', (dialog) => void dialog.accept());
  await typeTarget(page, 1, 'Uno');
  await tab.goto(page.url());
  await typeTarget(tab, 2, 'Dos');
  await expectUnsaved(tab).toHaveValue('Dos');
  // Not at the same time, since a reloading tab counts as closed.
  await page.reload();
  await expectUnsaved(page).toHaveValue('Uno');
  await tab.reload();
  await expectUnsaved(tab).toHaveValue('Dos');

  await typeTarget(tab, 2, 'Dos y medio');
  await tab.close({ runBeforeUnload: true });
  await expect.poll(() => page.context().pages()).toEqual([page]);
  await page.reload();
  await expect(editorPage(page).target(1)).toHaveValue('Uno');
  await expect(editorPage(page).target(2)).toHaveValue('Dos y medio');
  await expectUnsaved(other).toHaveCount(0);
});

for (const { choice, expected } of [
  { choice: 'Keep mine', expected: MINE },
  { choice: 'Use theirs', expected: THEIRS },
]) {
  test(`the second editor to save sees both texts, and ‘${choice}’ resolves the conflict for both`, async ({
    page,
    server,
    videoId,
    other,
  }) => {
    await typeTarget(page, 1, MINE);
    await saveTarget(other, 1, THEIRS);
    await expect(page.getByText('Someone else changed this in the meantime')).toBeVisible();
    await expect(editorPage(page).target(1)).toHaveValue(MINE);

    await editorPage(page).target(1).press('Control+s');
    const conflict = conflictDialog(page);
    const text = conflict.getByRole('region', { name: 'Target Subtitle' });
    await expect(text).toContainText(THEIRS);
    await expect(text).toContainText(MINE);
    await expectAccessible(page, [DESKTOP], '[role=dialog]');
    await conflict.getByRole('button', { name: choice }).click();
    await expect(conflict).toBeHidden();
    await expect(editorPage(page).target(1)).toHaveValue(expected);
    await expect(editorPage(other).target(1)).toHaveValue(expected);
    await expect(editorPage(page).unsaved).toHaveCount(0);
    const [first] = await fetchSegments(await adminApi(server.url), videoId);
    expect(first?.text_target).toBe(expected);
  });
}
