import { describe, expect, it } from 'vitest';
import { managedVideo } from '../testing/managed-video.ts';
import { missingParts } from './missing-parts.ts';

const missing = (...changes: Parameters<typeof managedVideo>) =>
  missingParts(managedVideo(...changes)).map(({ what }) => what);

describe('a video’s missing parts', () => {
  it('are none if it is translated, aligned and reviewed', () => {
    expect(missing()).toEqual([]);
  });

  it('start with the original, without which there is no translation either', () => {
    expect(missing({ has_original: false, translation_count: 0 })).toEqual(['noOriginal', 'noTranslation']);
  });

  it('include an unfinished translation, for the furthest one', () => {
    expect(missingParts(managedVideo({ translated_count: 0 }))).toEqual([
      { what: 'untranslated', count: 0, total: 97 },
    ]);
    expect(missing({ translated_count: 48 })).toEqual(['untranslated']);
    expect(missing({ translated_count: 49 })).toEqual([]);
  });

  it('include an outdated alignment, and the number of mismatches', () => {
    expect(missingParts(managedVideo({ needs_realign: true, mismatch_count: 4 }))).toEqual([
      { what: 'needsRealign' },
      { what: 'mismatches', count: 4 },
    ]);
  });
});
