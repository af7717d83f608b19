import { formatPosition, parsePosition } from '@sayback/contract';
import type { Draft, Segment } from './draft.ts';

export type TextField = 'text_original' | 'text_target';

/** Where a segment is split: the caret in one of its texts, in UTF-16 units. */
export type Caret = { field: TextField; at: number };

export type Languages = { original: string; target: string };

/** The starts of the words of a text but the first, for languages without spaces too. */
function wordBorders(text: string, language: string): number[] {
  let words: Intl.Segmenter;
  try {
    words = new Intl.Segmenter(language, { granularity: 'word' });
  } catch {
    // A code that the browser doesn't take for a language.
    words = new Intl.Segmenter(undefined, { granularity: 'word' });
  }
  return [...words.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index }) => index)
    .slice(1);
}

/** Cuts a text at the word border that lies nearest to a share of it (0 to 1). With one word, the first part has it all. */
export function cutNear(text: string, share: number, language: string): [string, string] {
  const target = text.length * share;
  const borders = wordBorders(text, language);
  const [first] = borders;
  if (first === undefined) return [text.trim(), ''];
  const nearest = borders.reduce(
    (best, border) => (Math.abs(border - target) < Math.abs(best - target) ? border : best),
    first,
  );
  return [text.slice(0, nearest).trim(), text.slice(nearest).trim()];
}

/** The moment that divides a segment by a share of it, in milliseconds: both parts last at least one. */
function cutTime(start: number, end: number, share: number): number {
  return Math.max(start + 1, Math.min(end - 1, Math.round(start + (end - start) * share)));
}

/**
 * The two parts that a segment becomes: its text divided at the caret, the other one at the nearest word border, the
 * times by the share of the text's length. Null where the caret leaves a part without text, or the times can't be
 * divided.
 */
export function splitSegment(
  segment: Segment,
  { field, at }: Caret,
  languages: Languages,
): [Draft, Draft] | null {
  const text = segment[field];
  const parts = [text.slice(0, at).trim(), text.slice(at).trim()] as const;
  const start = parsePosition(segment.start_time);
  const end = parsePosition(segment.end_time);
  if (!parts[0] || !parts[1] || start === null || end === null || end - start < 2) return null;
  const share = parts[0].length / (parts[0].length + parts[1].length);
  const isOriginal = field === 'text_original';
  const other = isOriginal ? segment.text_target : segment.text_original;
  const others = cutNear(other, share, isOriginal ? languages.target : languages.original);
  const border = formatPosition(cutTime(start, end, share));
  const textsOf = (part: 0 | 1) =>
    isOriginal
      ? { text_original: parts[part], text_target: others[part] }
      : { text_original: others[part], text_target: parts[part] };
  return [
    { end_time: border, ...textsOf(0) },
    {
      start_time: border,
      end_time: segment.end_time,
      ...textsOf(1),
      mismatch: segment.mismatch,
      label: segment.label,
    },
  ];
}
