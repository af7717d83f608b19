import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';

const ACCESS_SECONDS = 15 * 60;
export const REFRESH_MS = 30 * 24 * 60 * 60 * 1000;

/** A refresh token: 256 random bits. */
export const newRefreshToken = () => randomBytes(32).toString('base64url');

/** The form in which the server knows a refresh token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Signs and reads access tokens: JSON Web Tokens that name a person and a session. The first key signs; the others are
 * of secrets that were in force before, and what they signed still counts.
 */
export function accessTokens(keys: readonly [Uint8Array, ...Uint8Array[]]) {
  return {
    sign: (claims: { user_id: number; session_id: number }): Promise<string> =>
      new SignJWT({ sid: claims.session_id })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(String(claims.user_id))
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_SECONDS}s`)
        .sign(keys[0]),

    /** The session that a token names; null when it is expired or not one of ours. */
    async read(token: string): Promise<{ session_id: number } | null> {
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], typ: 'at+jwt' });
          return typeof payload.sid === 'number' ? { session_id: payload.sid } : null;
        } catch {
          // Perhaps another key.
        }
      }
      return null;
    },
  };
}

export type AccessTokens = ReturnType<typeof accessTokens>;
