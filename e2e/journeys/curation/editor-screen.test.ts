import { addClip, adminApi, ENGLISH_CLIP, subtitleOf } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { test as base, expect } from '../../support/test.ts';
import { editorOf, openEditor } from './editor.ts';

const test = base.extend<{ alignmentId: number | null }>({
  alignmentId: async ({ server, page, signIn }, use) => {
    const api = await adminApi(server.url);
    const { alignment_id } = await subtitleOf(api, await addClip(api, ENGLISH_CLIP));
    await signIn(page, ADMIN);
    await use(alignment_id);
  },
});

test('both edges of a long segment are seen in the waveform, and can be dragged there', async ({
  page,
  alignmentId,
}) => {
  await openEditor(page, alignmentId);
  await editorOf(page).target(2).focus();
  const wave = page.getByRole('group', { name: /^Waveform/ });
  const end = wave.locator('[part~="region-handle-right"]');
  for (const time of ['00:00:30.000', '00:00:12.000']) {
    await page.getByLabel('Segment 2, End', { exact: true }).fill(time);
    await expect(wave.locator('[part~="region-handle-left"]')).toBeInViewport({ ratio: 1 });
    await expect(end).toBeInViewport({ ratio: 1 });
  }
  const { x, y } = (await end.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 4, y + 40);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByLabel('Segment 2, End', { exact: true })).not.toHaveValue('00:00:12.000');
});

test('the page begins where the bar above it begins', async ({ page, alignmentId }) => {
  await openEditor(page, alignmentId);
  const leftOf = async (role: 'link' | 'button', name: string) =>
    (await page.getByRole(role, { name, exact: true }).boundingBox())?.x;
  expect(await leftOf('button', 'Find Next Mismatch ( ⌘ + M)')).toBe(await leftOf('link', 'Sayback'));
});
