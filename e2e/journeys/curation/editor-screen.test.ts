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

test('both edges of a long segment are seen on the time line, and can be dragged there', async ({
  page,
  alignmentId,
}) => {
  await openEditor(page, alignmentId);
  await editorOf(page).target(2).focus();
  const line = page.getByRole('region', { name: 'Time line' });
  const end = line.getByRole('slider', { name: 'Segment 2, End' });
  for (const time of ['00:00:30.000', '00:00:12.000']) {
    await page.getByRole('textbox', { name: 'Segment 2, End' }).fill(time);
    await expect(line.getByRole('slider', { name: 'Segment 2, Start' })).toBeInViewport({ ratio: 1 });
    await expect(end).toBeInViewport({ ratio: 1 });
  }
  const { x, y } = (await end.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 4, y + 40);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('textbox', { name: 'Segment 2, End' })).not.toHaveValue('00:00:12.000');
});

test('the page begins where the bar above it begins', async ({ page, alignmentId }) => {
  await openEditor(page, alignmentId);
  const leftOf = async (role: 'link' | 'button', name: string) =>
    (await page.getByRole(role, { name, exact: true }).boundingBox())?.x;
  expect(await leftOf('button', 'Find Next Mismatch ( ⌘ + M)')).toBe(await leftOf('link', 'Sayback'));
});
