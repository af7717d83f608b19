import type { ErrorCode } from '@sayback/contract';
import { type Message, message } from '../../messages/message.ts';
import { TranslatableError } from '../../messages/translate-message.ts';

/** Source and target language, by our codes: `en`, `pt-BR`, `zh-Hans`. */
export type Pair = { source: string; target: string };

export type Translator = {
  /** Display name: `LibreTranslate`. */
  name: string;
  /** Limits of one call: number of texts, and their characters in total. */
  limits: { texts: number; characters: number };
  /** Translates non-empty texts, in order. Throws a `TranslationFailure` after 15 s at the latest, or the signal's reason. */
  translate: (texts: string[], pair: Pair, signal?: AbortSignal) => Promise<string[]>;
};

export const TIMEOUT_MS = 15_000;

/** Caches a service's languages for ten minutes. */
export const LIST_CACHE = { max: 1, ttl: 10 * 60_000 };

/**
 * Error codes. `unreachable`, `timeout`, `faulty`: the service fails; `refused`: it rejects the API key; `quota`: the paid
 * volume is used up; `busy`: too many concurrent calls; `unsupported`: unknown pair; `rejected`: it rejects this text.
 */
const CODES = {
  unreachable: 'bad_gateway',
  faulty: 'bad_gateway',
  refused: 'bad_gateway',
  timeout: 'gateway_timeout',
  quota: 'unavailable',
  busy: 'unavailable',
  unsupported: 'conflict',
  rejected: 'conflict',
} as const satisfies Record<string, ErrorCode>;

type FailureKind = keyof typeof CODES;

/** Thrown if a translation fails. The message says what to do. */
export class TranslationFailure extends TranslatableError {
  readonly kind: FailureKind;
  readonly code: ErrorCode;
  /** Retry delay of a busy service, if it sent one. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: FailureKind,
    userMessage: Message,
    retryAfterSeconds: number | null = null,
    cause?: unknown,
  ) {
    super(userMessage, { cause });
    this.kind = kind;
    this.code = CODES[kind];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function createFailures(service: string) {
  return {
    unreachable: (cause: unknown) =>
      new TranslationFailure('unreachable', message('translation.unreachable', { service }), null, cause),
    timeout: (cause: unknown) =>
      new TranslationFailure(
        'timeout',
        message('translation.timeout', { service, seconds: TIMEOUT_MS / 1000 }),
        null,
        cause,
      ),
    faulty: (output: string) =>
      new TranslationFailure('faulty', message('translation.faulty', { service, said: output })),
    refused: () => new TranslationFailure('refused', message('translation.refused', { service })),
    quota: () => new TranslationFailure('quota', message('translation.quota', { service })),
    busy: (seconds: number | null) =>
      new TranslationFailure(
        'busy',
        seconds === null
          ? message('translation.busy', { service })
          : message('translation.busyFor', { service, seconds }),
        seconds,
      ),
    unsupported: ({ source, target }: Pair) =>
      new TranslationFailure(
        'unsupported',
        message('translation.unsupported', {
          service,
          source: { language: source },
          target: { language: target },
        }),
      ),
    rejected: (output: string) =>
      new TranslationFailure('rejected', message('translation.rejected', { service, said: output })),
  };
}

export type Failures = ReturnType<typeof createFailures>;
