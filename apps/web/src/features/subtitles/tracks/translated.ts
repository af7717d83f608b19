import type { subtitles } from '@sayback/contract';

type Counts = Pick<subtitles.Subtitle, 'alignment_id' | 'segment_count' | 'translated_count'>;

/** Returns true for an alignment with missing texts. */
export const isBegun = ({ alignment_id, segment_count, translated_count }: Counts) =>
  alignment_id !== null && translated_count < segment_count;

/** Returns true for an alignment with texts in less than half of its segments, which nobody practises. */
export const isHardlyTranslated = ({ alignment_id, segment_count, translated_count }: Counts) =>
  alignment_id !== null && translated_count * 2 < segment_count;
