import { formatPosition, parsePosition, type subtitles } from '@sayback/contract';
import type { Halves, RowWords } from '@sayback/subtitles';
import { weighText } from '@sayback/subtitles/line-text';
import { type CueBorder, cueBorders } from './source-cues.ts';
import { bordersOf, kindBefore, matchingBorder, outsideWords } from './text-borders.ts';
import { translationClock } from './translation-clock.ts';
import type { Draft, Segment } from './unsaved.ts';

export type TextField = 'text_original' | 'text_target';

/** Position of a split: the caret in one of the texts, in UTF-16 units. */
export type Caret = { field: TextField; at: number };

export type Languages = { original: string; target: string };

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

/** A caret this close to the end of a cue, in characters, counts as there. */
const CARET_REACH = 2;
/** Weight of word correspondences, which aren't independent: neighbouring words bring the same ones along. */
const AGREEMENT = 0.5;
/** Typical distance between the ends of a translation's cue and the original's, and between a text's share and its time's. */
const USUAL_CUE_ERROR_MS = 250;
const USUAL_SHARE_ERROR = 0.1;

/** Maximum difference of the two texts' shares for a certain split. */
const SURE_SHARES_APART = 0.15;

const nearest = (borders: readonly CueBorder[], at: number): CueBorder | undefined =>
  borders.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];

/** Returns the end of a cue near the caret, or after the caret's word. */
function cueBorderAt(
  text: string,
  caret: number,
  borders: readonly CueBorder[],
  language: string,
): CueBorder | undefined {
  const near = nearest(borders, caret);
  if (near && Math.abs(near.at - caret) <= CARET_REACH) return near;
  const next = borders.find(({ at }) => at > caret);
  if (!next || !/\S$/.test(text.slice(0, caret)) || !/^\S/.test(text.slice(caret))) return undefined;
  const isInLastWord = bordersOf(text, language).every(({ at }) => at < caret || at >= next.at);
  return isInLastWord ? next : undefined;
}

type Times = { start: number; end: number };

/**
 * Returns the end of the first part and the start of the second, by the first text's share of the duration, with a pause
 * between.
 */
function timesByShare(row: Times, share: number, pause = 0): Times {
  const end = row.start + share * (row.end - row.start - pause);
  return { end, start: end + pause };
}

/**
 * The same, also by the translation's cues. Each estimate is off by some tenths of a second, independently: their mean,
 * weighted by typical errors, is better than either.
 */
function timesByTranslation(
  row: Times,
  share: number,
  border: CueBorder,
  clock: (moment: number) => number,
): Times {
  const shareError = USUAL_SHARE_ERROR * (row.end - row.start);
  const weight = USUAL_CUE_ERROR_MS ** 2 / (USUAL_CUE_ERROR_MS ** 2 + shareError ** 2);
  const pause = Math.min(Math.max(0, border.start - border.end), row.end - row.start);
  const said = timesByShare(row, share, pause);
  const between = (heard: number, spoken: number) => heard + weight * (spoken - heard);
  return { end: between(clock(border.end), said.end), start: between(clock(border.start), said.start) };
}

const cut = (text: string, at: number): Halves => [text.slice(0, at).trim(), text.slice(at).trim()];

/** A label of the aligner ('2-1') has the number of cues, which changes; others are a person's. */
const labelOf = (label: string, original: string, target: string) =>
  /^\d+-\d+$/.test(label) ? `${Number(original !== '')}-${Number(target !== '')}` : label;

/** `isSure`: sentences or cues end there in both texts, and both have similar shares before it. */
export type Split = { parts: [Draft, Draft]; isSure: boolean };

const shareBefore = (text: string, at: number) => weighText(text.slice(0, at)) / Math.max(1, weighText(text));

/**
 * Splits a segment in two. The text with the caret is split there, but never within a word; the other text at the end of a
 * cue, else between words, where lengths, punctuation and the words on both sides fit best; the times at the end of the
 * original's cue, else by the translation's and the text's share. Null if a part would have no text at the caret, or the
 * times can't be split.
 */
export function splitSegment(
  segment: Segment,
  { field, at: caret }: Caret,
  languages: Languages,
  { cues, neighbours, words }: Surroundings = NOTHING_AROUND,
): Split | null {
  const start = parsePosition(segment.start_time);
  const end = parsePosition(segment.end_time);
  if (start === null || end === null || end - start < 2) return null;
  const isOriginal = field === 'text_original';
  const [side, otherSide] = isOriginal
    ? (['original', 'target'] as const)
    : (['target', 'original'] as const);
  const otherField = isOriginal ? 'text_target' : 'text_original';
  const [text, other] = [segment[field], segment[otherField]];

  const borders = cueBorders(text, cues[side], start);
  const wordAt = outsideWords(text, caret, languages[side]);
  const ownBorder =
    cueBorderAt(text, caret, borders, languages[side]) ??
    // The space after the cue may be in between.
    borders.find((border) => Math.abs(border.at - wordAt) <= 1);
  const at = ownBorder?.at ?? wordAt;
  const parts = cut(text, at);
  if (!parts[0] || !parts[1]) return null;

  const otherCues = cueBorders(other, cues[otherSide], start);
  const known = { language: languages[otherSide], cues: otherCues.map((border) => border.at) };
  const otherAt = matchingBorder(other, known, { text, at, isCue: ownBorder !== undefined }, (halves) => {
    if (!words) return 0;
    const pair = isOriginal ? ([parts, halves] as const) : ([halves, parts] as const);
    return AGREEMENT * words.agreement(...pair) + words.edge(otherField, halves);
  });
  const otherBorder = otherCues.find((border) => border.at === otherAt);
  const others = cut(other, otherAt ?? other.length);
  const isSentence =
    otherAt !== null &&
    [kindBefore(text, at), kindBefore(other, otherAt)].every((kind) => kind === 'sentence');
  const isSure =
    otherAt !== null &&
    ((ownBorder !== undefined && otherBorder !== undefined) || isSentence) &&
    Math.abs(shareBefore(text, at) - shareBefore(other, otherAt)) <= SURE_SHARES_APART;

  const [originalBorder, targetBorder] = isOriginal ? [ownBorder, otherBorder] : [otherBorder, ownBorder];
  const originals = isOriginal ? parts : others;
  const spoken = originals[0] && originals[1] ? originals : parts;
  const share = weighText(spoken[0]) / Math.max(1, weighText(spoken[0]) + weighText(spoken[1]));
  const row = { start, end };
  const clock = !originalBorder && targetBorder && translationClock(segment, neighbours, cues.target);
  // The original's cues match the audio.
  const times =
    originalBorder ??
    (clock ? timesByTranslation(row, share, targetBorder, clock) : timesByShare(row, share));
  const within = (moment: number) => Math.max(start + 1, Math.min(end - 1, Math.round(moment)));
  const firstEnd = within(times.end);
  const secondStart = Math.max(firstEnd, within(times.start));
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
      mismatch: (segment.mismatch && !isSure) || text_original === '' || text_target === '',
    };
  };
  return {
    parts: [
      { end_time: formatPosition(firstEnd), ...partOf(0) },
      { start_time: formatPosition(secondStart), end_time: segment.end_time, ...partOf(1) },
    ],
    isSure,
  };
}
