import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFE_SECONDS = 6 * 60 * 60;
/** Expiries are rounded up to this, so that an address stays the same for a while and browsers keep what they have. */
const STEP_SECONDS = 15 * 60;

/** Signs the addresses of media and downloads: `<video>`, `<img>` and links carry no token. */
export function mediaSigner(key: Uint8Array, now: () => number = Date.now) {
  const sign = (what: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${what}`).digest();

  function proofOf(what: string, seconds: number): string {
    const expires = Math.ceil((now() / 1000 + seconds) / STEP_SECONDS) * STEP_SECONDS;
    return `expires=${expires}&signature=${sign(what, expires).toString('base64url')}`;
  }

  /** Whether that was signed here and has not expired. */
  function isGood(what: string, expires: unknown, signature: unknown): boolean {
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return false;
    if (Number(expires) * 1000 < now()) return false;
    const given = Buffer.from(signature, 'base64url');
    const good = sign(what, Number(expires));
    return given.length === good.length && timingSafeEqual(given, good);
  }

  return {
    /** The address of a stored object, good for six hours; null for none. */
    urlOf: (storageKey: string | null): string | null =>
      storageKey ? `/media/${storageKey}?${proofOf(storageKey, LIFE_SECONDS)}` : null,
    isGood,

    /** The address of something to download, with the name to save it under where its place doesn't tell that. */
    downloadUrl(place: string, { name = '', seconds = LIFE_SECONDS } = {}): string {
      const saved = name && `name=${encodeURIComponent(name)}&`;
      return `/downloads/${place}?${saved}${proofOf(signedDownload(place, name), seconds)}`;
    },

    /** The same for the address of a download. */
    isGoodDownload: (place: string, query: DownloadQuery): boolean =>
      isGood(signedDownload(place, query.name ?? ''), query.expires, query.signature),
  };
}

/** No storage key has a space: what is signed for a download never opens media. */
const signedDownload = (place: string, name: string) => `downloads ${place} ${name}`;

export type DownloadQuery = { name?: string; expires?: string; signature?: string };

export type MediaSigner = ReturnType<typeof mediaSigner>;
