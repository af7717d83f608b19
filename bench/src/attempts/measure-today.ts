import { openLibrary } from '../library/open-library.ts';
import { inMilliseconds, median, quantile } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { alternateRounds, CONCURRENCY, type Samples } from '../rounds/round.ts';
import { fillMemory, SEGMENTS_PER_VIDEO, VIDEOS } from './fill-memory.ts';
import { createLearnerCalls, TODAY } from './learner-calls.ts';

const PRACTICE = { learners: 50, attemptsEach: 10_000, cardsEach: 1000, days: 50 };
const ROUNDS = 10;
const WARM_UP = 2;
const REQUESTS = 200;
const TARGET = 1.2;
const TARGET_MS = 60;

const perRequest = ({ server, database }: Samples) => (server + database) / (ROUNDS * REQUESTS);

/**
 * Measures home's requests, saving a review and saving an attempt, for learners with many attempts and cards. Alternates all
 * calls.
 */
export async function measureToday(): Promise<Report> {
  const { home, 'saving a review': review, 'saving an attempt': attempt } = createLearnerCalls(PRACTICE);
  const calls = { ...home, 'saving a review': review, 'saving an attempt': attempt };
  const library = await openLibrary(
    { videos: VIDEOS, segmentsEach: SEGMENTS_PER_VIDEO, learners: PRACTICE.learners },
    { RATE_LIMIT_FACTOR: '1000' },
  );
  try {
    await fillMemory(library.databaseUrl, PRACTICE);
    const kinds = Object.values(calls).map((makeRequest) => ({ server: library.server, makeRequest }));
    const all = await alternateRounds(kinds, { rounds: ROUNDS, warmUp: WARM_UP, requests: REQUESTS });
    const samples = new Map(Object.keys(calls).map((name, at) => [name, all[at] as Samples]));
    const rows: Row[] = [...samples].flatMap(([name, own]) => [
      info(
        `${name}: processor time of the server, of the database; median`,
        `${[own.server, own.database].map((ms) => `${(ms / (ROUNDS * REQUESTS)).toFixed(2)} ms`).join(', ')}; ${inMilliseconds(median(own.took))}`,
      ),
      atMost(`${name}: 95th percentile`, quantile(own.took, 0.95), TARGET_MS, inMilliseconds),
    ]);
    const sum = (names: string[]) =>
      names.reduce((all, name) => all + perRequest(samples.get(name) as Samples), 0);
    const names = Object.keys(home);
    const ratio = sum(names) / sum(names.filter((name) => name !== TODAY));
    rows.push(
      atMost(
        'processor time of home with Today beside home without',
        ratio,
        TARGET,
        (x) => `${x.toFixed(2)} ×`,
      ),
    );
    const { learners, attemptsEach, cardsEach, days } = PRACTICE;
    return {
      rows,
      notes: [
        `${learners} learners, each with ${attemptsEach} attempts over ${days} days and ${cardsEach} cards, a quarter of them due, with three reviews each. ` +
          `${ROUNDS} rounds of ${REQUESTS} requests of each call alternately, over ${CONCURRENCY} kept-alive connections.`,
      ],
    };
  } finally {
    await library.stop();
  }
}
