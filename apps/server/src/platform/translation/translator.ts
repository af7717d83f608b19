/** From one language into another, by the codes that the product uses: `en`, `pt-BR`, `zh-Hans`. */
export type Pair = { source: string; target: string };

/** A service that translates. */
export type Translator = {
  /** As people know it: `LibreTranslate`. */
  name: string;
  /** What it takes in one call: so many texts, of so many characters together. */
  limits: { texts: number; characters: number };
  /**
   * Translates non-empty texts, and answers as many, in their order. Throws a `TranslationFailure`; within 15 s, unless
   * `signal` ends it before.
   */
  translate: (texts: string[], pair: Pair, signal?: AbortSignal) => Promise<string[]>;
};

/** The longest that one call of a service may take. */
export const TIMEOUT_MS = 15_000;

/**
 * What was wrong. `unreachable`, `timeout` and `faulty`: with the service; `refused`: with our key; `quota`: nothing is
 * left of what was paid for; `busy`: too many calls at once; `unsupported`: it doesn't know the pair; `rejected`: it
 * doesn't want this text.
 */
export type FailureKind =
  | 'unreachable'
  | 'timeout'
  | 'faulty'
  | 'refused'
  | 'quota'
  | 'busy'
  | 'unsupported'
  | 'rejected';

/** A service that didn't translate. The message is a sentence that says what to do. */
export class TranslationFailure extends Error {
  readonly kind: FailureKind;
  /** When a busy service may be asked again, where it said so. */
  readonly retryAfterSeconds: number | null;

  constructor(kind: FailureKind, message: string, retryAfterSeconds: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** A language's name for a sentence; the code where it has none. */
function nameOf(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The failures of a service, in words. */
export function failuresOf(name: string) {
  return {
    unreachable: (cause: unknown) =>
      new TranslationFailure(
        'unreachable',
        `${name} could not be reached. Check that it runs, and TRANSLATION_URL.`,
        null,
        cause,
      ),
    timeout: (cause: unknown) =>
      new TranslationFailure(
        'timeout',
        `${name} took longer than ${TIMEOUT_MS / 1000} seconds. Try again in a moment.`,
        null,
        cause,
      ),
    faulty: (said: string) =>
      new TranslationFailure('faulty', `${name} failed (${said}). Try again later, or look into its log.`),
    refused: () => new TranslationFailure('refused', `${name} refused the key. Check TRANSLATION_API_KEY.`),
    quota: () =>
      new TranslationFailure(
        'quota',
        `The quota of ${name} is used up. Wait until it begins anew, or raise it with the service.`,
      ),
    busy: (seconds: number | null) =>
      new TranslationFailure(
        'busy',
        `${name} is asked too often. Try again ${seconds === null ? 'in a moment' : `in ${seconds} seconds`}.`,
        seconds,
      ),
    unsupported: ({ source, target }: Pair) =>
      new TranslationFailure(
        'unsupported',
        `${name} does not translate from ${nameOf(source)} into ${nameOf(target)}. Translate by hand, or set up a service that does.`,
      ),
    rejected: (said: string) => new TranslationFailure('rejected', `${name} did not take this text: ${said}`),
  };
}

export type Failures = ReturnType<typeof failuresOf>;
