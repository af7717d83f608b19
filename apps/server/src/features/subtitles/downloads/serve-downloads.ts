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
import { attachment } from './file-name.ts';
import { isText, writeDownload } from './write-download.ts';
import { zipVideo } from './zip-video.ts';

export const downloadPath = ({ of, id, format }: subtitles.Download) => `${of}/${id}/${format}`;
const getFilePath = (fileId: number) => `stored-files/${fileId}`;

/** Signed URL of a stored file, valid for six hours, since a link can't send a token. */
export const fileDownloadUrl =
  (signer: MediaSigner) =>
  (fileId: number): string =>
    signer.downloadUrl(getFilePath(fileId));

type Deps = { db: Database; engine: Engine; storage: Storage; signer: MediaSigner };
type Download<Params> = { Params: Params; Querystring: DownloadQuery };

const send = (reply: FastifyReply, { type, file_name }: { type: string; file_name: string }) =>
  reply
    .type(type)
    .header('content-disposition', attachment(file_name))
    .header('cache-control', 'private, no-store');

/** Serves downloads by signed URL: stored files, generated ones, and jobs' results. */
export function serveDownloads(app: FastifyInstance, deps: Deps): void {
  const { db, storage, signer } = deps;
  const enter = limitAtOnce();

  function checkSignature(path: string, { query }: FastifyRequest<{ Querystring: DownloadQuery }>): void {
    if (signer.isGoodDownload(path, query)) return;
    throw new AppError('forbidden', 'common.expiredAddress');
  }

  app.get<Download<{ id: string }>>('/downloads/stored-files/:id', async (request, reply) => {
    const id = Number(request.params.id);
    checkSignature(getFilePath(id), request);
    await enter(limitAddress(request.ip), reply);
    const file = mustExist(await storedFileStore(db).content(id), NO_FILE);
    const type = `${SUBTITLE_FORMATS[file.format].mediaType}; charset=utf-8`;
    return send(reply, { type, file_name: file.file_name }).send(file.content);
  });

  app.get<Download<{ of: string; id: string; format: string }>>(
    '/downloads/:of/:id/:format',
    async (request, reply) => {
      const { of, id, format } = request.params;
      checkSignature(`${of}/${id}/${format}`, request);
      const read = subtitles.download.safeParse({ of, id: Number(id), format });
      if (!read.success) throw notFound();
      await enter(limitAddress(request.ip), reply);
      if (isText(read.data)) {
        const { content, type, file_name } = await writeDownload(deps, read.data);
        return send(reply, { type: `${type}; charset=utf-8`, file_name }).send(content);
      }
      if (read.data.of !== 'video') throw notFound();
      const { content, file_name } = await zipVideo(deps, read.data.id);
      return send(reply, { type: 'application/zip', file_name }).send(content);
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
      send(reply, { type: 'application/octet-stream', file_name: request.query.name || request.params.file });
      return reply.header('content-length', size).send(content);
    },
  );
}
