import { endsSentenceOfLine, NEXT_SPEAKER } from './sentence-end.ts';

/** In milliseconds. A longer pause ends a sentence; a longer sentence is too long to repeat. */
const LONGEST_PAUSE = 2000;
const LONGEST_SENTENCE = 15_000;

type Timed = { start: number; end: number; original: string };

/**
 * Groups lines by sentence; returns the number of lines in each group. A line stays alone if its sentence doesn't end soon
 * enough (15 s), or is interrupted by a long pause (2 s) or another speaker.
 */
export function sentenceLengths(lines: readonly Timed[], language = ''): number[] {
  const lengths: number[] = [];
  for (let at = 0; at < lines.length; at += lengths.at(-1) as number) {
    lengths.push(endOfSentence(lines, at, language) - at + 1);
  }
  return lengths;
}

/** Returns the line that ends the sentence of the one at `first`; `first` itself if none does soon enough. */
function endOfSentence(lines: readonly Timed[], first: number, language: string): number {
  const start = lines[first]?.start ?? 0;
  for (let at = first; ; at += 1) {
    const [line, next] = [lines[at], lines[at + 1]];
    if (!line || line.end - start > LONGEST_SENTENCE) return first;
    if (endsSentenceOfLine(line.original.trim(), next?.original.trim() ?? '', language)) return at;
    if (!next || next.start < line.start || next.start - line.end > LONGEST_PAUSE) return first;
    if (NEXT_SPEAKER.test(next.original)) return first;
  }
}
