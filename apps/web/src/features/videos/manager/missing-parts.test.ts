import { describe, expect, it } from 'vitest';
import { managedVideo } from '../testing/managed-video.ts';
import { missingParts } from './missing-parts.ts';

const missingKinds = (...changes: Parameters<typeof managedVideo>) =>
  missingParts(managedVideo(...changes)).map(({ kind }) => kind);

describe('a video’s missing parts', () => {
  it('are none for a translated, aligned and reviewed video', () => {
    expect(missingKinds()).toEqual([]);
  });

  it('start with the original, then the translation', () => {
    expect(missingKinds({ has_original: false, translation_count: 0 })).toEqual([
      'noOriginal',
      'noTranslation',
    ]);
  });

  it('include a translation of less than half of the segments', () => {
    expect(missingParts(managedVideo({ translated_count: 0 }))).toEqual([
      { kind: 'untranslated', count: 0, total: 97 },
    ]);
    expect(missingKinds({ translated_count: 48 })).toEqual(['untranslated']);
    expect(missingKinds({ translated_count: 49 })).toEqual([]);
  });

  it('include an outdated alignment, and the number of mismatches', () => {
    expect(missingParts(managedVideo({ needs_realign: true, mismatch_count: 4 }))).toEqual([
      { kind: 'needsRealign' },
      { kind: 'mismatches', count: 4 },
    ]);
  });
});
