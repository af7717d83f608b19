import { openApertium } from './apertium.ts';
import { openDeepL } from './deepl.ts';
import { openLibreTranslate } from './libre-translate.ts';
import type { Translator } from './translator.ts';

export type TranslationSettings =
  | { provider: 'libretranslate'; url: string; apiKey: string | null }
  | { provider: 'deepl'; url: string | null; apiKey: string }
  | { provider: 'apertium'; url: string };

/** The service that the settings name. Nothing is asked of it before somebody translates. */
export function openTranslator(settings: TranslationSettings): Translator {
  switch (settings.provider) {
    case 'libretranslate':
      return openLibreTranslate(settings.url, settings.apiKey);
    case 'deepl':
      return openDeepL(settings.apiKey, settings.url);
    case 'apertium':
      return openApertium(settings.url);
  }
}
