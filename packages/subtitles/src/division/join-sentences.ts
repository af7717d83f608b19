import { endsSentenceOfLine, NEXT_SPEAKER } from './sentence-end.ts';

/** Maximum pause within a sentence, and maximum duration of a sentence that a learner can repeat. */
const MAX_PAUSE_MS = 2000;
const MAX_SENTENCE_MS = 15_000;

type TimedLine = { start: number; end: number; original: string };

/**
 * Groups lines by sentence; returns the number of lines in each group. A line isn't grouped if its sentence is longer than 15 s,
 * or is interrupted by a pause of more than 2 s or by another speaker.
 */
export function sentenceLengths(lines: readonly TimedLine[], language = ''): number[] {
  const lengths: number[] = [];
  for (let index = 0; index < lines.length; index += lengths.at(-1) as number) {
    lengths.push(findSentenceEnd(lines, index, language) - index + 1);
  }
  return lengths;
}

/** Returns the index of the line that ends the sentence starting at line `first`; `first` itself if there is none. */
function findSentenceEnd(lines: readonly TimedLine[], first: number, language: string): number {
  const start = lines[first]?.start ?? 0;
  for (let index = first; ; index += 1) {
    const [line, next] = [lines[index], lines[index + 1]];
    if (!line || line.end - start > MAX_SENTENCE_MS) return first;
    if (endsSentenceOfLine(line.original.trim(), next?.original.trim() ?? '', language)) return index;
    if (!next || next.start < line.start || next.start - line.end > MAX_PAUSE_MS) return first;
    if (NEXT_SPEAKER.test(next.original)) return first;
  }
}
