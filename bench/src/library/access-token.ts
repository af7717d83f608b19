import { createHmac } from 'node:crypto';
import { deriveKey } from '../../../apps/server/src/secret.ts';

/** Signing secret of the servers that the benches start, and of nothing else. */
export const BENCH_SECRET = 'a sufficiently long secret for benchmarks';

const TTL_SECONDS = 6 * 60 * 60;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Derives the key with which servers with the bench's secret sign access tokens. */
export const deriveTokenKey = (): Buffer => deriveKey(BENCH_SECRET, 'access tokens');

/** Signs an access token as the server does, but valid for longer than a bench runs, so that it needs no refresh. */
export function signAccessToken(learner: number): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sid: learner, sub: String(learner), iat: now, exp: now + TTL_SECONDS };
  const signed = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', deriveTokenKey()).update(signed).digest('base64url')}`;
}
