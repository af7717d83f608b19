import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import parseRange from 'range-parser';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { limitStreams } from '../../../security/at-once.ts';
import { limitAddress } from '../../../security/limit-address.ts';
import { getMediaType } from './media-type-of-key.ts';
import type { OpenVideos } from './open-videos.ts';
import type { MediaQuery, MediaSigner } from './signed-media.ts';

type MediaRequest = { Params: { '*': string }; Querystring: MediaQuery };

/** Sets the headers of media and their ranges: cacheable, and never executed. */
const asMedia = (reply: FastifyReply, key: string): FastifyReply =>
  reply
    .type(getMediaType(key))
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=21600, immutable')
    .header('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin');

/** Serves stored media by signed URL, whole or a range of bytes. The content of a key never changes. */
export function serveMedia(
  app: FastifyInstance,
  { storage, signer, openVideos }: { storage: Storage; signer: MediaSigner; openVideos: OpenVideos },
): void {
  const enter = limitStreams();
  app.get<MediaRequest>('/media/*', { compress: false }, async (request, reply) => {
    const key = request.params['*'];
    const audience = signer.getAudience(key, request.query);
    if (!audience) {
      throw new AppError('forbidden', 'common.expiredAddress');
    }
    if (audience === 'learner' && !(await openVideos.hasKey(key))) throw notFound();
    const size = mustExist(await storage.size(key));
    enter(limitAddress(request.ip), reply);

    const ranges = request.headers.range ? parseRange(size, request.headers.range) : -2;
    if (ranges === -1) {
      return asMedia(reply, key).code(416).header('content-range', `bytes */${size}`).send();
    }
    // For several ranges, or an invalid one, the whole file is a correct response.
    const range = ranges === -2 || ranges.length !== 1 || ranges.type !== 'bytes' ? undefined : ranges[0];
    // Read before setting headers, so that a read failure isn't cached as if it were the media.
    const content = request.method === 'HEAD' ? Readable.from([]) : await storage.read(key, range);
    asMedia(reply, key);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
    // Fastify only keeps a given length for streams.
    return reply.header('content-length', range ? range.end - range.start + 1 : size).send(content);
  });
}
