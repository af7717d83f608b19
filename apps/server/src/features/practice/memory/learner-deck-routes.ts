import { Readable } from 'node:stream';
import { practice } from '@sayback/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { acceptedLanguages } from '../../../messages/request-language.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { limitAtOnce } from '../../../security/at-once.ts';
import type { Limit } from '../../../security/rate-limiter.ts';
import type { RateLimits } from '../../accounts/index.ts';
import { contentDisposition } from '../../subtitles/index.ts';
import type { DownloadQuery, MediaSigner } from '../../videos/index.ts';
import {
  findLearnerDeck,
  listRememberedVideos,
  startLearnerDeck,
  writeLearnerTable,
} from './learner-deck.ts';
import type { StoredLinesReader } from './line-memory-store.ts';

const TTL_SECONDS = 15 * 60;
/** Limit of table downloads, since a URL can be opened more than once. */
export const TABLES_PER_HOUR: Limit = { name: 'own_tables', max: 20, seconds: 60 * 60 };

const tablePath = (userId: number) => `practice/${userId}/csv`;

type Deps = {
  db: PooledDatabase;
  signer: MediaSigner;
  limits: RateLimits;
  readStored: StoredLinesReader;
};
type TableRequest = { Params: { user: string }; Querystring: DownloadQuery };

/**
 * Serves a learner's remembered lines as a table, by a signed URL since links can't send a token, and as an Anki package that a
 * job builds.
 */
export function serveLearnerDecks(app: FastifyInstance, { serve }: Router, deps: Deps): void {
  const { db, signer, limits } = deps;

  serve(practice.prepareOwnDeck, async ({ body, viewer, request }) => {
    const remembered = await listRememberedVideos(db, viewer.id);
    if (remembered.length === 0) throw new AppError('conflict', 'practice.nothingKept');
    if (body.format === 'csv')
      return { url: signer.downloadUrl(tablePath(viewer.id), { seconds: TTL_SECONDS }) };
    await startLearnerDeck(db, { id: viewer.id, languages: acceptedLanguages(request) });
    return { url: null };
  });

  serve(practice.getOwnDeck, ({ viewer }) => findLearnerDeck(db, viewer.id));

  const waitForTurn = limitAtOnce();

  app.get<TableRequest>('/downloads/practice/:user/csv', async (request, reply) => {
    const learner = { id: Number(request.params.user), languages: acceptedLanguages(request) };
    if (!signer.isValidDownload(tablePath(learner.id), request.query)) {
      throw new AppError('forbidden', 'common.expiredAddress');
    }
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', contentDisposition('sayback.csv'))
      .header('cache-control', 'private, no-store');
    if (request.method === 'HEAD') return reply.send();
    await limits.take(TABLES_PER_HOUR, String(learner.id));
    await waitForTurn(String(learner.id), reply);
    return reply.send(Readable.from(writeLearnerTable(deps, learner)));
  });
}
