import { formatPosition, type subtitles } from '@sayback/contract';
import type { RowWords } from '@sayback/subtitles';
import { type Languages, type Line, type LineContext, splitLine } from '@sayback/subtitles/division';
import { getTimes } from './times.ts';
import type { Draft, Segment } from './unsaved.ts';

export type { Languages };

export type TextField = 'text_original' | 'text_target';

/** Position of a split: the caret in one of the texts, in UTF-16 units. */
export type Caret = { field: TextField; at: number };

/** Further evidence for a split: the cues of both files, the neighbouring rows, and word correspondences learned from all rows. */
export type Surroundings = {
  cues: subtitles.SourceCues;
  neighbours: readonly Segment[];
  words: RowWords | null;
};

/** Used when only the segment itself is known. */
export const NOTHING_AROUND: Surroundings = {
  cues: { original: [], target: [] },
  neighbours: [],
  words: null,
};

/** Confidence from which a split is certain: it clears the row's doubt, and is selected in a list of proposals. */
const SURE = 0.9;
export const isCertain = (confidence: number): boolean => confidence >= SURE;

/** Returns a row as a line; null if its times are invalid. */
export function toLine(segment: Segment): Line | null {
  const times = getTimes(segment);
  return times && { ...times, original: segment.text_original, target: segment.text_target };
}

export const toContext = ({ neighbours, ...known }: Surroundings): LineContext => ({
  ...known,
  neighbours: neighbours.flatMap((row) => toLine(row) ?? []),
});

/** The aligner's labels ('2-1') are the number of cues, which changes; others were written by a person. */
const getLabel = (label: string, { original, target }: Line) =>
  /^\d+-\d+$/.test(label) ? `${Number(original !== '')}-${Number(target !== '')}` : label;

/** The fields of a part of a segment. */
export const toSegmentPart = (segment: Segment, part: Line, isSure: boolean) => ({
  start_time: formatPosition(part.start),
  end_time: formatPosition(part.end),
  text_original: part.original,
  text_target: part.target,
  label: getLabel(segment.label, part),
  origin: segment.origin,
  approved: segment.approved,
  mismatch: (segment.mismatch && !isSure) || part.original === '' || part.target === '',
});

/** Splits a segment at the caret: see {@link splitLine}. Null if it can't be split there, or its times are invalid. */
export function splitSegment(
  segment: Segment,
  { field, at }: Caret,
  languages: Languages,
  around: Surroundings = NOTHING_AROUND,
): { parts: [Draft, Draft]; isSure: boolean } | null {
  const line = toLine(segment);
  const side = field === 'text_original' ? 'original' : 'target';
  const split = line && splitLine(line, { side, at }, languages, toContext(around));
  if (!split) return null;
  const isSure = isCertain(split.confidence);
  const [{ start_time: _, ...first }, { end_time: __, ...second }] = split.parts.map((part) =>
    toSegmentPart(segment, part, isSure),
  ) as [ReturnType<typeof toSegmentPart>, ReturnType<typeof toSegmentPart>];
  return { parts: [first, { ...second, end_time: segment.end_time }], isSure };
}
