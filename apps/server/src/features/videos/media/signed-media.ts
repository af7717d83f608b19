import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const LIFE_SECONDS = 6 * 60 * 60;
/** Expiries are rounded up to this, so that an address stays the same for a while and browsers keep what they have. */
const STEP_SECONDS = 15 * 60;
/** Signed addresses, of some 200 bytes each: to reckon them is a tenth of what the list of videos costs. */
const REMEMBERED = 10_000;

/** Signs the addresses of media and downloads: `<video>`, `<img>` and links carry no token. */
export function mediaSigner(key: Uint8Array, now: () => number = Date.now) {
  const sign = (what: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${what}`).digest();

  /** When what is signed now and is good for so long will expire. */
  const expiryOf = (seconds: number) => Math.ceil((now() / 1000 + seconds) / STEP_SECONDS) * STEP_SECONDS;

  const proofOf = (what: string, expires: number) =>
    `expires=${expires}&signature=${sign(what, expires).toString('base64url')}`;

  /** Cache of signed URLs, by expiry and key: every page of videos requests the same ones. */
  const addresses = new LRUCache<string, string>({ max: REMEMBERED });

  function addressOf(storageKey: string, audience: Audience): string {
    const expires = expiryOf(LIFE_SECONDS);
    const signed = `${expires} ${audience} ${storageKey}`;
    const known = addresses.get(signed);
    if (known) return known;
    const address = `/media/${storageKey}?${audience === 'admin' ? 'for=admin&' : ''}${proofOf(signedMedia(storageKey, audience), expires)}`;
    addresses.set(signed, address);
    return address;
  }

  /** Returns true if it was signed here and hasn't expired. */
  function isGood(what: string, expires: unknown, signature: unknown): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return false;
    if (Number(expires) * 1000 < now()) return false;
    const received = Buffer.from(signature, 'base64url');
    const good = sign(what, Number(expires));
    return received.length === good.length && timingSafeEqual(received, good);
  }

  return {
    /**
     * The address of a stored object of a video, good for six hours; null for none. That of a video which is open to learners
     * stops working when it is closed; that of a closed one is only ever given to administrators.
     */
    urlOf: (storageKey: string | null, isOpen: boolean): string | null =>
      storageKey ? addressOf(storageKey, isOpen ? 'learner' : 'admin') : null,

    /** Audience that a stored object's URL was signed for; null if the signature is wrong or has expired. */
    audienceOf(storageKey: string, query: MediaQuery): Audience | null {
      const audience = query.for === 'admin' ? 'admin' : 'learner';
      return isGood(signedMedia(storageKey, audience), query.expires, query.signature) ? audience : null;
    },

    /** The address of something to download, with the name to save it under where its place doesn't tell that. */
    downloadUrl(path: string, { name = '', seconds = LIFE_SECONDS } = {}): string {
      const saved = name && `name=${encodeURIComponent(name)}&`;
      return `/downloads/${path}?${saved}${proofOf(signedDownload(path, name), expiryOf(seconds))}`;
    },

    /** The same for the address of a download. */
    isGoodDownload: (path: string, query: DownloadQuery): boolean =>
      isGood(signedDownload(path, query.name ?? ''), query.expires, query.signature),
  };
}

type Audience = 'learner' | 'admin';

export type MediaQuery = { for?: string; expires?: string; signature?: string };

/** No storage key has a space: neither is taken for the other. */
const signedMedia = (storageKey: string, audience: Audience) =>
  audience === 'admin' ? `admin ${storageKey}` : storageKey;

/** No storage key has a space: what is signed for a download never opens media. */
const signedDownload = (path: string, name: string) => `downloads ${path} ${name}`;

export type DownloadQuery = { name?: string; expires?: string; signature?: string };

export type MediaSigner = ReturnType<typeof mediaSigner>;
