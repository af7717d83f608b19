import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import parseRange from 'range-parser';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { limitStreams } from '../../../security/at-once.ts';
import { limitAddress } from '../../../security/limit-address.ts';
import type { OpenVideoCache } from './open-video-cache.ts';
import type { MediaQuery, MediaSigner } from './signed-media.ts';
import { getMediaType } from './stored-media-type.ts';

type MediaRequest = { Params: { '*': string }; Querystring: MediaQuery };

/** Sets headers that make media cacheable and prevent browsers from executing them. */
const setMediaHeaders = (reply: FastifyReply, key: string): FastifyReply =>
  reply
    .type(getMediaType(key))
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=21600, immutable')
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin');

/** Serves stored media, whole or a byte range, by signed URL. Cacheable, since the content of a key never changes. */
export function serveMedia(
  app: FastifyInstance,
  { storage, signer, openVideos }: { storage: Storage; signer: MediaSigner; openVideos: OpenVideoCache },
): void {
  const countStream = limitStreams();
  app.get<MediaRequest>('/media/*', { compress: false }, async (request, reply) => {
    const key = request.params['*'];
    const audience = signer.getAudience(key, request.query);
    if (!audience) {
      throw new AppError('forbidden', 'common.expiredAddress');
    }
    if (audience === 'learner' && !(await openVideos.isOpen(key))) throw notFound();
    const size = mustExist(await storage.size(key));
    countStream(limitAddress(request.ip), reply);

    const ranges = request.headers.range ? parseRange(size, request.headers.range) : -2;
    if (ranges === -1) {
      return setMediaHeaders(reply, key).code(416).header('content-range', `bytes */${size}`).send();
    }
    // Respond to several ranges or an invalid one with the whole file, as HTTP allows.
    const range = ranges === -2 || ranges.length !== 1 || ranges.type !== 'bytes' ? undefined : ranges[0];
    // Open the file before setting headers, so that browsers don't cache an error.
    const content = request.method === 'HEAD' ? Readable.from([]) : await storage.read(key, range);
    setMediaHeaders(reply, key);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    // Fastify only respects content-length for streams.
    return reply.header('content-length', range ? range.end - range.start + 1 : size).send(content);
  });
}
