import type { subtitles } from '@sayback/contract';

type Counts = Pick<subtitles.Subtitle, 'alignment_id' | 'segment_count' | 'translated_count'>;

/** Returns true if some segments of an alignment have no translation. */
export const isPartlyTranslated = ({ alignment_id, segment_count, translated_count }: Counts) =>
  alignment_id !== null && translated_count < segment_count;

/** Returns true if less than half of the segments of an alignment have a translation. */
export const isMostlyUntranslated = ({ alignment_id, segment_count, translated_count }: Counts) =>
  alignment_id !== null && translated_count * 2 < segment_count;
