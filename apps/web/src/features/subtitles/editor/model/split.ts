import { formatPosition, parsePosition, type subtitles } from '@sayback/contract';
import { type CueBorder, cueBorders } from './source-cues.ts';
import { kindBefore, nearestBorder, outsideWords } from './text-borders.ts';
import type { Draft, Segment } from './unsaved.ts';

export type TextField = 'text_original' | 'text_target';

/** Where a segment is split: the caret in one of its texts, in UTF-16 units. */
export type Caret = { field: TextField; at: number };

export type Languages = { original: string; target: string };

/** Where the cues of the two files aren't known. */
export const NO_CUES: subtitles.SourceCues = { original: [], target: [] };

/** A caret so near to the end of a cue, in characters, means that. */
const CARET_REACH = 2;
/** The other text is divided at the end of a cue so far from where its length leads to expect it. */
const CUE_REACH = 0.5;

const nearest = (borders: readonly CueBorder[], at: number): CueBorder | undefined =>
  borders.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];

/** The moments of a border, with the cues that it lies between stretched over a row. */
function laidOnto(row: { start: number; end: number }, { end, start, from, to }: CueBorder) {
  const within = (moment: number) => row.start + ((moment - from) / (to - from)) * (row.end - row.start);
  return to > from ? { end: within(end), start: within(start) } : undefined;
}

const cut = (text: string, at: number): readonly [string, string] => [
  text.slice(0, at).trim(),
  text.slice(at).trim(),
];

/** A label of the aligner's ('2-1') tells how many cues there were: that is another thing now. Others are a person's. */
const labelOf = (label: string, original: string, target: string) =>
  /^\d+-\d+$/.test(label) ? `${Number(original !== '')}-${Number(target !== '')}` : label;

/**
 * The two parts that a segment becomes. Its text is divided at the caret, though never within a word; the other one at the
 * end of a cue, else at the kind of border that is at the caret, else between words; the times at the end of the cue,
 * else by the share of the text. Null where a part would have no text at the caret, or the times can't be divided.
 */
export function splitSegment(
  segment: Segment,
  { field, at: caret }: Caret,
  languages: Languages,
  cues: subtitles.SourceCues = NO_CUES,
): [Draft, Draft] | null {
  const start = parsePosition(segment.start_time);
  const end = parsePosition(segment.end_time);
  if (start === null || end === null || end - start < 2) return null;
  const isOriginal = field === 'text_original';
  const [side, otherSide] = isOriginal
    ? (['original', 'target'] as const)
    : (['target', 'original'] as const);
  const text = segment[field];
  const other = isOriginal ? segment.text_target : segment.text_original;

  const own = nearest(cueBorders(text, cues[side], start), caret);
  const ownBorder = own && Math.abs(own.at - caret) <= CARET_REACH ? own : undefined;
  const at = ownBorder?.at ?? outsideWords(text, caret, languages[side]);
  const parts = cut(text, at);
  if (!parts[0] || !parts[1]) return null;
  const share = parts[0].length / (parts[0].length + parts[1].length);

  const otherCue = nearest(cueBorders(other, cues[otherSide], start), other.length * share);
  const otherBorder =
    otherCue && Math.abs(otherCue.at / other.length - share) <= CUE_REACH ? otherCue : undefined;
  const otherAt =
    otherBorder?.at ??
    nearestBorder(other, share, { language: languages[otherSide], after: kindBefore(text, at) });
  const others = cut(other, otherAt ?? other.length);

  const [originalBorder, targetBorder] = isOriginal ? [ownBorder, otherBorder] : [otherBorder, ownBorder];
  // The original's times are those of what is heard. The other file may be of another cut: its cues are laid onto the row.
  const times = originalBorder ?? (targetBorder && laidOnto({ start, end }, targetBorder));
  const within = (moment: number) => Math.max(start + 1, Math.min(end - 1, Math.round(moment)));
  const byShare = start + (end - start) * share;
  const firstEnd = within(times?.end ?? byShare);
  const secondStart = Math.max(firstEnd, within(times?.start ?? byShare));
  const partOf = (part: 0 | 1): Draft => {
    const [text_original, text_target] = isOriginal
      ? [parts[part], others[part]]
      : [others[part], parts[part]];
    return {
      text_original,
      text_target,
      label: labelOf(segment.label, text_original, text_target),
      origin: segment.origin,
      approved: segment.approved,
      mismatch: text_original === '' || text_target === '',
    };
  };
  return [
    { end_time: formatPosition(firstEnd), ...partOf(0) },
    { start_time: formatPosition(secondStart), end_time: segment.end_time, ...partOf(1) },
  ];
}
