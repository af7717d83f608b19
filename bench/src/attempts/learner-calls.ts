import { randomBytes } from 'node:crypto';
import { makeAttemptId } from '@sayback/contract';
import { FIRST_LEARNER, LISTED_VIDEOS } from '../library/fill-library.ts';
import { requestHead } from '../rounds/calls.ts';
import type { Request } from '../wire/connection.ts';
import { computePractisedLine, SEGMENTS_PER_VIDEO, VIDEOS } from './fill-memory.ts';

/** Returns the `turn`th request of a kind, each from a different learner. */
type Call = (turn: number) => Request;

export const TODAY = 'Today';

/** Creates the requests of the home page (apps/web/build/first-visit.ts) and of Today, and an active learner's saves. */
export function createLearnerCalls({ learners, cardsEach }: { learners: number; cardsEach: number }) {
  // A step coprime with the number of learners reaches all of them.
  const pickLearner = (turn: number) => FIRST_LEARNER + ((turn * 7919) % learners);
  const get =
    (path: string): Call =>
    (turn) => ({ head: requestHead('GET', path, pickLearner(turn)) });
  const post =
    (path: string, bodyOf: (turn: number) => object): Call =>
    (turn) => ({ head: requestHead('POST', path, pickLearner(turn)), body: JSON.stringify(bodyOf(turn)) });
  const attempt = (turn: number, n: number) => ({
    id: makeAttemptId(Date.now() - n * 5000, randomBytes(10)),
    ...computePractisedLine(turn + n),
    // In a batch, every second line is new to the learner.
    ...(n % 2 === 1 && { text_hash: n }),
    what: 'said',
    voiced_ms: 1200,
    length_ratio: 1.2,
    extra_pauses: turn % 3,
  });
  const attempts = (count: number) =>
    post('/api/practice/attempts/', (turn) => ({
      attempts: Array.from({ length: count }, (_, n) => attempt(turn, n)),
    }));
  /** Creates a review of an existing card. */
  const review = (turn: number) => ({
    id: makeAttemptId(Date.now(), randomBytes(10)),
    ...computePractisedLine((turn * 7) % cardsEach),
    skill: 'say',
    grade: 'good',
    utc_offset: 0,
  });
  const home: Record<string, Call> = {
    'the list of videos': get('/api/videos/?practisable=true&page=1'),
    'the last practised video': get('/api/practice/last/'),
    'the languages': get('/api/video-languages/'),
    'the profile': get('/api/accounts/profile/'),
    'the preferences': get('/api/accounts/preferences/'),
    [TODAY]: get('/api/practice/today/'),
  };
  return {
    home,
    'saving a review': post('/api/practice/reviews/', (turn) => ({ reviews: [review(turn)] })),
    'saving an attempt': attempts(1),
    'saving 50 attempts': attempts(50),
    progress: get('/api/practice/figures/'),
    'the queue': get('/api/practice/queue/'),
    'practised lines': (turn: number) =>
      get(`/api/videos/${VIDEOS - (turn % LISTED_VIDEOS)}/practised-lines/`)(turn),
    'remembered lines': (turn: number) =>
      get(`/api/videos/${VIDEOS - (turn % LISTED_VIDEOS)}/line-memory/`)(turn),
    'saving progress': post('/api/videos/progress/save/', (turn) => ({
      video_id: VIDEOS - (turn % LISTED_VIDEOS),
      last_segment: (turn * 13) % SEGMENTS_PER_VIDEO,
      alignment_id: VIDEOS - (turn % LISTED_VIDEOS),
    })),
  };
}
