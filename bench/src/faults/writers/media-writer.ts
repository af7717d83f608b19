import { createHash, randomBytes } from 'node:crypto';
import { videos } from '@sayback/contract';
import { type ApiCall, Broken, withRetries } from '../support/api-call.ts';
import type { Writer } from '../support/traffic.ts';

const computeDigest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export type MediaOf = {
  call: ApiCall;
  urls: readonly string[];
  videoId: number;
  head: Uint8Array;
  bytes: number;
};

/** Builds a form with media of `bytes` bytes: the head of a film, then noise. */
export function buildMediaForm(head: Uint8Array, bytes: number): { form: FormData; digest: string } {
  const media = Buffer.concat([head, randomBytes(Math.max(0, bytes - head.length))]);
  const form = new FormData();
  form.set('media_file', new Blob([media]), 'film.mp4');
  return { form, digest: computeDigest(media) };
}

/** Returns the digest of a video's media as served; null if none are. */
export async function readPlayedDigest({ call, urls, videoId }: MediaOf): Promise<string | null> {
  const { media_url } = await call(videos.getVideo, { params: { id: videoId } });
  if (!media_url) return null;
  const response = await fetch(`${urls[0]}${media_url}`).catch((error: Error) => {
    throw new Broken(error.message);
  });
  if (response.status >= 500) throw new Broken(`media: ${response.status}`);
  return response.ok
    ? computeDigest(new Uint8Array(await response.arrayBuffer()))
    : `status ${response.status}`;
}

/** Creates an administrator who repeatedly replaces a video's media. */
export function createMediaWriter(of: MediaOf): Writer {
  let count = 0;
  let acknowledged: string | null = null;
  let unanswered = new Set<string>();
  return {
    kind: 'media',
    pause: 300,
    acknowledged: () => count,
    async write() {
      const { form, digest } = buildMediaForm(of.head, of.bytes);
      unanswered.add(digest);
      await of.call(videos.uploadMedia, { params: { id: of.videoId }, form });
      acknowledged = digest;
      unanswered = new Set();
      count += 1;
    },
    async check() {
      const played = await withRetries(() => readPlayedDigest(of));
      if (played === acknowledged || (played !== null && unanswered.has(played))) return [];
      return [`of video ${of.videoId}: acknowledged ${acknowledged}, plays ${played}`];
    },
  };
}
