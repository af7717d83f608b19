import type { Halves, RowWords } from '../align/learning/row-words.ts';
import { spokenLength } from '../align/tracks/speech.ts';
import { type CueBorder, findCueBorders, type SourceCue } from './cue-borders.ts';
import type { Line } from './line.ts';
import { findBorders, findMatchingBorder, moveOutOfWord } from './text-borders.ts';
import { translationClock } from './translation-clock.ts';

type Side = 'original' | 'target';

/** A split point: an offset in one of the two texts, in UTF-16 units. */
export type SplitPoint = { side: Side; at: number };

/** Language codes of the two texts. */
export type Languages = Record<Side, string>;

/** Evidence for a split: the cues of both files, the neighbouring lines, and the word correspondences learned from all lines. */
export type LineContext = {
  cues: Record<Side, readonly SourceCue[]>;
  neighbours: readonly Line[];
  words: RowWords | null;
};

/** Context for a line about which nothing else is known. */
export const NO_CONTEXT: LineContext = { cues: { original: [], target: [] }, neighbours: [], words: null };

/** Maximum distance in characters from which a caret snaps to the end of a cue. */
const MAX_CARET_DISTANCE = 2;
/** Weight of word correspondences, which aren't independent, since adjacent words imply each other. */
const AGREEMENT_WEIGHT = 0.5;
/** Typical errors of times estimated from the translation's cue, and from the text's share of the duration. */
const TYPICAL_CUE_ERROR_MS = 250;
const TYPICAL_SHARE_ERROR = 0.1;

const findNearest = (borders: readonly CueBorder[], at: number): CueBorder | undefined =>
  borders.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];

/** Returns the cue boundary near the caret, or right after the word at the caret. */
function findCueBorder(
  text: string,
  caret: number,
  borders: readonly CueBorder[],
  language: string,
): CueBorder | undefined {
  const nearestBorder = findNearest(borders, caret);
  if (nearestBorder && Math.abs(nearestBorder.at - caret) <= MAX_CARET_DISTANCE) return nearestBorder;
  const next = borders.find(({ at }) => at > caret);
  if (!next || !/\S$/.test(text.slice(0, caret)) || !/^\S/.test(text.slice(caret))) return undefined;
  const isInLastWord = findBorders(text, language).every(({ at }) => at < caret || at >= next.at);
  return isInLastWord ? next : undefined;
}

type TimeRange = { start: number; end: number };

/** Returns the end of the first part and the start of the second, estimated from the first part's share of the text. */
function splitByShare(row: TimeRange, share: number, pause = 0): TimeRange {
  const end = row.start + share * (row.end - row.start - pause);
  return { end, start: end + pause };
}

/**
 * Averages the estimates from the text's share and from the translation's cue, weighted by their typical errors, which are
 * independent.
 */
function splitByTranslation(
  row: TimeRange,
  share: number,
  border: CueBorder,
  clock: (ms: number) => number,
): TimeRange {
  const shareError = TYPICAL_SHARE_ERROR * (row.end - row.start);
  const weight = TYPICAL_CUE_ERROR_MS ** 2 / (TYPICAL_CUE_ERROR_MS ** 2 + shareError ** 2);
  const pause = Math.min(Math.max(0, border.start - border.end), row.end - row.start);
  const shareTimes = splitByShare(row, share, pause);
  const interpolate = (cueTime: number, textTime: number) => cueTime + weight * (textTime - cueTime);
  return {
    end: interpolate(clock(border.end), shareTimes.end),
    start: interpolate(clock(border.start), shareTimes.start),
  };
}

/**
 * Maximum difference between the two texts' shares in the first part, and the maximum confidence above it, since one text can say
 * more.
 */
const MAX_SHARE_DIFFERENCE = 0.15;
const MAX_DOUBTFUL_CONFIDENCE = 0.8;

const firstShare = ([first, second]: Halves) =>
  spokenLength(first) / Math.max(1, spokenLength(first) + spokenLength(second));

