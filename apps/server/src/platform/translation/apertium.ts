import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { matchPair } from './match-language.ts';
import { type ErrorReply, requestService } from './request-service.ts';
import { describeFailures, LIST_CACHE, type Pair, type Translator } from './translator.ts';

const pairs = z.object({
  responseData: z.array(z.object({ sourceLanguage: z.string(), targetLanguage: z.string() })),
});
const translated = z.object({ responseData: z.object({ translatedText: z.string() }) });

const NAME = 'Apertium';
/** By default a server runs one pipeline per pair. */
const AT_ONCE = 2;

/** An Apertium server (APy). It takes one text per call, and three-letter codes. */
export function openApertium(url: string): Translator {
  const base = url.replace(/\/+$/, '');
  const failures = describeFailures(NAME);

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

  async function translateOne(text: string, langpair: string, pair: Pair, signal?: AbortSignal) {
    // markUnknown: otherwise unknown words are marked with a star.
    const body = new URLSearchParams({ q: text, langpair, markUnknown: 'no', format: 'txt' });
    const { responseData } = await requestService(
      { url: `${base}/translate`, init: { method: 'POST', body }, signal },
      translated,
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
      for (let at = 0; at < texts.length; at += AT_ONCE) {
        const some = texts.slice(at, at + AT_ONCE);
        const langpair = `${match.source}|${match.target}`;
        responses.push(
          ...(await Promise.all(some.map((text) => translateOne(text, langpair, pair, signal)))),
        );
      }
      return responses;
    },
  };
}
