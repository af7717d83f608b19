import { randomBytes } from 'node:crypto';
import { hashLine, makeAttemptId, practice } from '@sayback/contract';
import { expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { addAlignedVideo } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer({ RATE_LIMIT_FACTOR: '1000' });

const DAY_MS = 86_400_000;
const NONE = { practised: null, answered: null, minutes: null };

it('administrators see the number of learners who practised and their minutes, if there are at least five', async () => {
  const { videoId } = await addAlignedVideo(admin);
  const line = { video_id: videoId, start_ms: 1000, text_hash: hashLine('Good morning.') };
  const createId = (days: number, minutes = 0) =>
    makeAttemptId(Date.now() - days * DAY_MS - minutes * 60_000, randomBytes(10));
  const practise = async (days: number, hasReview: boolean) => {
    const learner = await signIn(server);
    const attempts = [0, 0, 2].map((minutes) => ({
      ...line,
      id: createId(days, minutes),
      what: 'said' as const,
    }));
    await learner.call(practice.saveAttempts, { body: { attempts } });
    const review = { ...line, id: createId(days), skill: 'write', grade: 'good', utc_offset: 0 } as const;
    if (hasReview) await learner.call(practice.saveReviews, { body: { reviews: [review] } });
  };
  const getCounts = () => admin.call(practice.getPracticeCounts);
  for (let learner = 0; learner < 4; learner += 1) await practise(1, true);
  expect(await getCounts()).toEqual({ last_7_days: NONE, last_28_days: NONE });
  await practise(10, false);
  await practise(40, true);
  expect(await getCounts()).toEqual({
    last_7_days: NONE,
    last_28_days: { practised: 5, answered: null, minutes: 10 },
  });
  await practise(2, true);
  expect(await getCounts()).toEqual({
    last_7_days: { practised: 5, answered: 5, minutes: 10 },
    last_28_days: { practised: 6, answered: 5, minutes: 12 },
  });
});
