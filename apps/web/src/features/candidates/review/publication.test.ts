import { describe, expect, it } from 'vitest';
import { candidate, version } from '../testing/candidate.ts';
import { chooseTarget, likelyOriginal, likelyTargets, publishableOf, targetsFor } from './publication.ts';

const KNOWN = ['ar', 'en', 'es', 'pt', 'pt-BR'];
const versionsOf = (...keys: string[]) =>
  publishableOf(
    candidate({ downloaded_subtitles: Object.fromEntries(keys.map((key) => [key, version()])) }),
    KNOWN,
  );

describe('the versions that can be published', () => {
  it('have the language that their key begins with', () => {
    expect(versionsOf('es', 'es-auto', 'pt-BR')).toEqual([
      { key: 'es', language: 'es', isAuto: false },
      { key: 'es-auto', language: 'es', isAuto: true },
      { key: 'pt-BR', language: 'pt-BR', isAuto: false },
    ]);
  });
});

describe('the likely original', () => {
  it('is in the candidate’s language, written by people', () => {
    expect(likelyOriginal(versionsOf('en', 'es-auto', 'es'), 'es')).toBe('es');
  });

  it('is rather a machine’s in that language than another one', () => {
    expect(likelyOriginal(versionsOf('en', 'es-auto'), 'es')).toBe('es-auto');
  });

  it('may be the language of another region', () => {
    expect(likelyOriginal(versionsOf('en', 'pt-BR'), 'pt')).toBe('pt-BR');
  });

  it('is null where nothing was downloaded', () => expect(likelyOriginal([], 'es')).toBeNull());
});

describe('the translations', () => {
  it('are in other languages than the original', () => {
    expect(targetsFor(versionsOf('es', 'es-auto', 'en'), 'es').map(({ key }) => key)).toEqual(['en']);
  });

  it('are one a language, written by people if there is one', () => {
    expect(likelyTargets(versionsOf('es', 'en', 'en-auto', 'ar-auto'), 'es').sort()).toEqual([
      'ar-auto',
      'en',
    ]);
  });

  it('give way to another of the same language', () => {
    const versions = versionsOf('es', 'en', 'en-auto');
    expect(chooseTarget(versions, ['en'], 'en-auto', true)).toEqual(['en-auto']);
    expect(chooseTarget(versions, ['en'], 'en', false)).toEqual([]);
  });
});
