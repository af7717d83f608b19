import { describe, expect, it } from 'vitest';
import { findLanguage, findVersion, modernCode, readVersionKey, versionKeys } from './version-key.ts';

const KNOWN = ['en', 'es', 'es-419', 'he', 'pt', 'pt-BR', 'zh', 'zh-Hans', 'zh-Hant'];

describe('a language code', () => {
  it.each([
    ['iw', 'he'],
    ['iw-IL', 'he-IL'],
    ['zh-CN', 'zh-Hans'],
    ['zh_TW', 'zh-Hant'],
    ['pt-BR', 'pt-BR'],
    ['constructor', 'constructor'],
  ])('%s is %s today', (code, modern) => expect(modernCode(code)).toBe(modern));

  it.each([
    ['zh-CN', 'zh-Hans'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['iw', 'he'],
    ['EN-gb', 'en'],
    ['pt-br', 'pt-BR'],
    ['es-MX', 'es'],
  ])('%s is recognised as %s', (code, expected) => expect(findLanguage(code, KNOWN)).toBe(expected));

  it('is null for an unknown language', () => {
    expect(findLanguage('tlh', KNOWN)).toBeNull();
    expect(findLanguage('', KNOWN)).toBeNull();
    expect(findLanguage('eng', KNOWN)).toBeNull();
  });
});

describe('version keys', () => {
  it('distinguish automatic and manual ones, and several of one language', () => {
    const keys = versionKeys([
      { language: 'en', kind: 'manual' },
      { language: 'en', kind: 'auto' },
      { language: 'en', kind: 'manual', suffix: 'nP7-2PuUl7o' },
      { language: 'pt-BR', kind: 'manual' },
      { language: 'iw', kind: 'manual' },
    ]);
    expect(keys).toEqual(['en', 'en-auto', 'en-nP7-2PuUl7o', 'pt-BR', 'he']);
  });

  it('are unique, even if two codes are for the same language', () => {
    const tracks = ['zh-CN', 'zh-Hans', 'zh-hans'].map((language) => ({ language, kind: 'manual' as const }));
    expect(versionKeys(tracks)).toEqual(['zh-Hans', 'zh-Hans-2', 'zh-hans-3']);
  });

  it.each([
    ['en', 'en', ''],
    ['en-auto', 'en', 'auto'],
    ['pt-BR', 'pt-BR', ''],
    ['pt-BR-auto', 'pt-BR', 'auto'],
    ['pt-br', 'pt-BR', ''],
    ['en-nP7-2PuUl7o', 'en', 'nP7-2PuUl7o'],
    ['zh-CN', 'zh-Hans', ''],
    ['zh-Hans-auto', 'zh-Hans', 'auto'],
    ['zh-CN-auto', 'zh-Hans', 'auto'],
    ['iw-auto', 'he', 'auto'],
    ['es-419', 'es-419', ''],
  ])('%s is parsed as %s and %j', (key, language, variant) =>
    expect(readVersionKey(key, KNOWN)).toEqual({ language, variant }),
  );

  it('are rejected for an unknown language', () => {
    expect(readVersionKey('tlh-auto', KNOWN)).toBeNull();
    expect(readVersionKey('english', KNOWN)).toBeNull();
  });
});

describe('finding a version', () => {
  const version = (language: string, kind: 'manual' | 'auto', version_key: string) => ({
    language,
    kind,
    version_key,
  });
  const versions = [
    version('en', 'auto', 'en-auto'),
    version('en', 'manual', 'en-x'),
    version('he', 'auto', 'he-auto'),
    version('zh-Hans', 'manual', 'zh-Hans'),
  ];

  it.each([
    ['en-auto', 'en-auto'],
    ['EN-AUTO', 'en-auto'],
    ['en', 'en-x'],
    ['iw', 'he-auto'],
    ['zh-CN', 'zh-Hans'],
  ])('the version requested as %s is %s', (requested, key) =>
    expect(findVersion(versions, requested)?.version_key).toBe(key),
  );

  it('is null if it doesn’t exist', () => expect(findVersion(versions, 'fr')).toBeNull());
});
