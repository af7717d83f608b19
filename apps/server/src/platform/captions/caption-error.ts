import type { ErrorCode } from '@sayback/contract';
import type { Message } from '../../messages/message.ts';
import { TranslatableError } from '../../messages/word-message.ts';

/** Errors on the way to captions, with the status of the response. Each has a message. */
const KINDS = {
  'not-found': { code: 'not_found', isOfVideo: true },
  private: { code: 'conflict', isOfVideo: true },
  'age-restricted': { code: 'conflict', isOfVideo: true },
  'region-blocked': { code: 'conflict', isOfVideo: true },
  'bot-blocked': { code: 'unavailable', isOfVideo: false },
  'rate-limited': { code: 'too_many', isOfVideo: false },
  'no-captions': { code: 'conflict', isOfVideo: true },
  'track-gone': { code: 'conflict', isOfVideo: true },
  'po-token-required': { code: 'bad_gateway', isOfVideo: false },
  'empty-body': { code: 'bad_gateway', isOfVideo: false },
  'bad-payload': { code: 'bad_gateway', isOfVideo: false },
  'too-large': { code: 'bad_gateway', isOfVideo: false },
  'time-out': { code: 'gateway_timeout', isOfVideo: false },
  'upstream-changed': { code: 'bad_gateway', isOfVideo: false },
  'answer-failed': { code: 'bad_gateway', isOfVideo: false },
  unreachable: { code: 'bad_gateway', isOfVideo: false },
  'not-installed': { code: 'unavailable', isOfVideo: false },
} as const satisfies Record<string, { code: ErrorCode; isOfVideo: boolean }>;

export type CaptionErrorKind = keyof typeof KINDS;

export const CAPTION_ERROR_KINDS = Object.keys(KINDS) as CaptionErrorKind[];

/** Captions that couldn't be fetched. The message says what an administrator can do. */
export class CaptionError extends TranslatableError {
  readonly kind: CaptionErrorKind;
  readonly code: ErrorCode;
  /** True if it is permanent and specific to this video, so that others may work. */
  readonly isOfVideo: boolean;
  /** Seconds until a retry makes sense; null if unknown. */
  readonly retryAfterSeconds: number | null;
  /** Output of YouTube or the program, for the log. */
  readonly said: string;

  constructor(
    kind: CaptionErrorKind,
    options: {
      said?: string;
      retryAfterSeconds?: number | null;
      userMessage?: Message;
      cause?: unknown;
    } = {},
  ) {
    const { code, isOfVideo } = KINDS[kind];
    super(options.userMessage ?? { id: `captions.${kind}` }, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.isOfVideo = isOfVideo;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.said = (options.said ?? '').slice(0, 500);
  }
}

/** Errors that another source may not have. For the others, YouTube's response would be the same. */
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
