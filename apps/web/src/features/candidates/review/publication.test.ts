import { describe, expect, it } from 'vitest';
import { candidate, version } from '../testing/candidate.ts';
import {
  findPublishable,
  likelyOriginal,
  likelyTargets,
  possibleTargets,
  toggleTarget,
} from './publication.ts';

const LANGUAGES = ['ar', 'en', 'es', 'pt', 'pt-BR'];
const publishableVersions = (...keys: string[]) =>
  findPublishable(
    candidate({ downloaded_subtitles: Object.fromEntries(keys.map((key) => [key, version()])) }),
    LANGUAGES,
  );

describe('publishable versions', () => {
  it('have the language at the start of their key', () => {
    expect(publishableVersions('es', 'es-auto', 'pt-BR')).toEqual([
      { key: 'es', language: 'es', isAuto: false },
      { key: 'es-auto', language: 'es', isAuto: true },
      { key: 'pt-BR', language: 'pt-BR', isAuto: false },
    ]);
  });
});

describe('the likely original', () => {
  it('is a manual version in the candidate’s language', () => {
    expect(likelyOriginal(publishableVersions('en', 'es-auto', 'es'), 'es')).toBe('es');
  });

  it('is an automatic version in that language rather than a manual one in another', () => {
    expect(likelyOriginal(publishableVersions('en', 'es-auto'), 'es')).toBe('es-auto');
  });

  it('can be in a regional variant of that language', () => {
    expect(likelyOriginal(publishableVersions('en', 'pt-BR'), 'pt')).toBe('pt-BR');
  });

  it('is null without downloaded versions', () => expect(likelyOriginal([], 'es')).toBeNull());
});

describe('the suggested translations', () => {
  it('are in languages other than the original’s', () => {
    expect(possibleTargets(publishableVersions('es', 'es-auto', 'en'), 'es').map(({ key }) => key)).toEqual([
      'en',
    ]);
  });

  it('have one version per language, a manual one if possible', () => {
    expect(likelyTargets(publishableVersions('es', 'en', 'en-auto', 'ar-auto'), 'es').sort()).toEqual([
      'ar-auto',
      'en',
    ]);
  });

  it('are replaced by a newly selected one in the same language', () => {
    const versions = publishableVersions('es', 'en', 'en-auto');
    expect(toggleTarget(versions, ['en'], 'en-auto', true)).toEqual(['en-auto']);
    expect(toggleTarget(versions, ['en'], 'en', false)).toEqual([]);
  });
});
