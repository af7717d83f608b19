import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

const ACCESS_SECONDS = 15 * 60;
export const REFRESH_MS = 30 * 24 * 60 * 60 * 1000;

/** Verified tokens are cached, since each is sent with every call for 15 minutes. */
const CACHE_SIZE = 50_000;

export const newRefreshToken = () => randomBytes(32).toString('base64url');

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

type Session = { session_id: number; user_id: number };

/**
 * Signs and verifies access tokens: JSON Web Tokens that name a user and a session. The first key signs; the others belong
 * to previous secrets, whose signatures are still valid.
 */
export function accessTokens(keys: readonly [Uint8Array, ...Uint8Array[]]) {
  // Caches only the signature check. Each request also checks whether the session has ended.
  const cache = new LRUCache<string, Session & { expires_at: number }>({ max: CACHE_SIZE });

  /** Returns a token's claims, even if it is expired; null if it is invalid. */
  async function verify(token: string) {
    const cached = cache.get(token);
    if (cached) return cached;
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          requiredClaims: ['exp'],
          clockTolerance: Number.MAX_SAFE_INTEGER,
        });
        if (typeof payload.sid !== 'number') return null;
        const claims = {
          session_id: payload.sid,
          user_id: Number(payload.sub),
          expires_at: payload.exp as number,
        };
        cache.set(token, claims);
        return claims;
      } catch {
        // Try the next key.
      }
    }
    return null;
  }

  return {
    sign: (claims: { user_id: number; session_id: number }): Promise<string> =>
      new SignJWT({ sid: claims.session_id })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(String(claims.user_id))
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_SECONDS}s`)
        .sign(keys[0]),

    /** Returns the session and account of a token; null if it is expired or invalid. */
    async read(token: string): Promise<Session | null> {
      const claims = await verify(token);
      return claims && claims.expires_at > Date.now() / 1000 ? claims : null;
    },

    /** Returns a token's account for rate limits, even if the token is expired; null if it is invalid. */
    getAccount: async (token: string): Promise<number | null> => (await verify(token))?.user_id ?? null,
  };
}

export type AccessTokens = ReturnType<typeof accessTokens>;
