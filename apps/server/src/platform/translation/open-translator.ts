import { openApertium } from './apertium.ts';
import { openLibreTranslate } from './libre-translate.ts';
import type { Translator } from './translator.ts';

export type TranslationSettings =
  | { provider: 'libretranslate'; url: string; apiKey: string | null }
  | { provider: 'deepl'; url: string | null; apiKey: string }
  | { provider: 'apertium'; url: string };

/** Opens the configured service. The first request is sent with the first translation. */
export async function openTranslator(settings: TranslationSettings): Promise<Translator> {
  switch (settings.provider) {
    case 'libretranslate':
      return openLibreTranslate(settings.url, settings.apiKey);
    case 'deepl': {
      // The library takes a tenth of a second to load.
      const { openDeepL } = await import('./deepl.ts');
      return openDeepL(settings.apiKey, settings.url);
    }
    case 'apertium':
      return openApertium(settings.url);
  }
}
