import type { Halves, RowWords } from '../align/learning/row-words.ts';
import { spokenLength } from '../align/tracks/speech.ts';
import { type CueBorder, cueBorders, type SourceCue } from './cue-borders.ts';
import type { Line } from './line.ts';
import { findBorders, matchingBorder, outsideWords } from './text-borders.ts';
import { translationClock } from './translation-clock.ts';

type Side = 'original' | 'target';

/** Position of a split: an offset in one of the texts, in UTF-16 units. */
export type SplitPoint = { side: Side; at: number };

/** Language codes. */
export type Languages = Record<Side, string>;

/**
 * Further evidence for a split: the cues of both files, the neighbouring lines, and word correspondences learned from all lines.
 */
export type LineContext = {
  cues: Record<Side, readonly SourceCue[]>;
  neighbours: readonly Line[];
  words: RowWords | null;
};

/** Used when only the line itself is known. */
export const NO_CONTEXT: LineContext = { cues: { original: [], target: [] }, neighbours: [], words: null };

/** A caret this close to the end of a cue, in characters, counts as there. */
const CARET_REACH = 2;
/** Weight of word correspondences, which aren't independent: neighbouring words imply each other. */
const AGREEMENT = 0.5;
/** Typical distance between the ends of a translation's cue and the original's, and between a text's share and its time's. */
const TYPICAL_CUE_ERROR_MS = 250;
const USUAL_SHARE_ERROR = 0.1;

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
  const isInLastWord = findBorders(text, language).every(({ at }) => at < caret || at >= next.at);
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
 * Also uses the translation's cues. The estimates' errors are some tenths of a second and independent: their mean, weighted by
 * typical errors, is better than either.
 */
function timesByTranslation(
  row: Times,
  share: number,
  border: CueBorder,
  clock: (moment: number) => number,
): Times {
  const shareError = USUAL_SHARE_ERROR * (row.end - row.start);
  const weight = TYPICAL_CUE_ERROR_MS ** 2 / (TYPICAL_CUE_ERROR_MS ** 2 + shareError ** 2);
  const pause = Math.min(Math.max(0, border.start - border.end), row.end - row.start);
  const text = timesByShare(row, share, pause);
  const between = (heard: number, spoken: number) => heard + weight * (spoken - heard);
  return { end: between(clock(border.end), text.end), start: between(clock(border.start), text.start) };
}

/** Difference of the texts' first shares above which one side may say more, and the maximum confidence then. */
const SHARES_APART = 0.15;
const MAX_CONFIDENCE_APART = 0.8;

const getShare = ([first, second]: Halves) =>
  spokenLength(first) / Math.max(1, spokenLength(first) + spokenLength(second));

const cut = (text: string, at: number): Halves => [text.slice(0, at).trim(), text.slice(at).trim()];

/** `confidence`, 0 to 1, is the probability that both parts mean the same in the two texts. */
export type SplitLine = { parts: [Line, Line]; confidence: number };

/**
 * Splits a line in two. The text with the split point is split there, but never within a word; the other text at the end of a
 * cue, otherwise between words, where lengths, punctuation and the words on both sides fit best; the times at the end of the
 * original's cue, otherwise by the translation's and the text's share. Null if a part would have no text at the split point, or
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
  const [text, other] = [line[side], line[otherSide]];

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
  const match = matchingBorder(
    other,
    { language: languages[otherSide], cues: otherCues.map((border) => border.at) },
    { text, at, isCue: ownBorder !== undefined, language: languages[side] },
    (halves) => {
      if (!words) return 0;
      const pair = isOriginal ? ([parts, halves] as const) : ([halves, parts] as const);
      return (
        AGREEMENT * words.agreement(...pair) +
        words.edge(isOriginal ? 'text_target' : 'text_original', halves)
      );
    },
  );
  const otherBorder = otherCues.find((border) => border.at === match?.at);
  const others = cut(other, match?.at ?? other.length);
  const areAlike =
    (ownBorder !== undefined && otherBorder !== undefined) ||
    Math.abs(getShare(parts) - getShare(others)) <= SHARES_APART;

  const [originalBorder, targetBorder] = isOriginal ? [ownBorder, otherBorder] : [otherBorder, ownBorder];
  const originals = isOriginal ? parts : others;
  const spoken = originals[0] && originals[1] ? originals : parts;
  const share = getShare(spoken);
  const clock = !originalBorder && targetBorder && translationClock(line, neighbours, cues.target);
  // The original's cues match the audio.
  const times =
    originalBorder ??
    (clock ? timesByTranslation(line, share, targetBorder, clock) : timesByShare(line, share));
  const within = (moment: number) => Math.max(start + 1, Math.min(end - 1, Math.round(moment)));
  const firstEnd = within(times.end);
  const toPart = (part: 0 | 1, partTimes: Times): Line => ({
    ...partTimes,
    original: isOriginal ? parts[part] : others[part],
    target: isOriginal ? others[part] : parts[part],
  });
  return {
    parts: [
      toPart(0, { start, end: firstEnd }),
      toPart(1, { start: Math.max(firstEnd, within(times.start)), end }),
    ],
    confidence: Math.min(match?.probability ?? 0, areAlike ? 1 : MAX_CONFIDENCE_APART),
  };
}
