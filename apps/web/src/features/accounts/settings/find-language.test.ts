import { describe, expect, it } from 'vitest';
import { findLanguage, suggestLanguages, toFieldText } from './find-language.ts';

const CODES = [
  'ak',
  'tw',
  'ar',
  'de',
  'en',
  'es',
  'es-419',
  'fr',
  'ja',
  'ko',
  'no',
  'pt',
  'pt-BR',
  'ru',
  'tr',
  'zh',
  'zh-Hans',
];

/** The languages as an interface in this language names them. */
function namedIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' });
  return CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}
const inEnglish = namedIn('en');
const inSpanish = namedIn('es');

describe('finding a language', () => {
  it.each([
    ['fr', 'fr'],
    ['FR', 'fr'],
    [' fr ', 'fr'],
    ['pt-br', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['ZH-hans', 'zh-Hans'],
    ['es-419', 'es-419'],
  ])('accepts the code %j', (typed, code) => {
    expect(findLanguage(typed, inEnglish)).toBe(code);
  });

  it.each([
    ['French', 'fr'],
    ['  fRENCH ', 'fr'],
    ['Portuguese (Brazil)', 'pt-BR'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['brazilian  portuguese', 'pt-BR'],
    ['Simplified Chinese', 'zh-Hans'],
  ])('accepts the English name %j in any interface language', (typed, code) => {
    expect(findLanguage(typed, inEnglish)).toBe(code);
    expect(findLanguage(typed, inSpanish)).toBe(code);
  });

  it('accepts the name in the interface’s language, but not in others', () => {
    expect(findLanguage('alemán', inSpanish)).toBe('de');
    expect(findLanguage('alemán', inEnglish)).toBeNull();
  });

  it.each([
    ['Deutsch', 'de'],
    ['français', 'fr'],
    ['Français', 'fr'],
    ['日本語', 'ja'],
    ['한국어', 'ko'],
    ['РУССКИЙ', 'ru'],
    ['русский', 'ru'],
    ['العربية', 'ar'],
    ['Türkçe', 'tr'],
    ['português (Brasil)', 'pt-BR'],
    ['简体中文', 'zh-Hans'],
  ])('accepts the language’s own name %j', (typed, code) => {
    expect(findLanguage(typed, inEnglish)).toBe(code);
  });

  it('ignores accents, composed or not', () => {
    expect(findLanguage('francais', inEnglish)).toBe('fr');
    expect(findLanguage('franc\u0327ais', inEnglish)).toBe('fr');
    expect(findLanguage('aleman', inSpanish)).toBe('de');
  });

  it('prefers a code to a name', () => {
    expect(findLanguage('no', [{ code: 'xx', name: 'No' }, ...inEnglish])).toBe('no');
  });

  it.each(['', '   ', 'klingon', 'xx', 'fren', 'frenchy', 'en-US', '(', '\\'])(
    'knows no language %j',
    (typed) => {
      expect(findLanguage(typed, inEnglish)).toBeNull();
    },
  );

  it('only offers the given languages', () => {
    expect(findLanguage('it', inEnglish)).toBeNull();
    expect(findLanguage('Italian', inEnglish)).toBeNull();
  });

  it('finds by code and name if Intl doesn’t know the code', () => {
    const odd = [{ code: 'not a code', name: 'Invented' }];
    expect(findLanguage('invented', odd)).toBe('not a code');
  });
});

describe('suggesting languages', () => {
  const codesFor = (typed: string, languages = inEnglish) =>
    suggestLanguages(typed, languages).map(({ code }) => code);

  it('lists those that start with the text first, then those that contain it', () => {
    expect(codesFor('por')).toEqual(['pt', 'pt-BR']);
    expect(codesFor('brazil')).toEqual(['pt-BR']);
    expect(codesFor('ar')[0]).toBe('ar');
    expect(codesFor('n').indexOf('no')).toBeLessThan(codesFor('n').indexOf('fr'));
  });

  it('also finds by code and by the language’s own name', () => {
    expect(codesFor('deu')).toEqual(['de']);
    expect(codesFor('日')).toEqual(['ja']);
    expect(codesFor('es-4')).toEqual(['es-419']);
  });

  it('shows the language’s own name next to the name, if they differ', () => {
    expect(suggestLanguages('germ', inEnglish)).toEqual([{ code: 'de', name: 'German', ownName: 'Deutsch' }]);
    expect(suggestLanguages('english', inEnglish)).toEqual([{ code: 'en', name: 'English' }]);
  });

  it('lists all for an empty text, with each name once', () => {
    const names = suggestLanguages(' ', inEnglish).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name === 'Akan')).toHaveLength(1);
    expect(names).toHaveLength(CODES.length - 1);
  });
});

describe('the text for a language', () => {
  it('is its name', () => {
    expect(toFieldText('fr', inEnglish)).toBe('French');
    expect(toFieldText('fr', inSpanish)).toBe('francés');
  });

  it('always finds the language again', () => {
    for (const { code } of inEnglish)
      expect(findLanguage(toFieldText(code, inEnglish), inEnglish)).toBe(code);
  });

  it('is the code if it has no name', () => {
    expect(toFieldText('it', inEnglish)).toBe('it');
  });
});
