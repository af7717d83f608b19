import { formatPosition, subtitles } from '@sayback/contract';
import { addClip, adminApi, ENGLISH_CLIP, fetchSegments, fetchSubtitle } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { editorPage, openEditor } from './editor.ts';

const ROW_COUNT = 777;
/** A real film has 107 doubtful rows: `DOUBTFUL=107` takes a minute. */
const DOUBTFUL_COUNT = Number(process.env.DOUBTFUL ?? 12);
/** Spreads the doubtful rows over the film. Numbers start at 1; the last row is doubtful. */
const isDoubtful = (number: number) =>
  Math.floor((number * DOUBTFUL_COUNT) / ROW_COUNT) > Math.floor(((number - 1) * DOUBTFUL_COUNT) / ROW_COUNT);

const CUE_MS = 50;

const insertRow = (number: number): Extract<subtitles.SegmentChange, { op: 'insert' }> => ({
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

test(`${DOUBTFUL_COUNT} doubtful but correct rows of a film take one key press each`, async ({
  page,
  server,
  signIn,
}) => {
  const admin = await adminApi(server.url);
  const videoId = await addClip(admin, ENGLISH_CLIP);
  const { alignment_id } = await fetchSubtitle(admin, videoId);
  const before = await fetchSegments(admin, videoId);
  const changes: subtitles.SegmentChange[] = [
    ...before.map(({ id }) => ({ op: 'delete', id }) as const),
    // Each is inserted at the start, so the last row comes first.
    ...Array.from({ length: ROW_COUNT }, (_, index) => insertRow(ROW_COUNT - index)),
  ];
  await admin(subtitles.changeSegments, { params: { id: alignment_id }, body: { changes } });
  const doubtful = Array.from({ length: ROW_COUNT }, (_, index) => index + 1).filter(isDoubtful);
  expect(doubtful).toHaveLength(DOUBTFUL_COUNT);

  await signIn(page, ADMIN);
  await openEditor(page, alignment_id);
  await page.keyboard.press('Control+m');
  let keyPresses = 0;
  for (const number of doubtful) {
    await expect(editorPage(page).target(number)).toBeFocused();
    await page.keyboard.press('Alt+a');
    keyPresses += 1;
  }
  expect(keyPresses).toBeLessThanOrEqual(DOUBTFUL_COUNT);
  await expect(page.getByText('No more mismatches found.')).toBeVisible();
  await expect(editorPage(page).unsaved).toHaveCount(0);
  const after = await fetchSegments(admin, videoId);
  expect(after.map(({ text_original }) => text_original)).toEqual(
    Array.from({ length: ROW_COUNT }, (_, index) => `Line ${index + 1} of the film.`),
  );
  expect(after.filter(({ mismatch }) => mismatch)).toEqual([]);
  expect(after.filter(({ approved }) => approved)).toHaveLength(DOUBTFUL_COUNT);
});
