import type { Segment } from './unsaved.ts';

/** Reason to doubt a segment: one of its texts is missing, their lengths differ, or the aligner was unsure. */
export type DoubtReason =
  | { kind: 'only'; side: 'original' | 'target' }
  | { kind: 'lengths' }
  | { kind: 'match'; percent: number };

/** Confidence below which the aligner was unsure; below 0.7 it marks a mismatch. */
export const LOW_CONFIDENCE = 0.9;

/** Factor on the expected length beyond which a text is worth a note. */
const UNUSUAL = Math.log(2);
/** Short texts differ by chance. */
const MIN_LETTERS_TO_COMPARE = 20;

// UTF-16 units: counting the letters of 20,000 texts would delay opening.
const getLength = (text: string) => text.trim().length;
const logRatio = ({ text_original, text_target }: Segment) =>
  Math.log(getLength(text_target) / getLength(text_original));

/**
 * Returns the median of ln(target length / original length) over the segments with both texts: a Chinese text is normally a
 * third as long as an English one. 0 if there is none.
 */
export function typicalLogRatio(segments: readonly Segment[]): number {
  const ratios = segments
    .map(logRatio)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 0;
}

/** Returns the reasons to check a segment, the most obvious first; none for one that is neither marked nor uncertain. */
export function getDoubts(segment: Segment, typical: number): readonly DoubtReason[] {
  const { text_original, text_target, mismatch, confidence, edited } = segment;
  // The aligner's confidence means nothing for a text from another origin.
  const isUnsure = confidence < LOW_CONFIDENCE && !edited && segment.origin === 'file';
  if (!mismatch && !isUnsure) return [];
  const [original, target] = [getLength(text_original), getLength(text_target)];
  if (original === 0 && target === 0) return [];
  if (original === 0 || target === 0) return [{ kind: 'only', side: original > 0 ? 'original' : 'target' }];
  const reasons: DoubtReason[] = [];
  if (Math.max(original, target) >= MIN_LETTERS_TO_COMPARE && Math.abs(logRatio(segment) - typical) > UNUSUAL)
    reasons.push({ kind: 'lengths' });
  if (isUnsure) reasons.push({ kind: 'match', percent: Math.round(confidence * 100) });
  return reasons;
}
