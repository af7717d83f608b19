import type { ErrorCode } from '@sayback/contract';
import type { Message } from '../../messages/message.ts';
import { TranslatableError } from '../../messages/translate-message.ts';

/** Kinds of errors while fetching captions, with the status of the response. Each has a message. */
const KINDS = {
  'not-found': { code: 'not_found', isVideoSpecific: true },
  private: { code: 'conflict', isVideoSpecific: true },
  'age-restricted': { code: 'conflict', isVideoSpecific: true },
  'region-blocked': { code: 'conflict', isVideoSpecific: true },
  'bot-blocked': { code: 'unavailable', isVideoSpecific: false },
  'rate-limited': { code: 'too_many', isVideoSpecific: false },
  'no-captions': { code: 'conflict', isVideoSpecific: true },
  'track-gone': { code: 'conflict', isVideoSpecific: true },
  'po-token-required': { code: 'bad_gateway', isVideoSpecific: false },
  'empty-body': { code: 'bad_gateway', isVideoSpecific: false },
  'bad-payload': { code: 'bad_gateway', isVideoSpecific: false },
  'too-large': { code: 'bad_gateway', isVideoSpecific: false },
  'time-out': { code: 'gateway_timeout', isVideoSpecific: false },
  'upstream-changed': { code: 'bad_gateway', isVideoSpecific: false },
  'answer-failed': { code: 'bad_gateway', isVideoSpecific: false },
  unreachable: { code: 'bad_gateway', isVideoSpecific: false },
  'not-installed': { code: 'unavailable', isVideoSpecific: false },
} as const satisfies Record<string, { code: ErrorCode; isVideoSpecific: boolean }>;

export type CaptionErrorKind = keyof typeof KINDS;

export const CAPTION_ERROR_KINDS = Object.keys(KINDS) as CaptionErrorKind[];

/** Thrown if captions can't be fetched. The message says what an administrator can do. */
export class CaptionError extends TranslatableError {
  readonly kind: CaptionErrorKind;
  readonly code: ErrorCode;
  /** True if it is permanent and concerns only this video. */
  readonly isVideoSpecific: boolean;
  /** Seconds until a retry makes sense; null if unknown. */
  readonly retryAfterSeconds: number | null;
  /** Output of YouTube or the program, for the log. */
  readonly details: string;

  constructor(
    kind: CaptionErrorKind,
    options: {
      details?: string;
      retryAfterSeconds?: number | null;
      userMessage?: Message;
      cause?: unknown;
    } = {},
  ) {
    const { code, isVideoSpecific } = KINDS[kind];
    super(options.userMessage ?? { id: `captions.${kind}` }, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.isVideoSpecific = isVideoSpecific;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.details = (options.details ?? '').slice(0, 500);
  }
}

/** Errors that another source might not have. For other errors, YouTube's response would be the same. */
const ALTERNATIVE_KINDS = new Set<CaptionErrorKind>([
  'po-token-required',
  'empty-body',
  'bad-payload',
  'upstream-changed',
  'too-large',
  'not-installed',
]);

export const canTryAnotherSource = ({ kind }: CaptionError): boolean => ALTERNATIVE_KINDS.has(kind);

/** Maps YouTube's reason, in English, to an error; null if unknown. */
export function readReason(reason: string): CaptionErrorKind | null {
  return REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? null;
}

/** First match wins, since a private video is also reported with 'Sign in'. */
const REASONS: readonly [RegExp, CaptionErrorKind][] = [
  [/not a (ro)?bot|unusual traffic|captcha/i, 'bot-blocked'],
  [/HTTP Error 429|too many requests|rate.?limit/i, 'rate-limited'],
  [
    /private|members[- ]only|available to this channel|join this channel|requires payment|premium/i,
    'private',
  ],
  [/confirm your age|age.?restricted|inappropriate for some users|age verification/i, 'age-restricted'],
  [/(your|this) country|your location|geo.?restrict|in your region/i, 'region-blocked'],
  [/did not get any data/i, 'empty-body'],
  [/timed? ?out/i, 'time-out'],
  [
    /unavailable|not available|removed|deleted|terminated|does(n.t| not) exist|incomplete youtube id/i,
    'not-found',
  ],
  [
    /unable to connect|connection (refused|reset|aborted)|name resolution|network is unreachable|remote end closed|getaddrinfo|tunnel connection failed|proxy/i,
    'unreachable',
  ],
];
