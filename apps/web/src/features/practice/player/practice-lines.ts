import { joinTexts } from '@sayback/subtitles/line-text';
import type { PracticeSegment } from '../queries.ts';

/** A line for one turn: a segment, several that form a sentence, or a part of a long segment. Its `id` is independent of the segments'. */
export type PracticeLine = PracticeSegment & {
  /** Positions of the line's first and last segment in the alignment. */
  position: number;
  lastPosition: number;
  /** Set if the line is a part of a build-up: the part's number, and its line in the session. */
  part?: { line: number; number: number; count: number };
};

/** Loaded on demand: a first visit doesn't need it. */
type Division = typeof import('@sayback/subtitles/division');

export type LineOptions = {
  /** Finds how many segments form each sentence, to join them. Absent: segments aren't joined. */
  sentenceLengths?: Division['sentenceLengths'] | undefined;
  /** Divides long segments at their line breaks or punctuation. Absent: they aren't divided. */
  divideLine?: Division['divideLine'] | undefined;
  originalLanguage: string;
  targetLanguage: string;
};

/** Maximum fraction of bracketed segments that are skipped as sounds: some files have all their speech in brackets. */
const MAX_SOUND_FRACTION = 0.35;
/** Confidence below which the translation isn't divided: each part gets all of it. */
const MIN_CONFIDENCE = 0.6;
/** Number of segments at either end of the list that can be credits. */
const EDGE_SEGMENTS = 2;

const SOUNDS = /\[[^\]]*\]|［[^］]*］|【[^】]*】|[♪♫][^♪♫\n]{0,24}[♪♫]/gu;
const LETTER = /[\p{L}\p{N}]/u;
const CREDITS =
  /^\W*(subtitl|caption|translat|transcri|sous-titr|traduc|subt[ií]tul|untertitel|übersetz|sottotitol|legendas|字幕|翻訳|翻译)[^.?!]*(:|：|\b(by|par|von|por|di|de)\b)|\bwww\.|https?:/iu;

/**
 * Returns an alignment's lines, in its order. Skips segments that can't be said: without an original text, sounds, credits, and
 * those without a duration.
 */
export function buildPracticeLines(
  segments: readonly PracticeSegment[],
  options: LineOptions,
): PracticeLine[] {
  let lines: PracticeLine[] = selectSayable(segments);
  const { sentenceLengths, divideLine } = options;
  if (sentenceLengths) lines = joinSentences(lines, segments, { ...options, sentenceLengths });
  if (divideLine) lines = lines.flatMap((line) => divide(line, { ...options, divideLine }));
  return lines.map((line, id) => ({ ...line, id }));
}

function selectSayable(segments: readonly PracticeSegment[]): PracticeLine[] {
  const withText = segments
    .map((segment, position) => ({ ...segment, position, lastPosition: position }))
    .filter(({ original, start, end, position }) => {
      const isAtEdge = position < EDGE_SEGMENTS || position >= segments.length - EDGE_SEGMENTS;
      return LETTER.test(original) && end > start && !(isAtEdge && CREDITS.test(original));
    });
  const spoken = withText.filter(({ original }) => LETTER.test(original.replace(SOUNDS, '')));
  return spoken.length >= withText.length * (1 - MAX_SOUND_FRACTION) ? spoken : withText;
}

function joinSentences(
  lines: readonly PracticeLine[],
  segments: readonly PracticeSegment[],
  options: LineOptions & Pick<Division, 'sentenceLengths'>,
): PracticeLine[] {
  let from = 0;
  return options.sentenceLengths(lines, options.originalLanguage).map((length) => {
    from += length;
    return joinLines(lines.slice(from - length, from), segments, options);
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
  const originalOnly = divideLine({ ...line, target: '' }, languages);
  return originalOnly?.parts.map((part) => ({ ...line, ...part, target: line.target })) ?? [line];
}

/** Joins lines into a sentence. Includes the translations of segments skipped in between. */
function joinLines(
  lines: readonly PracticeLine[],
  segments: readonly PracticeSegment[],
  options: LineOptions,
): PracticeLine {
  const [first, last] = [lines[0] as PracticeLine, lines.at(-1) as PracticeLine];
  if (lines.length === 1) return first;
  const targets = segments
    .slice(first.position, last.lastPosition + 1)
    .map(({ target }) => target.trim())
    .filter((target) => LETTER.test(target.replace(SOUNDS, '')));
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
