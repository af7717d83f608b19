import { addClip, adminApi, clipFile, ENGLISH_CLIP } from '../../support/api.ts';
import {
  createSpeech,
  hasFfmpeg,
  launchWithMicrophone,
  setMicrophoneSound,
  watchMicrophone,
} from '../../support/fake-microphone.ts';
import { allowMicrophone, openAtLine, turnPage, watchSounds } from '../../support/recorded-turn.ts';
import { expect, test } from '../../support/test.ts';
import { installYouTube } from '../../support/youtube-double.ts';

test.use({ launchOptions: launchWithMicrophone() });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');

test('with a YouTube video, the learner can compare recordings by ear, and sees their pauses and pace', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const id = await addClip(await adminApi(server.url), ENGLISH_CLIP, 'youtube');
  const speech = [
    { from: 14.0, to: 15.95, pause: 0.8 },
    { from: 15.95, to: 16.9 },
  ];
  setMicrophoneSound(createSpeech(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), speech));
  await context.grantPermissions(['microphone']);
  const microphone = await watchMicrophone(page);
  const youtube = await installYouTube(page);
  const playedSounds = await watchSounds(page);
  await openAtLine(page, `/video/${id}`, { url: server.url, line: 4, signIn });
  const turn = turnPage(page);
  await allowMicrophone(page);
  await expect(turn.speak).toBeVisible();
  await expect(page.getByText(/This page can't read the sound of YouTube videos/)).toBeVisible();
  // The pause after 'Oh dear' is the original's, the other is the hesitation.
  await expect(
    page.getByText(/^You: .* s, 2 pauses, .* syllables a second.* The line: 2\.8 s\.$/),
  ).toBeVisible();
  await expect(turn.figure).not.toContainText('Original');
  await expect(turn.both).toHaveCount(0);

  // The original plays automatically, then the recording.
  await expect.poll(playedSounds).toEqual(['Original', 'Me']);
  await expect(turn.mine).toHaveAttribute('aria-pressed', 'false');
  const playCount = (await youtube.stops()).length;
  await page.keyboard.press('c');
  await expect.poll(playedSounds).toEqual(['Original', 'Me', 'Me']);
  expect(await microphone.liveTracks()).toBe(0);
  await expect(turn.mine).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('c');
  await expect.poll(playedSounds).toEqual(['Original', 'Me', 'Me', 'Original']);
  await expect(turn.original).toHaveAttribute('aria-pressed', 'false');
  expect(await youtube.stops()).toHaveLength(playCount + 1);
});
