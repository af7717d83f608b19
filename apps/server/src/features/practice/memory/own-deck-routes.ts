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
import type { Limit } from '../../../security/rate-limiter.ts';
import type { RateLimits } from '../../accounts/index.ts';
import { attachment } from '../../subtitles/index.ts';
import type { DownloadQuery, MediaSigner } from '../../videos/index.ts';
import type { StoredLinesReader } from './line-memory-store.ts';
import { rememberedVideos, writeOwnDeck, writeOwnTable } from './own-deck.ts';

const LIFE_SECONDS = 15 * 60;
/** Files in progress on a server: cutting sound keeps a core busy, a table one connection at times. */
const MOST_AT_ONCE: Record<practice.DeckFormat, number> = { apkg: 2, csv: 6 };
/** Files by their address, which can be opened more than once. */
export const FILES_AN_HOUR: Limit = { name: 'own_deck_files', max: 20, seconds: 60 * 60 };
/** Longest time that a file takes, and that a client doesn't read. */
const DEADLINE_MS = 30 * 60_000;
const UNREAD_MS = 30_000;

const pathOf = (userId: number, format: practice.DeckFormat) => `practice/${userId}/${format}`;

export type DeckDeps = { engine: Engine; storage: Storage; sound: Sound | null; publicUrl: string };
type Deps = DeckDeps & {
  db: PooledDatabase;
  signer: MediaSigner;
  limits: RateLimits;
  readStored: StoredLinesReader;
};
type Asked = { Params: { user: string; format: practice.DeckFormat }; Querystring: DownloadQuery };

/** Sends what is being made: the client has to read in time, and waits without a limit while nothing is there to be sent. */
export async function* sendMade<Piece>(
  made: AsyncIterable<Piece>,
  socket: { setTimeout?: (ms: number) => unknown },
): AsyncGenerator<Piece> {
  socket.setTimeout?.(0);
  for await (const piece of made) {
    socket.setTimeout?.(UNREAD_MS);
    yield piece;
    socket.setTimeout?.(0);
  }
  socket.setTimeout?.(UNREAD_MS);
}

/** Serves a learner's own lines as a table, or as a package for Anki, by a signed address: a link carries no token. */
export function serveOwnDecks(
  app: FastifyInstance,
  { serve }: Router,
  { signer, limits, ...deps }: Deps,
): void {
  serve(practice.prepareOwnDeck, async ({ body, viewer }) => {
    const remembered = await rememberedVideos(deps.db, viewer.id);
    if (remembered.length === 0) throw new AppError('conflict', 'practice.nothingKept');
    return { url: signer.downloadUrl(pathOf(viewer.id, body.format), { seconds: LIFE_SECONDS }) };
  });

  const inProgress = new Map<number, practice.DeckFormat>();

  app.get<Asked>('/downloads/practice/:user/:format', { compress: false }, async (request, reply) => {
    const { user, format } = request.params;
    const learner = { id: Number(user), languages: acceptedLanguages(request) };
    if (!signer.isGoodDownload(`practice/${user}/${format}`, request.query)) {
      throw new AppError('forbidden', 'common.expiredAddress');
    }
    reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/octet-stream')
      .header('content-disposition', attachment(`sayback.${format}`))
      .header('cache-control', 'private, no-store');
    if (request.method === 'HEAD') return reply.send();
    await limits.take(FILES_AN_HOUR, user);
    const ofFormat = [...inProgress.values()].filter((one) => one === format).length;
    if (inProgress.has(learner.id) || ofFormat >= MOST_AT_ONCE[format]) {
      throw new AppError('conflict', 'practice.deckInProgress');
    }
    inProgress.set(learner.id, format);
    const stopping = new AbortController();
    const made =
      format === 'csv'
        ? writeOwnTable(deps, learner)
        : writeOwnDeck({ ...deps, signal: stopping.signal }, learner);
    const content = Readable.from(sendMade(made, request.raw.socket), { objectMode: false });
    const deadline = setTimeout(() => reply.raw.destroy(), DEADLINE_MS).unref();
    content.once('close', () => {
      clearTimeout(deadline);
      inProgress.delete(learner.id);
    });
    reply.raw.once('close', () => stopping.abort());
    return reply.send(content);
  });
}
