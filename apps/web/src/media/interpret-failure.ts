import type { MediaFailure } from './media.ts';

/** Meanings of YouTube's error codes and our own. */
const MEANINGS = {
  2: 'badId',
  5: 'html5',
  100: 'removed',
  101: 'noEmbedding',
  150: 'noEmbedding',
  153: 'noReferrer',
  script: 'script',
  timeout: 'timeout',
  network: 'network',
  decode: 'decode',
  unsupported: 'decode',
} as const;

/** Returns the meaning of a failure: the last part of its texts' keys. */
export const interpretFailure = (
  failure: MediaFailure,
): (typeof MEANINGS)[keyof typeof MEANINGS] | 'unknown' =>
  MEANINGS[failure as keyof typeof MEANINGS] ?? 'unknown';
