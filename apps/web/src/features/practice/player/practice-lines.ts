import { joinTexts } from '@sayback/subtitles/line-text';
import type { PracticeSegment } from '../queries.ts';

/** A line for one turn: a segment, several that form a sentence, or a part of a long one. Its `id` is its own. */
export type PracticeLine = PracticeSegment & {
  /** The positions in the alignment of the line's first and last segment. */
  position: number;
  through: number;
  /** Set where the line is built up from its end: which part this is, of which line of the session. */
  part?: { line: number; number: number; count: number };
};

/** Loaded when a learner wants it: a first visit doesn't wait for it. */
type Division = typeof import('@sayback/subtitles/division');

export type LineOptions = {
  /** Segments are joined until the sentence ends: finds how many form each. */
  sentenceLengths?: Division['sentenceLengths'] | undefined;
  /** Divides long segments at their line breaks or punctuation. */
  divideLine?: Division['divideLine'] | undefined;
  originalLanguage: string;
  targetLanguage: string;
};

/** Sounds in square brackets and names of music aren't said, but some files have all their speech in brackets. */
const MAX_SOUNDS = 0.35;
/** Below this confidence the translation isn't divided: each part has all of it. */
const LEAST_CONFIDENCE = 0.6;
/** Credits are looked for among so many segments at either end. */
const OUTER = 2;

const SOUNDS = /\[[^\]]*\]|［[^］]*］|【[^】]*】|[♪♫][^♪♫\n]{0,24}[♪♫]/gu;
const SPOKEN = /[\p{L}\p{N}]/u;
const CREDITS =
  /^\W*(subtitl|caption|translat|transcri|sous-titr|traduc|subt[ií]tul|untertitel|übersetz|sottotitol|legendas|字幕|翻訳|翻译)[^.?!]*(:|：|\b(by|par|von|por|di|de)\b)|\bwww\.|https?:/iu;

/** The lines of an alignment, in its order. What nobody can say is no line: no original text, a sound, credits, no length. */
export function practiceLines(segments: readonly PracticeSegment[], options: LineOptions): PracticeLine[] {
  let lines: PracticeLine[] = sayable(segments);
  const { sentenceLengths, divideLine } = options;
  if (sentenceLengths) lines = joinSentences(lines, segments, { ...options, sentenceLengths });
  if (divideLine) lines = lines.flatMap((line) => divide(line, { ...options, divideLine }));
  return lines.map((line, id) => ({ ...line, id }));
}

function sayable(segments: readonly PracticeSegment[]): PracticeLine[] {
  const withText = segments
    .map((segment, position) => ({ ...segment, position, through: position }))
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
  if (divided && divided.confidence >= LEAST_CONFIDENCE)
    return divided.parts.map((part) => ({ ...line, ...part }));
  const alone = divideLine({ ...line, target: '' }, languages);
  return alone?.parts.map((part) => ({ ...line, ...part, target: line.target })) ?? [line];
}

/** The translation of what was skipped in between is read with the sentence. */
function join(
  lines: readonly PracticeLine[],
  segments: readonly PracticeSegment[],
  options: LineOptions,
): PracticeLine {
  const [first, last] = [lines[0] as PracticeLine, lines.at(-1) as PracticeLine];
  if (lines.length === 1) return first;
  const targets = segments
    .slice(first.position, last.through + 1)
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
    through: last.through,
  };
}
