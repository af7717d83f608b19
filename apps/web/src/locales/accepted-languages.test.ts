import { afterEach, expect, it, vi } from 'vitest';
import { acceptedLanguages } from './accepted-languages.ts';
import { chooseLanguage, startI18n } from './i18n.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await chooseLanguage(null);
});

it('the browser’s languages are used, even if the interface falls back to English', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja', 'pt-BR']);
  await startI18n();
  expect(document.documentElement.lang).toBe('en');
  expect(acceptedLanguages()).toEqual(['ja', 'pt-BR']);
});

it('a chosen interface language precedes the browser’s', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['ja', 'en']);
  await chooseLanguage('es');
  expect(acceptedLanguages()).toEqual(['es', 'ja', 'en']);
});
