import { Readable } from 'node:stream';
import { practice } from '@sayback/contract';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { Router } from '../../../http/serve.ts';
import { acceptedLanguages } from '../../../messages/request-language.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import type { Sound } from '../../../platform/media/sound.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { attachment } from '../../subtitles/index.ts';
import type { DownloadQuery, MediaSigner } from '../../videos/index.ts';
import type { StoredLinesReader } from './line-memory-store.ts';
import { rememberedVideos, writeOwnDeck, writeOwnTable } from './own-deck.ts';

const LIFE_SECONDS = 15 * 60;
/** Cutting sound keeps a core busy. */
const MOST_AT_ONCE = 2;

const pathOf = (userId: number, format: practice.DeckFormat) => `practice/${userId}/${format}`;

export type DeckDeps = { engine: Engine; storage: Storage; sound: Sound | null; publicUrl: string };
type Deps = DeckDeps & { db: PooledDatabase; signer: MediaSigner; readStored: StoredLinesReader };
type Asked = { Params: { user: string; format: string }; Querystring: DownloadQuery };

/** Serves a learner's own lines as a table, or as a package for Anki, by a signed address: a link carries no token. */
export function serveOwnDecks(app: FastifyInstance, { serve }: Router, { signer, ...deps }: Deps): void {
  serve(practice.prepareOwnDeck, async ({ body, viewer }) => {
    const remembered = await rememberedVideos(deps.db, viewer.id);
    if (remembered.length === 0) throw new AppError('conflict', 'practice.nothingKept');
    return { url: signer.downloadUrl(pathOf(viewer.id, body.format), { seconds: LIFE_SECONDS }) };
  });

  const inProgress = new Set<number>();

  app.get<Asked>('/downloads/practice/:user/:format', { compress: false }, async (request, reply) => {
    const { format } = request.params;
    const learner = { id: Number(request.params.user), languages: acceptedLanguages(request) };
    if (!signer.isGoodDownload(`practice/${request.params.user}/${format}`, request.query)) {
      throw new AppError('forbidden', 'common.expiredAddress');
    }
    reply
      .header('content-disposition', attachment(`sayback.${format}`))
      .header('cache-control', 'private, no-store');
    if (request.method === 'HEAD') return reply.send();
    if (format === 'csv') {
      return reply.type('text/csv; charset=utf-8').send(Readable.from(writeOwnTable(deps, learner)));
    }
    if (inProgress.has(learner.id) || inProgress.size >= MOST_AT_ONCE) {
      throw new AppError('conflict', 'practice.deckInProgress');
    }
    inProgress.add(learner.id);
    // Nothing is sent while the sound of a long film is read.
    request.raw.socket.setTimeout?.(0);
    const stopping = new AbortController();
    const content = writeOwnDeck({ ...deps, signal: stopping.signal }, learner);
    content.once('close', () => inProgress.delete(learner.id));
    reply.raw.once('close', () => stopping.abort());
    return reply.type('application/octet-stream').send(content);
  });
}
