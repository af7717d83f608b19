import type { subtitles } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { inListOrder, suggestOriginal } from './subtitle-order.ts';

const NAMES: Record<string, string> = { de: 'Alemán', en: 'Inglés', es: 'Español', zh: 'Chino' };
const nameOf = (code: string) => NAMES[code] ?? code;

const subtitle = (language: string, is_original = false): subtitles.Subtitle => ({
  id: language.charCodeAt(0),
  video_id: 1,
  language,
  language_display_name: language,
  is_original,
  alignment_id: null,
  needs_realign: false,
  uploaded_at: '2026-01-02T03:04:05Z',
  cue_count: 1,
  segment_count: 0,
  mismatch_count: 0,
  translated_count: 0,
  last_applied_revision_id: null,
  revision_count: 0,
});

describe('the list of subtitles', () => {
  it('has the original first, then the others by their name in the language of the interface', () => {
    const list = [subtitle('en'), subtitle('de'), subtitle('zh', true), subtitle('es')];
    expect(inListOrder(list, nameOf).map(({ language }) => language)).toEqual(['zh', 'de', 'es', 'en']);
  });
});

describe('the languages to upload a subtitle in', () => {
  const languages = ['de', 'en', 'es'].map((code) => ({ code, name: nameOf(code) }));

  it('begin with the original while its subtitle is missing, and have it once', () => {
    const choices = suggestOriginal(languages, { code: 'es', name: 'Español (Original)' });
    expect(choices.map(({ name }) => name)).toEqual(['Español (Original)', 'Alemán', 'Inglés']);
  });

  it('have the original even when it is not among the usual ones', () => {
    expect(suggestOriginal(languages, { code: 'qu', name: 'Quechua' })[0]?.code).toBe('qu');
  });

  it('are left as they are once it is there', () => {
    expect(suggestOriginal(languages, null)).toEqual(languages);
  });
});
