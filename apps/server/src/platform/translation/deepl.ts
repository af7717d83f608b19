import * as deepl from 'deepl-node';
import { untilAborted } from '../until-aborted.ts';
import { createFailures, type Pair, TIMEOUT_MS, type Translator } from './translator.ts';

const NAME = 'DeepL';

/** Converts a code to a source language, which has no region. */
function sourceCode(code: string): deepl.SourceLanguageCode {
  const [language = code] = code.toLowerCase().split('-');
  return (language === 'no' ? 'nb' : language) as deepl.SourceLanguageCode;
}

/** Target codes of languages that DeepL writes in specific variants. */
const TARGETS: Record<string, string> = {
  en: 'en-US',
  pt: 'pt-PT',
  no: 'nb',
  zh: 'zh-HANS',
  'zh-cn': 'zh-HANS',
  'zh-sg': 'zh-HANS',
  'zh-tw': 'zh-HANT',
  'zh-hk': 'zh-HANT',
};
const REGIONAL = new Set(['en-us', 'en-gb', 'pt-pt', 'pt-br', 'zh-hans', 'zh-hant', 'es-419']);

function targetCode(code: string): deepl.TargetLanguageCode {
  const plain = code.toLowerCase();
  const [language = plain] = plain.split('-');
  const variant = REGIONAL.has(plain) ? code : (TARGETS[plain] ?? TARGETS[language] ?? language);
  return variant as deepl.TargetLanguageCode;
}

/** Opens DeepL through its own library. `serverUrl` is null for the key's default URL. */
export function openDeepL(apiKey: string, serverUrl: string | null): Translator {
  const client = new deepl.DeepLClient(apiKey, {
    ...(serverUrl !== null && { serverUrl }),
    minTimeout: TIMEOUT_MS,
    // The library's default would retry for minutes.
    maxRetries: 1,
    sendPlatformInfo: false,
  });
  const failures = createFailures(NAME);

  function interpretError(error: unknown, pair: Pair): unknown {
    if (error instanceof deepl.AuthorizationError) return failures.refused();
    if (error instanceof deepl.QuotaExceededError) return failures.quota();
    if (error instanceof deepl.TooManyRequestsError) return failures.busy(null);
    if (error instanceof deepl.ConnectionError) {
      const { code } = (error.error ?? {}) as { code?: string };
      const isTimeout = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
      return isTimeout ? failures.timeout(error) : failures.unreachable(error);
    }
    if (!(error instanceof deepl.DeepLError)) return error;
    if (/(source|target)_lang/.test(error.message)) return failures.unsupported(pair);
    if (/bad request|too large/i.test(error.message)) return failures.rejected(error.message);
    return failures.faulty(error.message);
  }

  return {
    name: NAME,
    // DeepL's limit is 50 texts and 128 KiB per call: https://developers.deepl.com/api-reference/translate
    limits: { texts: 50, characters: 20_000 },
    async translate(texts, pair, signal) {
      signal?.throwIfAborted();
      const pending = client.translateText(texts, sourceCode(pair.source), targetCode(pair.target), {
        // Subtitles break lines in the middle of sentences.
        splitSentences: 'nonewlines',
      });
      try {
        // The library can't be interrupted, so only the wait ends.
        const responses = await (signal ? untilAborted(pending, signal) : pending);
        return responses.map(({ text }) => text);
      } catch (error) {
        throw interpretError(error, pair);
      }
    },
  };
}
