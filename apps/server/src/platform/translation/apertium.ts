import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { matchPair } from './match-language.ts';
import { type ErrorReply, requestService } from './request-service.ts';
import { createFailures, LIST_CACHE, type Pair, type Translator } from './translator.ts';

const pairs = z.object({
  responseData: z.array(z.object({ sourceLanguage: z.string(), targetLanguage: z.string() })),
});
const translation = z.object({ responseData: z.object({ translatedText: z.string() }) });

const NAME = 'Apertium';
/** Number of concurrent calls: by default a server runs one pipeline per pair. */
const CONCURRENCY = 2;

/** Opens an Apertium server (APy), which accepts one text per call, and three-letter codes. */
export function openApertium(url: string): Translator {
  const base = url.replace(/\/+$/, '');
  const failures = createFailures(NAME);

  const interpretError =
    (pair: Pair | null) =>
    ({ status, text: message }: ErrorReply) => {
      if (pair && /pair is not installed/i.test(message)) return failures.unsupported(pair);
      if (status === 400 || status === 413 || status === 414) return failures.rejected(message);
      return null;
    };

  const lists = new LRUCache<string, Pair[]>({
    ...LIST_CACHE,
    fetchMethod: async (url) => {
      const reply = await requestService({ url, signal: undefined }, pairs, failures, interpretError(null));
      return reply.responseData.map((pair) => ({ source: pair.sourceLanguage, target: pair.targetLanguage }));
    },
  });

  async function translateText(text: string, langpair: string, pair: Pair, signal?: AbortSignal) {
    // Without `markUnknown: 'no'`, unknown words have a star.
    const body = new URLSearchParams({ q: text, langpair, markUnknown: 'no', format: 'txt' });
    const { responseData } = await requestService(
      { url: `${base}/translate`, init: { method: 'POST', body }, signal },
      translation,
      failures,
      interpretError(pair),
    );
    return responseData.translatedText;
  }

  return {
    name: NAME,
    limits: { texts: 20, characters: 10_000 },
    async translate(texts, pair, signal) {
      const match = matchPair(pair, await lists.forceFetch(`${base}/listPairs`));
      if (!match) throw failures.unsupported(pair);
      const responses: string[] = [];
      for (let start = 0; start < texts.length; start += CONCURRENCY) {
        const batch = texts.slice(start, start + CONCURRENCY);
        const langpair = `${match.source}|${match.target}`;
        responses.push(
          ...(await Promise.all(batch.map((text) => translateText(text, langpair, pair, signal)))),
        );
      }
      return responses;
    },
  };
}
