import { createHmac, timingSafeEqual } from 'node:crypto';

const LIFE_SECONDS = 6 * 60 * 60;
/** Expiries are rounded up to this, so that an address stays the same for a while and browsers keep what they have. */
const STEP_SECONDS = 15 * 60;

/** Signs the addresses of media: `<video>` and `<img>` carry no token. */
export function mediaSigner(key: Uint8Array, now: () => number = Date.now) {
  const sign = (storageKey: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${storageKey}`).digest();

  return {
    /** The address of a stored object, good for six hours; null for none. */
    urlOf(storageKey: string | null): string | null {
      if (!storageKey) return null;
      const expires = Math.ceil((now() / 1000 + LIFE_SECONDS) / STEP_SECONDS) * STEP_SECONDS;
      return `/media/${storageKey}?expires=${expires}&signature=${sign(storageKey, expires).toString('base64url')}`;
    },

    /** Whether an address is one that was signed here and has not expired. */
    isGood(storageKey: string, expires: unknown, signature: unknown): boolean {
      if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
        return false;
      if (Number(expires) * 1000 < now()) return false;
      const given = Buffer.from(signature, 'base64url');
      const good = sign(storageKey, Number(expires));
      return given.length === good.length && timingSafeEqual(given, good);
    },
  };
}

export type MediaSigner = ReturnType<typeof mediaSigner>;
