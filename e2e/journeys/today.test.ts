import { hashLine, parsePosition, practice } from '@sayback/contract';
import { addClip, adminApi, apiAs, createLearner, ENGLISH_CLIP, fetchSegments } from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expectPlayed, practicePage } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

test.use({ world: 'today' });

test('starred lines are offered on home, play in their video, can be graded, and the grade can be undone', async ({
  page,
  server,
  signIn,
}) => {
  const admin = await adminApi(server.url);
  const videoId = await addClip(admin, ENGLISH_CLIP);
  const starred = (await fetchSegments(admin, videoId)).slice(1, 3);
  const learner = await createLearner(server.url);
  const api = await apiAs(server.url, learner);
  for (const { start_time, text_original } of starred) {
    await api(practice.markLine, {
      params: { id: videoId },
      body: { start_ms: parsePosition(start_time), text_hash: hashLine(text_original), starred: true },
    });
  }
  const stops = await watchMedia(page);
  await signIn(page, learner);
  await page.goto('/');
  const today = page.getByTestId('today');
  await expect(today).toContainText('2 lines are waiting');
  await today.getByRole('link', { name: 'Start' }).click();

  const { original } = practicePage(page);
  const grades = page.getByTestId('grades');
  const show = page.getByRole('button', { name: 'Show text' });
  for (const [index, segment] of starred.entries()) {
    await expect(page.getByRole('progressbar', { name: `${index + 1} of 2` })).toBeAttached();
    await expect(show).toBeVisible();
    await expect(original).not.toContainText(segment.text_original.slice(0, 5), { useInnerText: true });
    expectPlayed((await stops()).at(-1), segment);
    await show.click();
    await expect(original).toContainText(segment.text_original.slice(0, 5), { useInnerText: true });
    if (index === 0) await grades.getByRole('button', { name: /^(?:\d )?Well/ }).click();
    else await page.keyboard.press('1');
  }
  await expect(page.getByTestId('today-end')).toContainText('2 lines practised · Well: 1 · Not yet: 1');

  // Corrects the second grade.
  await page.getByRole('button', { name: 'Undo' }).click();
  await show.click();
  await grades.getByRole('button', { name: /With effort/ }).click();
  await expect(page.getByTestId('today-end')).toContainText('Well: 1 · With effort: 1');
  await page.getByRole('link', { name: 'Back to videos' }).click();
  await expect(today).toContainText('Nothing is waiting');
  await expect(today).toContainText('You did 2 lines today');

  await today.getByRole('link', { name: 'Your progress' }).click();
  await expect(page.getByRole('heading', { name: 'Your progress' })).toBeVisible();
  await expect(page.getByText('0 of 20 cases so far').first()).toBeVisible();
});

test('a line of Today can be skipped, the line before it can be played, and Today can be left at any time', async ({
  page,
  server,
  signIn,
}) => {
  const admin = await adminApi(server.url);
  const videoId = await addClip(admin, ENGLISH_CLIP);
  const [previousLine, line] = await fetchSegments(admin, videoId);
  if (!previousLine || !line) throw new Error('the clip has two lines');
  const learner = await createLearner(server.url);
  const api = await apiAs(server.url, learner);
  await api(practice.markLine, {
    params: { id: videoId },
    body: { start_ms: parsePosition(line.start_time), text_hash: hashLine(line.text_original), hard: true },
  });
  const stops = await watchMedia(page);
  await signIn(page, learner);
  await page.goto('/');
  await page.getByTestId('today').getByRole('link', { name: 'Start' }).click();
  const show = page.getByRole('button', { name: 'Show text' });
  await expect(show).toBeVisible();
  await page.getByRole('button', { name: 'Hear the line before' }).click();
  await expect(async () => {
    const last = (await stops()).at(-1);
    expect(last?.from).toBeLessThan((parsePosition(previousLine.end_time) ?? 0) / 1000);
    expect(last?.at).toBeGreaterThanOrEqual((parsePosition(line.end_time) ?? 0) / 1000);
  }).toPass();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByTestId('today-end')).toContainText('Nothing is waiting');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByTestId('today')).toContainText('1 line is waiting');
});
