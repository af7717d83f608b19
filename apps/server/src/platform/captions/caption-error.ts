import type { ErrorCode } from '@sayback/contract';

/** Everything that can come between us and a caption. Each has its own sentence and its own answer to the page. */
const KINDS = {
  'not-found': {
    code: 'not_found',
    isOfVideo: true,
    sentence: 'YouTube does not have this video (any more). Reject the candidate, or look for another copy.',
  },
  private: {
    code: 'conflict',
    isOfVideo: true,
    sentence: 'This video is private, or only for members. Its captions cannot be had; choose another one.',
  },
  'age-restricted': {
    code: 'conflict',
    isOfVideo: true,
    sentence:
      'YouTube shows this video to adults who are signed in alone. Set YOUTUBE_COOKIES_FILE to the cookies of such an account, or choose another video.',
  },
  'region-blocked': {
    code: 'conflict',
    isOfVideo: true,
    sentence:
      'This video is blocked in the country of this server. Set YOUTUBE_PROXY_URL to a proxy elsewhere, or choose another video.',
  },
  'bot-blocked': {
    code: 'unavailable',
    isOfVideo: false,
    sentence:
      'YouTube takes this server for a robot and lets it wait. Set YOUTUBE_COOKIES_FILE or YOUTUBE_PROXY_URL, or try again later.',
  },
  'rate-limited': {
    code: 'too_many',
    isOfVideo: false,
    sentence: 'YouTube is asked too often from here. Try again later.',
  },
  'no-captions': {
    code: 'conflict',
    isOfVideo: true,
    sentence: 'YouTube has no captions for this video. Upload a subtitle file instead.',
  },
  'track-gone': {
    code: 'conflict',
    isOfVideo: true,
    sentence: 'YouTube no longer has this subtitle. Scan again to see which there are.',
  },
  'po-token-required': {
    code: 'bad_gateway',
    isOfVideo: false,
    sentence:
      'YouTube wants a proof for this subtitle that this source cannot give. Add another source to YOUTUBE_CAPTION_SOURCES, or upload the file.',
  },
  'empty-body': {
    code: 'bad_gateway',
    isOfVideo: false,
    sentence: 'YouTube answered with an empty subtitle. Try again later, or upload the file.',
  },
  'bad-payload': {
    code: 'bad_gateway',
    isOfVideo: false,
    sentence:
      'YouTube answered with something that is no subtitle. Try again; if it stays so, set YOUTUBE_COOKIES_FILE or upload the file.',
  },
  'too-large': {
    code: 'bad_gateway',
    isOfVideo: false,
    sentence: "YouTube's answer is larger than any subtitle is, and was given up. Upload the file instead.",
  },
  'time-out': {
    code: 'gateway_timeout',
    isOfVideo: false,
    sentence: 'YouTube did not answer in time. Try again, or raise YOUTUBE_TIMEOUT_MS.',
  },
  'upstream-changed': {
    code: 'bad_gateway',
    isOfVideo: false,
    sentence: 'YouTube answers otherwise than it used to. Update Sayback and yt-dlp, or upload the file.',
  },
  unreachable: {
    code: 'bad_gateway',
    isOfVideo: false,
    sentence: "YouTube could not be reached. Check this server's connection, and YOUTUBE_PROXY_URL.",
  },
  'not-installed': {
    code: 'unavailable',
    isOfVideo: false,
    sentence: 'The program yt-dlp was not found. Install it, or set YT_DLP_PATH to where it is.',
  },
} as const satisfies Record<string, { code: ErrorCode; isOfVideo: boolean; sentence: string }>;

export type CaptionErrorKind = keyof typeof KINDS;

export const CAPTION_ERROR_KINDS = Object.keys(KINDS) as CaptionErrorKind[];

/** Captions that couldn't be had. The message is a sentence that says what an administrator can do. */
export class CaptionError extends Error {
  readonly kind: CaptionErrorKind;
  /** What the answer to the page is to be. */
  readonly code: ErrorCode;
  /** It is about this video and stays so: other videos may do well. */
  readonly isOfVideo: boolean;
  /** When it makes sense to ask again, where that is known. */
  readonly retryAfterSeconds: number | null;
  /** What YouTube or the program said, for the log. */
  readonly said: string;

  constructor(
    kind: CaptionErrorKind,
    options: { said?: string; retryAfterSeconds?: number | null; message?: string; cause?: unknown } = {},
  ) {
    const { code, isOfVideo, sentence } = KINDS[kind];
    super(options.message ?? sentence, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.isOfVideo = isOfVideo;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.said = (options.said ?? '').slice(0, 500);
  }
}

/** Faults that another way of asking may not have. Of the others YouTube would say the same again. */
const ANOTHER_MAY_DO = new Set<CaptionErrorKind>([
  'po-token-required',
  'empty-body',
  'bad-payload',
  'upstream-changed',
  'too-large',
  'not-installed',
]);

export const mayAnotherSourceDo = ({ kind }: CaptionError): boolean => ANOTHER_MAY_DO.has(kind);

/** Which fault a reason is that YouTube gives in English; null for one that isn't known. */
export function readReason(reason: string): CaptionErrorKind | null {
  return REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? null;
}

/** The first that fits counts: a private video too is told with 'Sign in'. */
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
