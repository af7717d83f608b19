import type { videos } from '@sayback/contract';

/** A part that a video lacks for learners, as a key of its wording, with a count. */
export type MissingPart =
  | { what: 'noOriginal' | 'noTranslation' | 'needsRealign' }
  | { what: 'untranslated'; count: number; total: number }
  | { what: 'mismatches'; count: number };

/**
 * Returns the missing parts, the most serious first, since nothing can be translated without the original. A translation with
 * less than half of its texts counts as missing.
 */
export function missingParts(video: videos.ManagedVideo): MissingPart[] {
  const parts: MissingPart[] = [];
  if (!video.has_original) parts.push({ what: 'noOriginal' });
  if (video.translation_count === 0) parts.push({ what: 'noTranslation' });
  else if (video.translated_count * 2 < video.segment_count) {
    const { translated_count: count, segment_count: total } = video;
    parts.push({ what: 'untranslated', count, total });
  }
  if (video.needs_realign) parts.push({ what: 'needsRealign' });
  if (video.mismatch_count > 0) parts.push({ what: 'mismatches', count: video.mismatch_count });
  return parts;
}
