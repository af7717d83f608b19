import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

const ACCESS_SECONDS = 15 * 60;
export const REFRESH_MS = 30 * 24 * 60 * 60 * 1000;

/** Tokens that are remembered as read: each comes with every call for a quarter of an hour. */
const REMEMBERED = 50_000;

export const newRefreshToken = () => randomBytes(32).toString('base64url');

/** The form in which the server knows a refresh token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

type Session = { session_id: number; user_id: number };

/**
 * Signs and reads access tokens: JSON Web Tokens that name a person and a session. The first key signs; the others are
 * of secrets that were in force before, and what they signed still counts.
 */
export function accessTokens(keys: readonly [Uint8Array, ...Uint8Array[]]) {
  // A signature that was right stays right: whether the session still lives is asked elsewhere, each time.
  const remembered = new LRUCache<string, Session & { expires_at: number }>({ max: REMEMBERED });

  return {
    sign: (claims: { user_id: number; session_id: number }): Promise<string> =>
      new SignJWT({ sid: claims.session_id })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(String(claims.user_id))
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_SECONDS}s`)
        .sign(keys[0]),

    /** The session and account that a token names; null when it is expired or not one of ours. */
    async read(token: string): Promise<Session | null> {
      const known = remembered.get(token);
      if (known) return known.expires_at > Date.now() / 1000 ? known : null;
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, {
            algorithms: ['HS256'],
            typ: 'at+jwt',
            requiredClaims: ['exp'],
          });
          if (typeof payload.sid !== 'number') return null;
          const read = {
            session_id: payload.sid,
            user_id: Number(payload.sub),
            expires_at: payload.exp as number,
          };
          remembered.set(token, read);
          return read;
        } catch {
          // Perhaps another key.
        }
      }
      return null;
    },
  };
}

export type AccessTokens = ReturnType<typeof accessTokens>;
