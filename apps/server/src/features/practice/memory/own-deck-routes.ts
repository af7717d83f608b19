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
import { attachment } from '../../subtitles/index.ts';
import type { DownloadQuery, MediaSigner } from '../../videos/index.ts';
import type { StoredLinesReader } from './line-memory-store.ts';
import { findOwnDeck, rememberedVideos, startOwnDeck, writeOwnTable } from './own-deck.ts';

const TTL_SECONDS = 15 * 60;
/** Limit for downloading tables, since a URL can be opened more than once. */
export const TABLES_PER_HOUR: Limit = { name: 'own_tables', max: 20, seconds: 60 * 60 };

const toPath = (userId: number) => `practice/${userId}/csv`;

type Deps = {
  db: PooledDatabase;
  signer: MediaSigner;
  limits: RateLimits;
  readStored: StoredLinesReader;
};
type Requested = { Params: { user: string }; Querystring: DownloadQuery };

/**
 * Serves a learner's own lines: as a table by a signed URL, since a link can't send a token, and as an Anki package built by a
 * job.
 */
export function serveOwnDecks(app: FastifyInstance, { serve }: Router, deps: Deps): void {
  const { db, signer, limits } = deps;

  serve(practice.prepareOwnDeck, async ({ body, viewer, request }) => {
    const remembered = await rememberedVideos(db, viewer.id);
    if (remembered.length === 0) throw new AppError('conflict', 'practice.nothingKept');
    if (body.format === 'csv')
      return { url: signer.downloadUrl(toPath(viewer.id), { seconds: TTL_SECONDS }) };
    await startOwnDeck(db, { id: viewer.id, languages: acceptedLanguages(request) });
    return { url: null };
  });

  serve(practice.getOwnDeck, ({ viewer }) => findOwnDeck(db, viewer.id));

  const enter = limitAtOnce();

  app.get<Requested>('/downloads/practice/:user/csv', async (request, reply) => {
    const learner = { id: Number(request.params.user), languages: acceptedLanguages(request) };
    if (!signer.isGoodDownload(toPath(learner.id), request.query)) {
      throw new AppError('forbidden', 'common.expiredAddress');
    }
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachment('sayback.csv'))
      .header('cache-control', 'private, no-store');
    if (request.method === 'HEAD') return reply.send();
    await limits.take(TABLES_PER_HOUR, String(learner.id));
    await enter(String(learner.id), reply);
    return reply.send(Readable.from(writeOwnTable(deps, learner)));
  });
}
