import type { ErrorCode } from '@sayback/contract';
import { type Message, message, type PlainId, toMessage } from '../../messages/message.ts';
import { TranslatableError } from '../../messages/translate-message.ts';
import { SEARCHES_PER_DAY } from './quota-store.ts';

/**
 * Error codes. `quota`: used up for today; `bad-key`: YouTube rejected the key; `bad-request`: it rejected the search; `busy`:
 * too many concurrent calls; `faulty`: it failed, or its reply couldn't be parsed.
 */
const CODES = {
  'not-configured': 'unavailable',
  'bad-key': 'bad_gateway',
  quota: 'too_many',
  'bad-request': 'bad_request',
  busy: 'too_many',
  unreachable: 'bad_gateway',
  'time-out': 'gateway_timeout',
  faulty: 'bad_gateway',
} as const satisfies Record<string, ErrorCode>;

export type SearchErrorKind = keyof typeof CODES;

/** Thrown if a search fails. The message says what an administrator can do. */
export class YouTubeSearchError extends TranslatableError {
  readonly kind: SearchErrorKind;
  readonly code: ErrorCode;
  readonly resetsAt: Date | null;

  constructor(
    kind: SearchErrorKind,
    userMessage: PlainId | Message,
    options: { resetsAt?: Date; cause?: unknown } = {},
  ) {
    super(toMessage(userMessage), { cause: options.cause });
    this.kind = kind;
    this.code = CODES[kind];
    this.resetsAt = options.resetsAt ?? null;
  }

  /** Returns the seconds for the Retry-After header; null if unknown. */
  get retryAfterSeconds(): number | null {
    if (this.resetsAt) return Math.max(1, Math.ceil((this.resetsAt.getTime() - Date.now()) / 1000));
    return this.kind === 'busy' ? 60 : null;
  }
}

export const searchErrors = {
  notConfigured: () => new YouTubeSearchError('not-configured', 'search.notConfigured'),
  badKey: () => new YouTubeSearchError('bad-key', 'search.badKey'),
  quota: (resetsAt: Date) =>
    new YouTubeSearchError(
      'quota',
      message('search.quota', { count: SEARCHES_PER_DAY, at: { moment: resetsAt.toISOString() } }),
      {
        resetsAt,
      },
    ),
  badRequest: (output: string) =>
    new YouTubeSearchError('bad-request', message('search.badRequest', { said: output })),
  busy: () => new YouTubeSearchError('busy', 'search.busy'),
  unreachable: (cause: unknown) => new YouTubeSearchError('unreachable', 'search.unreachable', { cause }),
  timeout: (ms: number) =>
    new YouTubeSearchError('time-out', message('search.timeout', { seconds: Math.round(ms / 1000) })),
  faulty: (output: string) => new YouTubeSearchError('faulty', message('search.faulty', { said: output })),
};
