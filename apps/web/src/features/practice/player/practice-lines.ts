import { joinTexts } from '@sayback/subtitles/line-text';
import type { PracticeSegment } from '../queries.ts';

/** A line for one turn: a segment, several that form a sentence, or a part of a long one. Its `id` is its own. */
export type PracticeLine = PracticeSegment & {
  /** The positions in the alignment of the line's first and last segment. */
  position: number;
  lastPosition: number;
  /** Set if the line is a part of a build-up: the part's number, and its line in the session. */
  part?: { line: number; number: number; count: number };
};

/** Loaded on demand, so that a first visit doesn't wait for it. */
type Division = typeof import('@sayback/subtitles/division');

export type LineOptions = {
  /** Finds how many segments form each sentence, to join them. Absent: segments aren't joined. */
  sentenceLengths?: Division['sentenceLengths'] | undefined;
  /** Divides long segments at their line breaks or punctuation. Absent: they aren't divided. */
  divideLine?: Division['divideLine'] | undefined;
  originalLanguage: string;
  targetLanguage: string;
};

/** Maximum share of bracketed segments that count as sounds: some files have all their speech in brackets. */
const MAX_SOUNDS = 0.35;
/** Below this confidence the translation isn't divided: each part has all of it. */
const MIN_CONFIDENCE = 0.6;
/** Number of segments at either end among which credits are detected. */
const OUTER = 2;

const SOUNDS = /\[[^\]]*\]|［[^］]*］|【[^】]*】|[♪♫][^♪♫\n]{0,24}[♪♫]/gu;
const SPOKEN = /[\p{L}\p{N}]/u;
const CREDITS =
  /^\W*(subtitl|caption|translat|transcri|sous-titr|traduc|subt[ií]tul|untertitel|übersetz|sottotitol|legendas|字幕|翻訳|翻译)[^.?!]*(:|：|\b(by|par|von|por|di|de)\b)|\bwww\.|https?:/iu;

/**
 * Returns an alignment's lines, in its order. Skips what can't be said: segments with no original text, a sound, credits or no
 * duration.
 */
export function buildPracticeLines(segments: readonly PracticeSegment[], options: LineOptions): PracticeLine[] {
  let lines: PracticeLine[] = sayable(segments);
  const { sentenceLengths, divideLine } = options;
  if (sentenceLengths) lines = joinSentences(lines, segments, { ...options, sentenceLengths });
  if (divideLine) lines = lines.flatMap((line) => divide(line, { ...options, divideLine }));
  return lines.map((line, id) => ({ ...line, id }));
}

function sayable(segments: readonly PracticeSegment[]): PracticeLine[] {
  const withText = segments
    .map((segment, position) => ({ ...segment, position, lastPosition: position }))
    .filter(({ original, start, end, position }) => {
      const isOuter = position < OUTER || position >= segments.length - OUTER;
      return SPOKEN.test(original) && end > start && !(isOuter && CREDITS.test(original));
    });
  const spoken = withText.filter(({ original }) => SPOKEN.test(original.replace(SOUNDS, '')));
  return spoken.length >= withText.length * (1 - MAX_SOUNDS) ? spoken : withText;
}

function joinSentences(
  lines: readonly PracticeLine[],
  segments: readonly PracticeSegment[],
  options: LineOptions & Pick<Division, 'sentenceLengths'>,
): PracticeLine[] {
  let from = 0;
  return options.sentenceLengths(lines, options.originalLanguage).map((length) => {
    from += length;
    return join(lines.slice(from - length, from), segments, options);
  });
}

function divide(
  line: PracticeLine,
  { originalLanguage, targetLanguage, divideLine }: LineOptions & Pick<Division, 'divideLine'>,
): PracticeLine[] {
  const languages = { original: originalLanguage, target: targetLanguage };
  const divided = divideLine(line, languages);
  if (divided && divided.confidence >= MIN_CONFIDENCE)
    return divided.parts.map((part) => ({ ...line, ...part }));
  const alone = divideLine({ ...line, target: '' }, languages);
  return alone?.parts.map((part) => ({ ...line, ...part, target: line.target })) ?? [line];
}

/** Joins segments into a sentence. Includes the translation of segments skipped in between. */
function join(
  lines: readonly PracticeLine[],
  segments: readonly PracticeSegment[],
  options: LineOptions,
): PracticeLine {
  const [first, last] = [lines[0] as PracticeLine, lines.at(-1) as PracticeLine];
  if (lines.length === 1) return first;
  const targets = segments
    .slice(first.position, last.lastPosition + 1)
    .map(({ target }) => target.trim())
    .filter((target) => SPOKEN.test(target.replace(SOUNDS, '')));
  return {
    ...first,
    end: Math.max(...lines.map(({ end }) => end)),
    original: joinTexts(
      lines.map(({ original }) => original.trim()),
      options.originalLanguage,
    ),
    target: joinTexts(targets, options.targetLanguage),
    lastPosition: last.lastPosition,
  };
}
