import { createHmac } from 'node:crypto';
import { deriveKey } from '../../../apps/server/src/secret.ts';

/** Signing secret of the servers that the benches start; it signs nothing else. */
export const BENCH_SECRET = 'a sufficiently long secret for benchmarks';

const TTL_SECONDS = 6 * 60 * 60;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Key with which servers sign access tokens, given the bench's secret. */
export const deriveTokenKey = (): Buffer => deriveKey(BENCH_SECRET, 'access tokens');

/** An access token as signed by the server, but valid for as long as a bench may run, so that nobody has to refresh it. */
export function signAccessToken(learner: number): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sid: learner, sub: String(learner), iat: now, exp: now + TTL_SECONDS };
  const signed = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', deriveTokenKey()).update(signed).digest('base64url')}`;
}
