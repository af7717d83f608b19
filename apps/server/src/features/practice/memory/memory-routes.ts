import { practice } from '@sayback/contract';
import type { FastifyInstance } from 'fastify';
import { mustExist } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { acceptedLanguages, toReader } from '../../../messages/request-language.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import type { RateLimits } from '../../accounts/index.ts';
import type { JobKind } from '../../jobs/index.ts';
import { describeVideo, findVisibleVideo, NO_VIDEO, videoReader } from '../../videos/index.ts';
import { figuresReader } from '../figures/figures-store.ts';
import { findLocalDays } from '../figures/local-days.ts';
import { countPractice } from '../figures/practice-counts.ts';
import { cardWriter, memoryReader } from '../reviews/card-store.ts';
import { saveReviews, undoReview } from '../reviews/save-reviews.ts';
import { queueReader } from '../today/queue-store.ts';
import { todayReader } from '../today/today-store.ts';
import { findLine } from './find-line.ts';
import { learnerDeckJob } from './learner-deck.ts';
import { serveLearnerDecks } from './learner-deck-routes.ts';
import { lineMemoryReader, lineReader, storedLinesReader } from './line-memory-store.ts';
import { lineLocator } from './locate-lines.ts';
import { lineMarker } from './mark-line.ts';

type Deps = Omit<Parameters<typeof learnerDeckJob>[0], 'db' | 'readStored'> & {
  db: PooledDatabase;
  limits: RateLimits;
};
type WithHeaders = Parameters<typeof toReader>[0];

/** Registers the routes for reviews, marks, Today and statistics. Returns their kinds of jobs. */
export function memoryRoutes(app: FastifyInstance, router: Router, deps: Deps): JobKind[] {
  const { serve } = router;
  const { db, signer, limits } = deps;
  const locateLines = lineLocator(db);
  const cards = { read: memoryReader(db), write: cardWriter(db), limits };
  const markLine = lineMarker({ db, ...cards });
  const allVideos = videoReader(db);
  const readToday = todayReader(db);
  const readQueue = queueReader({ db, locateLines });
  const readFigures = figuresReader(db);
  const readStored = storedLinesReader({ db, locateLines });
  const readLines = lineMemoryReader({ db, readStored });
  const readLine = lineReader(db);
  const readDays = (request: WithHeaders) => findLocalDays(toReader(request).timeZone);

  serve(practice.saveReviews, ({ body, viewer, request }) => {
    const { reviews: received } = request.body as { reviews: unknown[] };
    return saveReviews(cards, viewer, { ...body, received });
  });

  serve(practice.undoReview, ({ params, viewer }) => undoReview(cards, viewer, params.review));

  serve(practice.getToday, ({ viewer, request }) => readToday(viewer.id, readDays(request)));

  serve(practice.getQueue, async ({ viewer, request }) => {
    const learner = { id: viewer.id, languages: acceptedLanguages(request) };
    const { lines, gone, videos } = await readQueue(learner, readDays(request));
    const titles = new Map(videos.map(({ id, title }) => [id, title]));
    const videoIds = new Set(lines.map(({ video_id }) => video_id));
    return {
      lines,
      videos: videos.filter(({ id }) => videoIds.has(id)).map((video) => describeVideo(video, signer)),
      gone: gone.map(({ video_id, text }) => ({ video_id, text, title: titles.get(video_id) ?? '' })),
    };
  });

  serveLearnerDecks(app, router, { ...deps, readStored });

  serve(practice.getPracticeCounts, () => countPractice(db));

  serve(practice.getFigures, ({ viewer, request }) => readFigures(viewer.id, readDays(request)));

  serve(practice.markLine, ({ params, body, viewer }) => {
    const { start_ms, text_hash, ...marks } = body;
    return markLine(viewer, { video_id: params.id, start_ms, text_hash }, marks);
  });

  serve(practice.listLineMemory, async ({ params, query, viewer, request }) => {
    await findVisibleVideo(allVideos, params.id, viewer);
    return readLines({ id: viewer.id, languages: acceptedLanguages(request) }, params.id, query.alignment);
  });

  serve(practice.getLineMemory, async ({ params, query, viewer }) => {
    const line = { video_id: params.id, ...query };
    const stored = await cards.read(viewer, [line]);
    mustExist(stored.open.includes(params.id), NO_VIDEO);
    const { start_ms } = mustExist(findLine(line, stored), 'practice.noSuchLine');
    return readLine(viewer.id, { ...line, start_ms }, query);
  });

  return [learnerDeckJob({ ...deps, readStored })];
}
