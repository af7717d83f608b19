import type { ErrorCode } from '@sayback/contract';

/**
 * What was wrong. `quota`: nothing is left today; `bad-key`: YouTube refused the key; `bad-request`: it doesn't take this
 * search; `busy`: too many calls at once; `faulty`: it failed, or answered what can't be understood.
 */
export type SearchErrorKind =
  | 'not-configured'
  | 'bad-key'
  | 'quota'
  | 'bad-request'
  | 'busy'
  | 'unreachable'
  | 'time-out'
  | 'faulty';

const CODES: Record<SearchErrorKind, ErrorCode> = {
  'not-configured': 'unavailable',
  'bad-key': 'bad_gateway',
  quota: 'too_many',
  'bad-request': 'bad_request',
  busy: 'too_many',
  unreachable: 'bad_gateway',
  'time-out': 'gateway_timeout',
  faulty: 'bad_gateway',
};

/** A search that failed. The message is a sentence that says what an administrator can do. */
export class YouTubeSearchError extends Error {
  readonly kind: SearchErrorKind;
  /** What the answer to the page is to be. */
  readonly code: ErrorCode;
  /** When there is quota again. */
  readonly resetsAt: Date | null;

  constructor(kind: SearchErrorKind, message: string, options: { resetsAt?: Date; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = CODES[kind];
    this.resetsAt = options.resetsAt ?? null;
  }

  /** When it makes sense to ask again, for the header of that name; null where nobody knows. */
  get retryAfterSeconds(): number | null {
    if (this.resetsAt) return Math.max(1, Math.ceil((this.resetsAt.getTime() - Date.now()) / 1000));
    return this.kind === 'busy' ? 60 : null;
  }
}

const inUtc = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The failures of a search, in words. */
export const searchErrors = {
  notConfigured: () =>
    new YouTubeSearchError(
      'not-configured',
      'Searching YouTube needs a key of its Data API: set YOUTUBE_API_KEY and restart the server.',
    ),
  badKey: () =>
    new YouTubeSearchError(
      'bad-key',
      'YouTube refused the key. Check YOUTUBE_API_KEY, and that the YouTube Data API v3 is enabled for it.',
    ),
  quota: (resetsAt: Date) =>
    new YouTubeSearchError(
      'quota',
      `Today's quota of searches on YouTube is used up. It begins anew at ${inUtc(resetsAt)} (midnight Pacific time).`,
      { resetsAt },
    ),
  badRequest: (said: string) =>
    new YouTubeSearchError('bad-request', `YouTube did not take this search (${said}). Check the filters.`),
  busy: () => new YouTubeSearchError('busy', 'YouTube is asked too often. Try again in a minute.'),
  unreachable: (cause: unknown) =>
    new YouTubeSearchError(
      'unreachable',
      "YouTube's Data API could not be reached. Check this server's connection, and YOUTUBE_API_URL.",
      { cause },
    ),
  timeout: (ms: number) =>
    new YouTubeSearchError(
      'time-out',
      `YouTube's Data API took longer than ${Math.round(ms / 1000)} seconds. Try again in a moment.`,
    ),
  faulty: (said: string) =>
    new YouTubeSearchError('faulty', `YouTube's Data API failed (${said}). Try again later.`),
};
