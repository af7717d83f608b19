import { describe, expect, it } from 'vitest';
import { candidate, version } from '../testing/candidate.ts';
import { chooseTarget, findPublishable, likelyOriginal, likelyTargets, targetsFor } from './publication.ts';

const KNOWN = ['ar', 'en', 'es', 'pt', 'pt-BR'];
const getVersions = (...keys: string[]) =>
  findPublishable(
    candidate({ downloaded_subtitles: Object.fromEntries(keys.map((key) => [key, version()])) }),
    KNOWN,
  );

describe('publishable versions', () => {
  it('have the language at the start of their key', () => {
    expect(getVersions('es', 'es-auto', 'pt-BR')).toEqual([
      { key: 'es', language: 'es', isAuto: false },
      { key: 'es-auto', language: 'es', isAuto: true },
      { key: 'pt-BR', language: 'pt-BR', isAuto: false },
    ]);
  });
});

describe('the likely original', () => {
  it('is a manual one in the candidate’s language', () => {
    expect(likelyOriginal(getVersions('en', 'es-auto', 'es'), 'es')).toBe('es');
  });

  it('is an automatic one in that language rather than another', () => {
    expect(likelyOriginal(getVersions('en', 'es-auto'), 'es')).toBe('es-auto');
  });

  it('may be in another region’s variant', () => {
    expect(likelyOriginal(getVersions('en', 'pt-BR'), 'pt')).toBe('pt-BR');
  });

  it('is null without downloaded versions', () => expect(likelyOriginal([], 'es')).toBeNull());
});

describe('the suggested translations', () => {
  it('are in languages other than the original’s', () => {
    expect(targetsFor(getVersions('es', 'es-auto', 'en'), 'es').map(({ key }) => key)).toEqual(['en']);
  });

  it('are one per language, manual if possible', () => {
    expect(likelyTargets(getVersions('es', 'en', 'en-auto', 'ar-auto'), 'es').sort()).toEqual([
      'ar-auto',
      'en',
    ]);
  });

  it('are replaced by another one of the same language', () => {
    const versions = getVersions('es', 'en', 'en-auto');
    expect(chooseTarget(versions, ['en'], 'en-auto', true)).toEqual(['en-auto']);
    expect(chooseTarget(versions, ['en'], 'en', false)).toEqual([]);
  });
});
