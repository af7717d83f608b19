import { describe, expect, it } from 'vitest';
import { managedVideo } from '../testing/managed-video.ts';
import { missingParts } from './missing-parts.ts';

const missing = (...changes: Parameters<typeof managedVideo>) =>
  missingParts(managedVideo(...changes)).map(({ what }) => what);

describe('what a video lacks', () => {
  it('is nothing when it is translated, aligned and looked through', () => {
    expect(missing()).toEqual([]);
  });

  it('begins with the original, without which there is no translation either', () => {
    expect(missing({ has_original: false, translation_count: 0 })).toEqual(['noOriginal', 'noTranslation']);
  });

  it('is most of the texts of its furthest translation', () => {
    expect(missingParts(managedVideo({ translated_count: 0 }))).toEqual([
      { what: 'untranslated', count: 0, total: 97 },
    ]);
    expect(missing({ translated_count: 48 })).toEqual(['untranslated']);
    expect(missing({ translated_count: 49 })).toEqual([]);
  });

  it('tells of an alignment that is out of date, and how many mismatches are open', () => {
    expect(missingParts(managedVideo({ needs_realign: true, mismatch_count: 4 }))).toEqual([
      { what: 'needsRealign' },
      { what: 'mismatches', count: 4 },
    ]);
  });
});
