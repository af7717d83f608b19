import { describe, expect, it } from 'vitest';
import { sampleSubtitle } from '../../../api/testing/samples.ts';
import { sortSubtitles, withOriginalFirst } from './subtitle-order.ts';

const NAMES: Record<string, string> = { de: 'Alemán', en: 'Inglés', es: 'Español', zh: 'Chino' };
const languageName = (code: string) => NAMES[code] ?? code;

const subtitle = (language: string, is_original = false) => sampleSubtitle({ language, is_original });

describe('a list of subtitles', () => {
  it('has the original first, then the others by name in the interface’s language', () => {
    const list = [subtitle('en'), subtitle('de'), subtitle('zh', true), subtitle('es')];
    expect(sortSubtitles(list, languageName).map(({ language }) => language)).toEqual([
      'zh',
      'de',
      'es',
      'en',
    ]);
  });
});

describe('the languages offered for an upload', () => {
  const languages = ['de', 'en', 'es'].map((code) => ({ code, name: languageName(code) }));

  it('start with the original while its subtitle is missing, without duplicates', () => {
    const choices = withOriginalFirst(languages, { code: 'es', name: 'Español (Original)' });
    expect(choices.map(({ name }) => name)).toEqual(['Español (Original)', 'Alemán', 'Inglés']);
  });

  it('include the original even if it isn’t a common one', () => {
    expect(withOriginalFirst(languages, { code: 'qu', name: 'Quechua' })[0]?.code).toBe('qu');
  });

  it('are unchanged once it exists', () => {
    expect(withOriginalFirst(languages, null)).toEqual(languages);
  });
});
