import type { Segment } from './unsaved.ts';

/** Reason to doubt a segment: only one text exists (on `side`), the lengths differ, or the aligner was unsure. */
export type DoubtReason =
  | { kind: 'one-sided'; side: 'original' | 'target' }
  | { kind: 'lengths' }
  | { kind: 'match'; percent: number };

/** The aligner was unsure below this confidence. Below 0.7 it sets the mismatch flag. */
export const LOW_CONFIDENCE = 0.9;

/** Maximum deviation from the median ratio of lengths, as a logarithm: a factor of 2. */
const MAX_DEVIATION = Math.log(2);
/** The lengths of shorter texts aren't compared, since they differ by chance. */
const MIN_LETTERS_TO_COMPARE = 20;

// In UTF-16 units: counting letters in 20,000 texts would delay opening the editor.
const trimmedLength = (text: string) => text.trim().length;
const logRatio = ({ text_original, text_target }: Segment) =>
  Math.log(trimmedLength(text_target) / trimmedLength(text_original));

/**
 * Returns the median of ln(target length / original length) over the segments with both texts: a Chinese text is normally a
 * third as long as an English one. 0 if there is none.
 */
export function medianLogRatio(segments: readonly Segment[]): number {
  const ratios = segments
    .map(logRatio)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 0;
}

/** Returns the reasons to check a segment, the most obvious first; none for one that is neither marked nor uncertain. */
export function findDoubts(segment: Segment, medianRatio: number): readonly DoubtReason[] {
  const { text_original, text_target, mismatch, confidence, edited } = segment;
  // The aligner's confidence only applies to texts from the files.
  const isUnsure = confidence < LOW_CONFIDENCE && !edited && segment.origin === 'file';
  if (!mismatch && !isUnsure) return [];
  const [original, target] = [trimmedLength(text_original), trimmedLength(text_target)];
  if (original === 0 && target === 0) return [];
  if (original === 0 || target === 0)
    return [{ kind: 'one-sided', side: original > 0 ? 'original' : 'target' }];
  const reasons: DoubtReason[] = [];
  if (
    Math.max(original, target) >= MIN_LETTERS_TO_COMPARE &&
    Math.abs(logRatio(segment) - medianRatio) > MAX_DEVIATION
  )
    reasons.push({ kind: 'lengths' });
  if (isUnsure) reasons.push({ kind: 'match', percent: Math.round(confidence * 100) });
  return reasons;
}
