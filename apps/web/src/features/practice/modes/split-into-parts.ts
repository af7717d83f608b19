import { FRAMES_PER_SECOND, type WordTime, wordTimes } from '@sayback/speech';
import type { PracticeLine } from '../player/practice-lines.ts';

/** Measured speech of a line: a value per frame, and the position of the first one in milliseconds. */
export type LineSpeech = { speech: Uint8Array; from: number };

/** Lines with fewer words aren't divided. */
const MIN_WORDS = 4;
const WORDS_PER_PART = 2;
/** Maximum number of parts per line. */
export const MAX_PARTS = 5;
/** Margin before a part's first word, whose time is an estimate; milliseconds. */
const LEAD_MS = 60;
const PUNCTUATION = /[\p{P}]$/u;

/** Divides words into parts from the end, at most five. Returns the index of each part's first word; the last one is 0. */
function chooseFirstWords(words: readonly string[]): number[] {
  const { length } = words;
  if (length < MIN_WORDS) return [0];
  const count = Math.min(MAX_PARTS, Math.ceil(length / WORDS_PER_PART));
  const evenStarts = Array.from({ length: count - 1 }, (_, i) =>
    Math.round((length * (count - 1 - i)) / count),
  );
  // A phrase starts after a comma.
  const startsPhrase = (word: number) => word > 0 && word < length && PUNCTUATION.test(words[word - 1] ?? '');
  const starts = evenStarts.map((word) => [word, word - 1, word + 1].find(startsPhrase) ?? word);
  return [...new Set(starts), 0];
}

/** Returns the positions of words in their text, in characters. */
function locateWords(text: string, words: readonly WordTime[]): number[] {
  let from = 0;
  return words.map((word) => {
    const start = Math.max(from, text.indexOf(word.text, from));
    from = start + word.text.length;
    return start;
  });
}

/** Replaces a missing profile: speech from the line's start to its end. */
function assumeContinuousSpeech({ start, end }: PracticeLine): LineSpeech {
  const frames = Math.max(1, Math.round(((end - start) * FRAMES_PER_SECOND) / 1000));
  return { speech: new Uint8Array(frames).fill(1), from: start };
}

/**
 * Returns the parts of a line for building it up from its end, the shortest first and the whole line last. All end with the
 * line; each starts at a word, whose time comes from the line's profile or, without one, from its position in the text.
 */
export function splitIntoParts(
  line: PracticeLine,
  language: string,
  measured: LineSpeech | null,
): PracticeLine[] {
  const { speech, from } = measured?.speech.includes(1) ? measured : assumeContinuousSpeech(line);
  const text = line.original.trim();
  const words = wordTimes(text, language, speech);
  const wordStarts = locateWords(text, words);
  return chooseFirstWords(words.map((word) => word.text)).map((first) => {
    if (first === 0) return line;
    const start = from + (words[first]?.start ?? 0) * 1000 - LEAD_MS;
    return {
      ...line,
      start: Math.round(Math.min(Math.max(start, line.start), line.end)),
      original: text.slice(wordStarts[first]),
    };
  });
}
