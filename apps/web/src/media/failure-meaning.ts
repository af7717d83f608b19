import type { MediaFailure } from './media.ts';

/** Meaning of YouTube's error codes and our own. */
const MEANING = {
  2: 'badId',
  5: 'html5',
  100: 'gone',
  101: 'noEmbedding',
  150: 'noEmbedding',
  153: 'noReferrer',
  script: 'script',
  timeout: 'timeout',
  network: 'network',
  decode: 'decode',
  unsupported: 'decode',
} as const;

/** Returns a failure's meaning: the last part of its texts' keys. */
export const interpretError = (failure: MediaFailure): (typeof MEANING)[keyof typeof MEANING] | 'unknown' =>
  MEANING[failure as keyof typeof MEANING] ?? 'unknown';
