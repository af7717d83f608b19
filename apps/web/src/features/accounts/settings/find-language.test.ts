import { describe, expect, it } from 'vitest';
import { fieldText, findLanguage, suggestLanguages } from './find-language.ts';

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

/** The languages by their names in an interface language. */
function languagesNamedIn(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' });
  return CODES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}
const ENGLISH = languagesNamedIn('en');
const SPANISH = languagesNamedIn('es');

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
    expect(findLanguage(typed, ENGLISH)).toBe(code);
  });

  it.each([
    ['French', 'fr'],
    ['  fRENCH ', 'fr'],
    ['Portuguese (Brazil)', 'pt-BR'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['brazilian  portuguese', 'pt-BR'],
    ['Simplified Chinese', 'zh-Hans'],
  ])('accepts the English name %j in any interface language', (typed, code) => {
    expect(findLanguage(typed, ENGLISH)).toBe(code);
    expect(findLanguage(typed, SPANISH)).toBe(code);
  });

  it('accepts the name in the interface’s language, but not in others', () => {
    expect(findLanguage('alemán', SPANISH)).toBe('de');
    expect(findLanguage('alemán', ENGLISH)).toBeNull();
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
    expect(findLanguage(typed, ENGLISH)).toBe(code);
  });

  it('ignores accents, composed or not', () => {
    expect(findLanguage('francais', ENGLISH)).toBe('fr');
    expect(findLanguage('franc\u0327ais', ENGLISH)).toBe('fr');
    expect(findLanguage('aleman', SPANISH)).toBe('de');
  });

  it('prefers a code to a name', () => {
    expect(findLanguage('no', [{ code: 'xx', name: 'No' }, ...ENGLISH])).toBe('no');
  });

  it.each(['', '   ', 'klingon', 'xx', 'fren', 'frenchy', 'en-US', '(', '\\'])(
    'finds nothing for %j',
    (typed) => {
      expect(findLanguage(typed, ENGLISH)).toBeNull();
    },
  );

  it('finds only listed languages', () => {
    expect(findLanguage('it', ENGLISH)).toBeNull();
    expect(findLanguage('Italian', ENGLISH)).toBeNull();
  });

  it('finds a language that Intl doesn’t know', () => {
    const unknownToIntl = [{ code: 'not a code', name: 'Invented' }];
    expect(findLanguage('invented', unknownToIntl)).toBe('not a code');
  });
});

describe('suggesting languages', () => {
  const codesFor = (typed: string, languages = ENGLISH) =>
    suggestLanguages(typed, languages).map(({ code }) => code);

  it('lists languages that start with the text before those that contain it', () => {
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
    expect(suggestLanguages('germ', ENGLISH)).toEqual([{ code: 'de', name: 'German', ownName: 'Deutsch' }]);
    expect(suggestLanguages('english', ENGLISH)).toEqual([{ code: 'en', name: 'English' }]);
  });

  it('lists each name once for an empty text', () => {
    const names = suggestLanguages(' ', ENGLISH).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => name === 'Akan')).toHaveLength(1);
    expect(names).toHaveLength(CODES.length - 1);
  });
});

describe('the text for a language', () => {
  it('is its name', () => {
    expect(fieldText('fr', ENGLISH)).toBe('French');
    expect(fieldText('fr', SPANISH)).toBe('francés');
  });

  it('always finds the language again', () => {
    for (const { code } of ENGLISH) expect(findLanguage(fieldText(code, ENGLISH), ENGLISH)).toBe(code);
  });

  it('is the code of an unlisted language', () => {
    expect(fieldText('it', ENGLISH)).toBe('it');
  });
});
