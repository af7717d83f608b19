import { setTimeout as sleep } from 'node:timers/promises';
import { fields } from '@sayback/contract';
import { TranslationFailure, type Translator } from '../../../platform/translation/translator.ts';
import { requestTranslations } from './request-translations.ts';
import type { LanguagePair } from './translation-memory.ts';

/** Delays before the retries of a failed request, in milliseconds. */
const RETRY_DELAYS = [2000, 5000, 15_000];
/** If the service requests a longer delay, the job fails, and an editor can restart it. */
const MAX_DELAY_MS = 60_000;
const TEMPORARY_KINDS = new Set(['unreachable', 'timeout', 'faulty', 'busy']);

/** Splits texts into batches that satisfy the service's limits. A longer text gets its own batch. */
export function splitIntoBatches(texts: readonly string[], limits: Translator['limits']): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (!last || last.length >= limits.texts || characters + text.length > limits.characters) {
      batches.push([text]);
      characters = text.length;
    } else {
      last.push(text);
      characters += text.length;
    }
  }
  return batches;
}

type RequestContext = { translator: Translator; pair: LanguagePair; signal: AbortSignal };

/** Returns null if the request shouldn't be retried. */
function computeRetryDelay(error: unknown, retries: number): number | null {
  if (!(error instanceof TranslationFailure) || !TEMPORARY_KINDS.has(error.kind)) return null;
  const delay = RETRY_DELAYS[retries];
  if (delay === undefined) return null;
  const requestedMs = (error.retryAfterSeconds ?? 0) * 1000;
  return requestedMs > MAX_DELAY_MS ? null : Math.max(delay, requestedMs);
}

/** Retries failures that may be temporary. Throws the service's last failure. */
async function translateWithRetries(
  { translator, pair, signal }: RequestContext,
  texts: string[],
): Promise<string[]> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await requestTranslations(translator, pair, texts, signal);
    } catch (error) {
      const delay = computeRetryDelay(error, retries);
      if (delay === null) throw error;
      await sleep(delay, undefined, { signal });
    }
  }
}

/** Replaces a translation that is too long for a segment with null. */
const omitOverlong = (response: string) => (response.length > fields.TEXT_LIMIT ? null : response);

/**
 * Translates a batch. Returns null for texts that the service rejects, and for translations that are too long. Throws a
 * `TranslationFailure` for other failures.
 */
export async function translateBatch(context: RequestContext, texts: string[]): Promise<(string | null)[]> {
  try {
    return (await translateWithRetries(context, texts)).map(omitOverlong);
  } catch (error) {
    if (!(error instanceof TranslationFailure) || error.kind !== 'rejected') throw error;
    if (texts.length === 1) return [null];
    const responses: (string | null)[] = [];
    for (const text of texts) responses.push(...(await translateBatch(context, [text])));
    return responses;
  }
}
