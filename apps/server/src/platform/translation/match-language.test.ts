import { describe, expect, it } from 'vitest';
import { matchLanguage, matchPair } from './match-language.ts';

describe("a service's code for a language", () => {
  it.each([
    ['en', ['de', 'en'], 'en'],
    ['en', ['eng', 'spa'], 'eng'],
    ['pt-BR', ['pt', 'pt-BR'], 'pt-BR'],
    ['pt-BR', ['por', 'por_BR'], 'por_BR'],
    ['pt-BR', ['pt'], 'pt'],
    ['es-419', ['es'], 'es'],
    ['zh-Hant', ['zh', 'zt'], 'zt'],
    ['zh-Hans', ['zh', 'zt'], 'zh'],
    ['no', ['nb'], 'nb'],
    ['nb', ['nob'], 'nob'],
    ['ca', ['cat_valencia', 'cat'], 'cat'],
  ])(`the service's code for %s among %j is %s`, (code, offered, expected) => {
    expect(matchLanguage(code, offered)).toBe(expected);
  });

  it('is null for a language that the service doesn’t offer', () => {
    expect(matchLanguage('sw', ['en', 'mlt_translit', ''])).toBeNull();
    expect(matchLanguage('pt', ['pt-BR'])).toBeNull();
  });
});

describe('a service’s language pair', () => {
  const offered = [
    { source: 'spa', target: 'eng' },
    { source: 'spa', target: 'eng_US' },
    { source: 'eng', target: 'spa' },
  ];

  it('is the exact one, or else that of the languages without regions', () => {
    expect(matchPair({ source: 'es', target: 'en' }, offered)).toBe(offered[0]);
    expect(matchPair({ source: 'es-MX', target: 'en-US' }, offered)).toBe(offered[1]);
    expect(matchPair({ source: 'en-GB', target: 'es-ES' }, offered)).toBe(offered[2]);
  });

  it('is null if one side is missing', () => {
    expect(matchPair({ source: 'en', target: 'sw' }, offered)).toBeNull();
    expect(matchPair({ source: 'sw', target: 'es' }, offered)).toBeNull();
  });
});
