import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { matchLanguage } from './match-language.ts';
import { type ErrorReply, requestService } from './request-service.ts';
import { createFailures, LIST_CACHE, type Pair, type Translator } from './translator.ts';

const languages = z.array(z.object({ code: z.string(), targets: z.array(z.string()) }));
const translation = z.object({ translatedText: z.array(z.string()) });

const NAME = 'LibreTranslate';

/** Opens a LibreTranslate server. `apiKey` is null if it needs none. */
export function openLibreTranslate(url: string, apiKey: string | null): Translator {
  const base = url.replace(/\/+$/, '');
  const failures = createFailures(NAME);

  const interpretError =
    (pair: Pair | null) =>
    ({ status, text: message }: ErrorReply) => {
      if (status === 403 || /api key/i.test(message)) return failures.refused();
      if (pair && /not supported/i.test(message)) return failures.unsupported(pair);
      if (status === 400 || status === 413) return failures.rejected(message);
      return null;
    };

  const lists = new LRUCache<string, z.output<typeof languages>>({
    ...LIST_CACHE,
    fetchMethod: (url) =>
      requestService({ url, signal: undefined }, languages, failures, interpretError(null)),
  });

  async function findCodes(pair: Pair): Promise<Pair> {
    const offered = await lists.forceFetch(`${base}/languages`);
    const source = matchLanguage(
      pair.source,
      offered.map(({ code }) => code),
    );
    const targets = offered.find(({ code }) => code === source)?.targets ?? [];
    const target = matchLanguage(pair.target, targets);
    if (source === null || target === null) throw failures.unsupported(pair);
    return { source, target };
  }

  return {
    name: NAME,
    // The public server's limit. Self-hosted ones accept more, but aren't faster.
    limits: { texts: 25, characters: 2000 },
    async translate(texts, pair, signal) {
      const body = {
        q: texts,
        format: 'text',
        ...(await findCodes(pair)),
        ...(apiKey && { api_key: apiKey }),
      };
      const { translatedText } = await requestService(
        {
          url: `${base}/translate`,
          init: {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
          signal,
        },
        translation,
        failures,
        interpretError(pair),
      );
      if (translatedText.length !== texts.length) throw failures.faulty('too few translations');
      return translatedText;
    },
  };
}
