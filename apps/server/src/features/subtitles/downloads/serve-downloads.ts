import { SUBTITLE_FORMATS, subtitles } from '@sayback/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { limitAtOnce } from '../../../security/at-once.ts';
import { limitAddress } from '../../../security/limit-address.ts';
import type { DownloadQuery, MediaSigner } from '../../videos/index.ts';
import { NO_FILE, storedFileStore } from '../files/stored-file-store.ts';
import { contentDisposition } from './file-name.ts';
import { isText, writeDownload } from './write-download.ts';
import { zipVideo } from './zip-video.ts';

export const downloadPath = ({ of, id, format }: subtitles.Download) => `${of}/${id}/${format}`;
const filePath = (fileId: number) => `stored-files/${fileId}`;

/** Signs a stored file's URL for six hours, since a link can't send a token. */
export const fileDownloadUrl =
  (signer: MediaSigner) =>
  (fileId: number): string =>
    signer.downloadUrl(filePath(fileId));

type Deps = { db: Database; engine: Engine; storage: Storage; signer: MediaSigner };
type Download<Params> = { Params: Params; Querystring: DownloadQuery };

const setHeaders = (reply: FastifyReply, { type, file_name }: { type: string; file_name: string }) =>
  reply
    .type(type)
    .header('content-disposition', contentDisposition(file_name))
    .header('cache-control', 'private, no-store');

/** Serves downloads by signed URL: stored files, generated ones, and jobs' results. */
export function serveDownloads(app: FastifyInstance, deps: Deps): void {
  const { db, storage, signer } = deps;
  const waitForTurn = limitAtOnce();

  function checkSignature(path: string, { query }: FastifyRequest<{ Querystring: DownloadQuery }>): void {
    if (signer.isValidDownload(path, query)) return;
    throw new AppError('forbidden', 'common.expiredAddress');
  }

  app.get<Download<{ id: string }>>('/downloads/stored-files/:id', async (request, reply) => {
    const id = Number(request.params.id);
    checkSignature(filePath(id), request);
    await waitForTurn(limitAddress(request.ip), reply);
    const file = mustExist(await storedFileStore(db).findContent(id), NO_FILE);
    const type = `${SUBTITLE_FORMATS[file.format].mediaType}; charset=utf-8`;
    return setHeaders(reply, { type, file_name: file.file_name }).send(file.content);
  });

  app.get<Download<{ of: string; id: string; format: string }>>(
    '/downloads/:of/:id/:format',
    async (request, reply) => {
      const { of, id, format } = request.params;
      checkSignature(`${of}/${id}/${format}`, request);
      const read = subtitles.download.safeParse({ of, id: Number(id), format });
      if (!read.success) throw notFound();
      await waitForTurn(limitAddress(request.ip), reply);
      if (isText(read.data)) {
        const { content, type, file_name } = await writeDownload(deps, read.data);
        return setHeaders(reply, { type: `${type}; charset=utf-8`, file_name }).send(content);
      }
      if (read.data.of !== 'video') throw notFound();
      const { content, file_name } = await zipVideo(deps, read.data.id);
      return setHeaders(reply, { type: 'application/zip', file_name }).send(content);
    },
  );

  app.get<Download<{ file: string }>>(
    '/downloads/exports/:file',
    { compress: false },
    async (request, reply) => {
      const key = `exports/${request.params.file}`;
      checkSignature(key, request);
      const size = mustExist(await storage.size(key), 'downloads.expired');
      const content = await storage.read(key);
      setHeaders(reply, {
        type: 'application/octet-stream',
        file_name: request.query.name || request.params.file,
      });
      return reply.header('content-length', size).send(content);
    },
  );
}
