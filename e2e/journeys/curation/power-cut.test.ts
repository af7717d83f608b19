import { subtitles } from '@sayback/contract';
import {
  type Api,
  addClip,
  adminApi,
  ENGLISH_CLIP,
  fetchSegments,
  fetchSubtitle,
} from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { editorPage, openEditor, saveTarget, typeTarget } from './editor.ts';

// These tests kill their server.
test.use({ world: 'power-cut' });

let admin: Api;
let videoId: number;
let alignmentId: number | null;
test.beforeEach(async ({ server }) => {
  admin = await adminApi(server.url);
  videoId = await addClip(admin, ENGLISH_CLIP);
  ({ alignment_id: alignmentId } = await fetchSubtitle(admin, videoId));
});

test('a server killed during many saves keeps all saves that it acknowledged', async ({ server }) => {
  const segments = await fetchSegments(admin, videoId);
  /** Numbers of sent and acknowledged saves, by segment. */
  const counts = new Map(segments.map(({ id }) => [id, { sent: 0, acknowledged: 0 }]));
  const saveRepeatedly = async (id: number, count: { sent: number; acknowledged: number }) => {
    for (;;) {
      count.sent += 1;
      const body = { text_target: `save ${count.sent}` };
      await admin(subtitles.updateSegment, { params: { id }, body });
      count.acknowledged = count.sent;
    }
  };
  const saving = Promise.allSettled([...counts].map(([id, count]) => saveRepeatedly(id, count)));
  await expect
    .poll(() => Math.min(...[...counts.values()].map(({ acknowledged }) => acknowledged)))
    .toBeGreaterThan(3);
  await server.kill();
  await saving;
  await server.restart();

  for (const { id, text_target, version } of await fetchSegments(admin, videoId)) {
    const { sent, acknowledged } = counts.get(id) ?? { sent: 0, acknowledged: 0 };
    const saved = Number(text_target.replace('save ', ''));
    // The last save may have succeeded without its response getting through.
    expect([acknowledged, sent]).toContain(saved);
    expect(version).toBe((segments.find((segment) => segment.id === id)?.version ?? 0) + saved);
  }
});

test('an editor resumes after a power cut with all saved and typed texts', async ({
  page,
  server,
  signIn,
}) => {
  await signIn(page, ADMIN);
  await openEditor(page, alignmentId);
  const editor = editorPage(page);
  await saveTarget(page, 1, 'Guardado antes del apagón.');
  await expect(editor.saved).toBeVisible();
  await typeTarget(page, 2, 'Escrito durante el apagón.');
  await server.kill();
  await editor.target(2).press('Control+s');
  await expect(page.getByText('Failed to update subtitle segment.')).toBeVisible();
  await expect(editor.unsaved).toHaveCount(1);

  // Leave first: the page would save the row automatically once the server is back.
  await page.goto('about:blank');
  await server.restart();
  await openEditor(page, alignmentId);
  await expect(page.getByText('Restored 1 unsaved row.')).toBeVisible();
  await expect(editor.target(1)).toHaveValue('Guardado antes del apagón.');
  await expect(editor.target(2)).toHaveValue('Escrito durante el apagón.');
  await editor.target(2).press('Control+s');
  await expect(editor.saved).toBeVisible();
  await expect(editor.unsaved).toHaveCount(0);
  const [first, second] = await fetchSegments(admin, videoId);
  expect([first?.text_target, second?.text_target]).toEqual([
    'Guardado antes del apagón.',
    'Escrito durante el apagón.',
  ]);
});
