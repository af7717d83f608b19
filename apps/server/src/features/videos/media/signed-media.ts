import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Presign } from '../../../platform/storage/s3-presign.ts';
import { getMediaType } from './media-type-of-key.ts';

const TTL_SECONDS = 6 * 60 * 60;
/** Lifetime of the store's own URLs. They can't be revoked: those of a closed video stay valid until then. */
const STORE_TTL_SECONDS = 60 * 60;
/** Expiries are rounded up to this, so that a URL stays the same for a while and browsers can cache it. */
const STEP_SECONDS = 15 * 60;
/** Cached URLs, of some 200 bytes each: computing them is a tenth of the cost of the videos list. */
const REMEMBERED = 10_000;

type Options = {
  now?: () => number;
  /** Signs the store's own URLs, from which browsers then load media. */
  presign?: Presign | null;
};

/** Signs URLs of media and downloads, since `<video>`, `<img>` and links can't send a token. */
export function mediaSigner(key: Uint8Array, { now = Date.now, presign = null }: Options = {}) {
  const sign = (label: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${label}`).digest();

  /** Expiry of a signature made now. */
  const getExpiry = (seconds: number) => Math.ceil((now() / 1000 + seconds) / STEP_SECONDS) * STEP_SECONDS;

  const makeProof = (label: string, expires: number) =>
    `expires=${expires}&signature=${sign(label, expires).toString('base64url')}`;

  /** Cache of signed URLs, by expiry and key, since every page of videos requests the same ones. */
  const addresses = new LRUCache<string, string>({ max: REMEMBERED });

  /** Start of the current step: a URL stays the same for a step, and is valid for the whole lifetime after it. */
  const getStep = () => Math.floor(now() / 1000 / STEP_SECONDS) * STEP_SECONDS;

  function getStoreAddress(storageKey: string, sign: Presign): string {
    const step = getStep();
    const known = addresses.get(`${step} ${storageKey}`);
    if (known) return known;
    const address = sign(storageKey, {
      signedAt: new Date(step * 1000),
      seconds: STORE_TTL_SECONDS + STEP_SECONDS,
      response: {
        'response-cache-control': `private, max-age=${STORE_TTL_SECONDS}, immutable`,
        'response-content-disposition': 'inline',
        'response-content-type': getMediaType(storageKey),
      },
    });
    addresses.set(`${step} ${storageKey}`, address);
    return address;
  }

  function getAddress(storageKey: string, audience: Audience): string {
    const expires = getExpiry(TTL_SECONDS);
    const signed = `${expires} ${audience} ${storageKey}`;
    const known = addresses.get(signed);
    if (known) return known;
    const address = `/media/${storageKey}?${audience === 'admin' ? 'for=admin&' : ''}${makeProof(signedMedia(storageKey, audience), expires)}`;
    addresses.set(signed, address);
    return address;
  }

  /** Returns true if it was signed here and hasn't expired. */
  function isGood(label: string, expires: unknown, signature: unknown): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return false;
    if (Number(expires) * 1000 < now()) return false;
    const received = Buffer.from(signature, 'base64url');
    const good = sign(label, Number(expires));
    return received.length === good.length && timingSafeEqual(received, good);
  }

  return {
    /**
     * Returns the URL of a video's stored object, valid for at least six hours; null for none. An open video's URL stops
     * working when it is closed; only administrators get one for a closed video. The store's own is valid for at least an hour,
     * even if the video is closed.
     */
    getUrl: (storageKey: string | null, isOpen: boolean): string | null =>
      storageKey &&
      (presign ? getStoreAddress(storageKey, presign) : getAddress(storageKey, isOpen ? 'learner' : 'admin')),

    /** Audience that a stored object's URL was signed for; null if the signature is wrong or has expired. */
    getAudience(storageKey: string, query: MediaQuery): Audience | null {
      const audience = query.for === 'admin' ? 'admin' : 'learner';
      return isGood(signedMedia(storageKey, audience), query.expires, query.signature) ? audience : null;
    },

    /** Returns the URL of a download, with a file name if the path doesn't contain it. */
    downloadUrl(path: string, { name = '', seconds = TTL_SECONDS } = {}): string {
      const saved = name && `name=${encodeURIComponent(name)}&`;
      return `/downloads/${path}?${saved}${makeProof(signedDownload(path, name), getExpiry(seconds))}`;
    },

    isGoodDownload: (path: string, query: DownloadQuery): boolean =>
      isGood(signedDownload(path, query.name ?? ''), query.expires, query.signature),
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