const cutText = (text: string, at: number): Halves => [text.slice(0, at).trim(), text.slice(at).trim()];

/** `confidence`, 0 to 1, is the probability that both parts mean the same in the two texts. */
export type SplitLine = { parts: [Line, Line]; confidence: number };

/**
 * Splits a line in two. Splits one text at the split point, but never inside a word; the other text at the end of a cue,
 * otherwise between the words where lengths, punctuation and the words on both sides fit best; and the times at the end of the
 * original's cue, otherwise by the translation's cue and the text's share. Null if a part of the first text would be empty, or if
 * the line lasts less than 2 ms.
 */
export function splitLine(
  line: Line,
  { side, at: caret }: SplitPoint,
  languages: Languages,
  { cues, neighbours, words }: LineContext = NO_CONTEXT,
): SplitLine | null {
  const { start, end } = line;
  if (!(end - start >= 2)) return null;
  const isOriginal = side === 'original';
  const otherSide = isOriginal ? 'target' : 'original';
  const [text, otherText] = [line[side], line[otherSide]];

  const borders = findCueBorders(text, cues[side], start);
  const wordBoundary = moveOutOfWord(text, caret, languages[side]);
  const splitBorder =
    findCueBorder(text, caret, borders, languages[side]) ??
    // There can be a space between the cue's end and the word boundary.
    borders.find((border) => Math.abs(border.at - wordBoundary) <= 1);
  const at = splitBorder?.at ?? wordBoundary;
  const parts = cutText(text, at);
  if (!parts[0] || !parts[1]) return null;

  const otherCues = findCueBorders(otherText, cues[otherSide], start);
  const matchedBorder = findMatchingBorder(
    otherText,
    { language: languages[otherSide], cues: otherCues.map((border) => border.at) },
    { text, at, isCue: splitBorder !== undefined, language: languages[side] },
    (halves) => {
      if (!words) return 0;
      const pair = isOriginal ? ([parts, halves] as const) : ([halves, parts] as const);
      return (
        AGREEMENT_WEIGHT * words.agreement(...pair) +
        words.edge(isOriginal ? 'text_target' : 'text_original', halves)
      );
    },
  );
  const otherBorder = otherCues.find((border) => border.at === matchedBorder?.at);
  const otherParts = cutText(otherText, matchedBorder?.at ?? otherText.length);
  const areSharesAlike =
    (splitBorder !== undefined && otherBorder !== undefined) ||
    Math.abs(firstShare(parts) - firstShare(otherParts)) <= MAX_SHARE_DIFFERENCE;

  const [originalBorder, targetBorder] = isOriginal ? [splitBorder, otherBorder] : [otherBorder, splitBorder];
  const originalParts = isOriginal ? parts : otherParts;
  const spokenParts = originalParts[0] && originalParts[1] ? originalParts : parts;
  const share = firstShare(spokenParts);
  const clock = !originalBorder && targetBorder && translationClock(line, neighbours, cues.target);
  // The original's cues match the audio.
  const times =
    originalBorder ??
    (clock ? splitByTranslation(line, share, targetBorder, clock) : splitByShare(line, share));
  const clampInside = (ms: number) => Math.max(start + 1, Math.min(end - 1, Math.round(ms)));
  const firstEnd = clampInside(times.end);
  const toPart = (part: 0 | 1, partTimes: TimeRange): Line => ({
    ...partTimes,
    original: isOriginal ? parts[part] : otherParts[part],
    target: isOriginal ? otherParts[part] : parts[part],
  });
  return {
    parts: [
      toPart(0, { start, end: firstEnd }),
      toPart(1, { start: Math.max(firstEnd, clampInside(times.start)), end }),
    ],
    confidence: Math.min(matchedBorder?.probability ?? 0, areSharesAlike ? 1 : MAX_DOUBTFUL_CONFIDENCE),
  };
}
