import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Presign } from '../../../platform/storage/s3-presign.ts';
import { getMediaType } from './stored-media-type.ts';

const TTL_SECONDS = 6 * 60 * 60;
/** Lifetime of the object store's URLs, which can't be revoked when a video is closed. */
const STORE_TTL_SECONDS = 60 * 60;
/** Expiries are rounded up to a multiple, so that a URL stays the same for a while and browsers can cache the media. */
const STEP_SECONDS = 15 * 60;
/** Number of cached URLs, of about 200 bytes each. Computing them would be a tenth of the cost of a page of videos. */
const CACHE_SIZE = 10_000;

type Options = {
  now?: () => number;
  /** Signs URLs of the object store, so that browsers load media from there. */
  presign?: Presign | null;
};

/** Signs URLs of media and downloads, since `<video>`, `<img>` and links can't send a token. */
export function mediaSigner(key: Uint8Array, { now = Date.now, presign = null }: Options = {}) {
  const sign = (label: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${label}`).digest();

  const computeExpiry = (seconds: number) =>
    Math.ceil((now() / 1000 + seconds) / STEP_SECONDS) * STEP_SECONDS;

  const signQuery = (label: string, expires: number) =>
    `expires=${expires}&signature=${sign(label, expires).toString('base64url')}`;

  /** Cache by time and key. */
  const urls = new LRUCache<string, string>({ max: CACHE_SIZE });

  /** Start of the current step, in seconds. A URL stays the same during a step, and is valid for its lifetime after it. */
  const currentStep = () => Math.floor(now() / 1000 / STEP_SECONDS) * STEP_SECONDS;

  function signStoreUrl(storageKey: string, sign: Presign): string {
    const step = currentStep();
    const cached = urls.get(`${step} ${storageKey}`);
    if (cached) return cached;
    const url = sign(storageKey, {
      signedAt: new Date(step * 1000),
      seconds: STORE_TTL_SECONDS + STEP_SECONDS,
      response: {
        'response-cache-control': `private, max-age=${STORE_TTL_SECONDS}, immutable`,
        'response-content-disposition': 'inline',
        'response-content-type': getMediaType(storageKey),
      },
    });
    urls.set(`${step} ${storageKey}`, url);
    return url;
  }

  function signMediaUrl(storageKey: string, audience: Audience): string {
    const expires = computeExpiry(TTL_SECONDS);
    const cacheKey = `${expires} ${audience} ${storageKey}`;
    const cached = urls.get(cacheKey);
    if (cached) return cached;
    const url = `/media/${storageKey}?${audience === 'admin' ? 'for=admin&' : ''}${signQuery(signedMedia(storageKey, audience), expires)}`;
    urls.set(cacheKey, url);
    return url;
  }

  /** Returns true if the signature is valid and hasn't expired. */
  function isValid(label: string, expires: unknown, signature: unknown): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return false;
    if (Number(expires) * 1000 < now()) return false;
    const received = Buffer.from(signature, 'base64url');
    const expected = sign(label, Number(expires));
    return received.length === expected.length && timingSafeEqual(received, expected);
  }

  return {
    /**
     * Returns the URL of a video's stored object; null without one. It is valid for at least six hours. For an open video it
     * stops working when the video is closed; for a closed video give it only to administrators. A URL of the object store is
     * valid for at least an hour, even if the video is closed.
     */
    getUrl: (storageKey: string | null, isOpen: boolean): string | null =>
      storageKey &&
      (presign ? signStoreUrl(storageKey, presign) : signMediaUrl(storageKey, isOpen ? 'learner' : 'admin')),

    /** Returns the audience that a URL was signed for; null if the signature is wrong or has expired. */
    getAudience(storageKey: string, query: MediaQuery): Audience | null {
      const audience = query.for === 'admin' ? 'admin' : 'learner';
      return isValid(signedMedia(storageKey, audience), query.expires, query.signature) ? audience : null;
    },

    /** Returns the URL of a download. `name`: the file name, if the path doesn't contain it. */
    downloadUrl(path: string, { name = '', seconds = TTL_SECONDS } = {}): string {
      const nameParameter = name && `name=${encodeURIComponent(name)}&`;
      return `/downloads/${path}?${nameParameter}${signQuery(signedDownload(path, name), computeExpiry(seconds))}`;
    },

    isValidDownload: (path: string, query: DownloadQuery): boolean =>
      isValid(signedDownload(path, query.name ?? ''), query.expires, query.signature),
  };
}

type Audience = 'learner' | 'admin';

export type MediaQuery = { for?: string; expires?: string; signature?: string };

/** No storage key contains a space, so the two audiences can't be confused. */
const signedMedia = (storageKey: string, audience: Audience) =>
  audience === 'admin' ? `admin ${storageKey}` : storageKey;

/** No storage key contains a space, so a signature for a download never grants access to media. */
const signedDownload = (path: string, name: string) => `downloads ${path} ${name}`;

export type DownloadQuery = { name?: string; expires?: string; signature?: string };

export type MediaSigner = ReturnType<typeof mediaSigner>;
