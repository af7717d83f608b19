import { setTimeout as sleep } from 'node:timers/promises';
import { fields } from '@sayback/contract';
import { TranslationFailure, type Translator } from '../../../platform/translation/translator.ts';
import { requestTranslations } from './request-translations.ts';
import type { LanguagePair } from './translation-memory.ts';

/** Delays before each retry of a failed service, in milliseconds. */
const WAITS = [2000, 5000, 15_000];
/** Maximum wait: beyond it the job ends, and people can restart it. */
const MAX_WAIT_MS = 60_000;
const PASSING = new Set(['unreachable', 'timeout', 'faulty', 'busy']);

/** Splits texts into batches within the service's limits. A longer text gets its own batch. */
export function cutIntoBatches(texts: readonly string[], limits: Translator['limits']): string[][] {
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

type Asking = { translator: Translator; pair: LanguagePair; signal: AbortSignal };

function getWait(error: unknown, tried: number): number | null {
  if (!(error instanceof TranslationFailure) || !PASSING.has(error.kind)) return null;
  const wait = WAITS[tried];
  if (wait === undefined) return null;
  const requestedMs = (error.retryAfterSeconds ?? 0) * 1000;
  return requestedMs > MAX_WAIT_MS ? null : Math.max(wait, requestedMs);
}

/** Retries failures that may be temporary. Throws the service's last failure. */
async function translateWithRetries(
  { translator, pair, signal }: Asking,
  texts: string[],
): Promise<string[]> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await requestTranslations(translator, pair, texts, signal);
    } catch (error) {
      const wait = getWait(error, tried);
      if (wait === null) throw error;
      await sleep(wait, undefined, { signal });
    }
  }
}

/** Returns null for a translation too long for a segment. */
const fitting = (response: string) => (response.length > fields.TEXT_LIMIT ? null : response);

/**
 * Translates a batch; texts that the service refuses, or whose translation is too long, are null. Otherwise throws a
 * `TranslationFailure`.
 */
export async function translateBatch(asking: Asking, texts: string[]): Promise<(string | null)[]> {
  try {
    return (await translateWithRetries(asking, texts)).map(fitting);
  } catch (error) {
    if (!(error instanceof TranslationFailure) || error.kind !== 'rejected') throw error;
    if (texts.length === 1) return [null];
    const responses: (string | null)[] = [];
    for (const text of texts) responses.push(...(await translateBatch(asking, [text])));
    return responses;
  }
}
