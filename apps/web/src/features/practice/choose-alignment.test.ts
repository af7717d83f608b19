import { describe, expect, it } from 'vitest';
import { chooseAlignment } from './choose-alignment.ts';

const targets = [
  { language: 'de', alignment_id: 1 },
  { language: 'pt-BR', alignment_id: 2 },
  { language: 'es', alignment_id: 3 },
  { language: 'fr', alignment_id: null },
];
const choose = (wish: Partial<Parameters<typeof chooseAlignment>[1]>) =>
  chooseAlignment(targets, { chosen: null, nativeLanguage: null, latest: null, ...wish })?.language;

describe('the translation that is shown', () => {
  it('is the one into the language that the learner chose last', () => {
    expect(choose({ chosen: 'de', nativeLanguage: 'es' })).toBe('de');
  });

  it('is the usual one where there is none into the language that was chosen', () => {
    expect(choose({ chosen: 'ja', nativeLanguage: 'es' })).toBe('es');
    expect(choose({ chosen: 'fr', nativeLanguage: 'es' })).toBe('es');
  });

  it('is else the one into the native language', () => {
    expect(choose({ nativeLanguage: 'es', latest: 1 })).toBe('es');
  });

  it('is else the one into another form of it', () => {
    expect(choose({ nativeLanguage: 'pt', latest: 1 })).toBe('pt-BR');
    expect(choose({ nativeLanguage: 'es-419', latest: 1 })).toBe('es');
  });

  it('is else the newest, and any rather than none', () => {
    expect(choose({ nativeLanguage: 'ja', latest: 3 })).toBe('es');
    expect(choose({ nativeLanguage: 'ja' })).toBe('de');
  });

  it('is never one that is not aligned', () => {
    expect(choose({ nativeLanguage: 'fr', latest: 3 })).toBe('es');
    expect(chooseAlignment([], { chosen: 'de', nativeLanguage: 'en', latest: 1 })).toBeUndefined();
  });
});
