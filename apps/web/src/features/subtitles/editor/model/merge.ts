import { parsePosition, subtitles } from '@sayback/contract';
import { joinTexts as joinLines } from '@sayback/subtitles/line-text';
import type { Draft, Segment } from './unsaved.ts';

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}。、！？」』]/u;
const BEAD = /^(\d+)-(\d+)$/;

/** Joins two texts, with a space if their language uses spaces, and two speakers on separate lines. */
export function joinTexts(first: string, second: string): string {
  const [a, b] = [first.trim(), second.trim()];
  if (!a || !b) return a || b;
  // Spread into code points, since the last UTF-16 unit can be half of a surrogate pair.
  const isUnspaced = UNSPACED.test([...a].at(-1) ?? '') && UNSPACED.test([...b][0] ?? '');
  return isUnspaced ? a + b : joinLines([a, b]);
}

/** Joins labels: `1-1` and `1-2` become `2-3`; otherwise returns the first one that isn't empty. */
export function joinLabels(first: string, second: string): string {
  const [a, b] = [BEAD.exec(first), BEAD.exec(second)];
  if (!a || !b) return (first || second).slice(0, subtitles.LABEL_LIMIT);
  return `${Number(a[1]) + Number(b[1])}-${Number(a[2]) + Number(b[2])}`;
}

const parseMs = (position: string) => parsePosition(position) ?? 0;

/** Returns the fields of two segments merged into one. */
export function mergeSegments(first: Segment, second: Segment): Draft {
  const earlier = parseMs(second.start_time) < parseMs(first.start_time) ? second : first;
  const later = parseMs(second.end_time) > parseMs(first.end_time) ? second : first;
  return {
    start_time: earlier.start_time,
    end_time: later.end_time,
    text_original: joinTexts(first.text_original, second.text_original),
    text_target: joinTexts(first.text_target, second.text_target),
    mismatch: first.mismatch || second.mismatch,
    origin: first.origin === second.origin ? first.origin : 'person',
    approved: first.approved && second.approved,
    label: joinLabels(first.label, second.label),
  };
}
