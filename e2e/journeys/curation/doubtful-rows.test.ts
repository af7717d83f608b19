import { formatPosition, subtitles } from '@sayback/contract';
import { addClip, adminApi, ENGLISH_CLIP, segmentsOf, subtitleOf } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { editorPage, openEditor } from './editor.ts';

const ROWS = 777;
/** `DOUBTFUL=107` is the number in a real film, and takes a minute. */
const DOUBTFUL = Number(process.env.DOUBTFUL ?? 12);
/** By number, from 1: some far apart, some adjacent, and the last one. */
const isDoubtful = (number: number) =>
  Math.floor((number * DOUBTFUL) / ROWS) > Math.floor(((number - 1) * DOUBTFUL) / ROWS);

const CUE_MS = 50;

const row = (number: number): Extract<subtitles.SegmentChange, { op: 'insert' }> => ({
  op: 'insert',
  after: null,
  fields: {
    start_time: formatPosition(number * CUE_MS),
    end_time: formatPosition((number + 1) * CUE_MS),
    text_original: `Line ${number} of the film.`,
    text_target: `Línea ${number} de la película.`,
    mismatch: isDoubtful(number),
    confidence: 0.6,
    edited: false,
    origin: 'file',
    label: '1-1',
  },
});

test(`a film with ${DOUBTFUL} doubtful rows takes one key press for each correct row`, async ({
  page,
  server,
  signIn,
}) => {
  const admin = await adminApi(server.url);
  const videoId = await addClip(admin, ENGLISH_CLIP);
  const { alignment_id } = await subtitleOf(admin, videoId);
  const before = await segmentsOf(admin, videoId);
  const changes: subtitles.SegmentChange[] = [
    ...before.map(({ id }) => ({ op: 'delete', id }) as const),
    // Each moves the focus to the start.
    ...Array.from({ length: ROWS }, (_, at) => row(ROWS - at)),
  ];
  await admin(subtitles.changeSegments, { params: { id: alignment_id }, body: { changes } });
  const doubtful = Array.from({ length: ROWS }, (_, at) => at + 1).filter(isDoubtful);
  expect(doubtful).toHaveLength(DOUBTFUL);

  await signIn(page, ADMIN);
  await openEditor(page, alignment_id);
  await page.keyboard.press('Control+m');
  let keys = 0;
  for (const number of doubtful) {
    await expect(editorPage(page).target(number)).toBeFocused();
    await page.keyboard.press('Alt+a');
    keys += 1;
  }
  expect(keys).toBeLessThanOrEqual(DOUBTFUL);
  await expect(page.getByText('No more mismatches found.')).toBeVisible();
  await expect(editorPage(page).unsaved).toHaveCount(0);
  const after = await segmentsOf(admin, videoId);
  expect(after.map(({ text_original }) => text_original)).toEqual(
    Array.from({ length: ROWS }, (_, at) => `Line ${at + 1} of the film.`),
  );
  expect(after.filter(({ mismatch }) => mismatch)).toEqual([]);
  expect(after.filter(({ approved }) => approved)).toHaveLength(DOUBTFUL);
});
