import { formatPosition, type subtitles } from '@sayback/contract';
import type { RowWords } from '@sayback/subtitles';
import { type Languages, type Line, type LineContext, splitLine } from '@sayback/subtitles/division';
import { parseTimes } from './times.ts';
import type { Draft, Segment } from './unsaved.ts';

export type { Languages };

export type TextField = 'text_original' | 'text_target';

/** Caret in one of the texts. `at`: its position in UTF-16 units. */
export type Caret = { field: TextField; at: number };

/** Evidence for a split beyond the segment: the cues of both files, the neighbouring rows, and word pairs learned from all rows. */
export type Surroundings = {
  cues: subtitles.SourceCues;
  neighbours: readonly Segment[];
  words: RowWords | null;
};

/** Used when only the segment itself is known. */
export const NO_SURROUNDINGS: Surroundings = {
  cues: { original: [], target: [] },
  neighbours: [],
  words: null,
};

/** Minimum confidence of a certain split, which clears the mismatch flag and is selected in a list of proposals. */
const MIN_CERTAIN_CONFIDENCE = 0.9;
export const isCertain = (confidence: number): boolean => confidence >= MIN_CERTAIN_CONFIDENCE;

/** Converts a row to a line; null if its times are invalid. */
export function toLine(segment: Segment): Line | null {
  const times = parseTimes(segment);
  return times && { ...times, original: segment.text_original, target: segment.text_target };
}

export const toContext = ({ neighbours, ...evidence }: Surroundings): LineContext => ({
  ...evidence,
  neighbours: neighbours.flatMap((row) => toLine(row) ?? []),
});

/** Updates labels of the aligner ('2-1'), which are numbers of cues. Labels written by a person stay. */
const partLabel = (label: string, { original, target }: Line) =>
  /^\d+-\d+$/.test(label) ? `${Number(original !== '')}-${Number(target !== '')}` : label;

/** Returns the fields of a part of a segment. */
export const segmentPart = (segment: Segment, part: Line, isSure: boolean) => ({
  start_time: formatPosition(part.start),
  end_time: formatPosition(part.end),
  text_original: part.original,
  text_target: part.target,
  label: partLabel(segment.label, part),
  origin: segment.origin,
  approved: segment.approved,
  mismatch: (segment.mismatch && !isSure) || part.original === '' || part.target === '',
});

/** Splits a segment at the caret: see {@link splitLine}. Null if it can't be split there, or its times are invalid. */
export function splitSegment(
  segment: Segment,
  { field, at }: Caret,
  languages: Languages,
  surroundings: Surroundings = NO_SURROUNDINGS,
): { parts: [Draft, Draft]; isSure: boolean } | null {
  const line = toLine(segment);
  const side = field === 'text_original' ? 'original' : 'target';
  const split = line && splitLine(line, { side, at }, languages, toContext(surroundings));
  if (!split) return null;
  const isSure = isCertain(split.confidence);
  const [{ start_time: _, ...first }, { end_time: __, ...second }] = split.parts.map((part) =>
    segmentPart(segment, part, isSure),
  ) as [ReturnType<typeof segmentPart>, ReturnType<typeof segmentPart>];
  return { parts: [first, { ...second, end_time: segment.end_time }], isSure };
}
