import { AppError } from '../../../errors/app-error.ts';
import { TranslationFailure, type Translator } from '../../../platform/translation/translator.ts';
import type { LanguagePair } from './translation-memory.ts';

export const NOT_SET_UP = 'translation.notSetUp';

/** Converts a service's failure to an `AppError`. Returns other errors unchanged. */
export function convertFailure(error: unknown): unknown {
  if (!(error instanceof TranslationFailure)) return error;
  const { code, userMessage, retryAfterSeconds } = error;
  const headers: Record<string, string> =
    retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new AppError(code, userMessage, { headers });
}

/** Throws a 503 with the missing settings if no service is configured. */
export function requireTranslator(translator: Translator | null): Translator {
  if (!translator) throw new AppError('unavailable', NOT_SET_UP);
  return translator;
}

/** Requests translations of a few texts. Throws a `TranslationFailure`. */
export const requestTranslations = async (
  translator: Translator,
  { source_language, target_language }: LanguagePair,
  texts: string[],
  signal?: AbortSignal,
): Promise<string[]> => {
  const languages = { source: source_language, target: target_language };
  // Some services add spaces around the text and around unknown words.
  return (await translator.translate(texts, languages, signal)).map((response) =>
    response.replace(/[^\S\n]+/g, ' ').trim(),
  );
};
