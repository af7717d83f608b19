import type { videos } from '@sayback/contract';

/** A part that a video lacks for learners. `kind` is a key of the translation catalogue. */
export type MissingPart =
  | { kind: 'noOriginal' | 'noTranslation' | 'needsRealign' }
  | { kind: 'untranslated'; count: number; total: number }
  | { kind: 'mismatches'; count: number };

/**
 * Returns the missing parts, in the order in which they can be added. A translation with less than half of its texts counts as
 * missing.
 */
export function missingParts(video: videos.ManagedVideo): MissingPart[] {
  const parts: MissingPart[] = [];
  if (!video.has_original) parts.push({ kind: 'noOriginal' });
  if (video.translation_count === 0) parts.push({ kind: 'noTranslation' });
  else if (video.translated_count * 2 < video.segment_count) {
    const { translated_count: count, segment_count: total } = video;
    parts.push({ kind: 'untranslated', count, total });
  }
  if (video.needs_realign) parts.push({ kind: 'needsRealign' });
  if (video.mismatch_count > 0) parts.push({ kind: 'mismatches', count: video.mismatch_count });
  return parts;
}
