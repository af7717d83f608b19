import type { Cue } from '../../cues/cue.ts';
import { findPunctuation } from './punctuation.ts';
import { endsSentence, isSpeech, spokenLength } from './speech.ts';
import { splitWords } from './words.ts';

/**
 * One file as columns for the search, with its cues in order of time. `cueIndexes` are the cues' positions in the caller's list,
 * `start` and `end` are milliseconds (always finite), `weight` is the length of the spoken text in letters, `nonSpeech` is 1 for
 * a cue without speech, `words` and `numbers` are indexes into the vocabulary, `sentenceEnd` is 1 if a sentence ends with the
 * cue, `punctuation` has one bit per mark in its text. `frequency` is the number of cues that contain each word of the
 * vocabulary.
 */
export type CueTrack = {
  size: number;
  cueIndexes: Int32Array;
  start: Float64Array;
  end: Float64Array;
  weight: Float64Array;
  nonSpeech: Uint8Array;
  words: Int32Array[];
  numbers: Int32Array[];
  sentenceEnd: Uint8Array;
  punctuation: Uint8Array;
  frequency: Int32Array;
};

/** Index of each word of both files. A word in both has a single index. */
export type Vocabulary = Map<string, number>;

export function prepareTracks(
  original: readonly Cue[],
  target: readonly Cue[],
): {
  original: CueTrack;
  target: CueTrack;
  vocabulary: Vocabulary;
} {
  const vocabulary: Vocabulary = new Map();
  const [a, b] = [buildColumns(original, vocabulary), buildColumns(target, vocabulary)];
  return {
    original: { ...a, frequency: countCues(a.words, vocabulary.size) },
    target: { ...b, frequency: countCues(b.words, vocabulary.size) },
    vocabulary,
  };
}

/** Returns the cues at these positions (in order of time) as a separate track. */
export function pickCues(track: CueTrack, positions: readonly number[]): CueTrack {
  const pickRows = <Column extends Int32Array | Float64Array | Uint8Array>(column: Column): Column => {
    const picked = column.slice(0, positions.length) as Column;
    for (const [index, position] of positions.entries()) picked[index] = column[position] ?? 0;
    return picked;
  };
  const none = new Int32Array(0);
  return {
    size: positions.length,
    cueIndexes: pickRows(track.cueIndexes),
    start: pickRows(track.start),
    end: pickRows(track.end),
    weight: pickRows(track.weight),
    nonSpeech: pickRows(track.nonSpeech),
    words: positions.map((index) => track.words[index] ?? none),
    numbers: positions.map((index) => track.numbers[index] ?? none),
    sentenceEnd: pickRows(track.sentenceEnd),
    punctuation: pickRows(track.punctuation),
    frequency: track.frequency,
  };
}

/** Milliseconds. */
export type TimeRange = { start: number; end: number };

/** Returns the range from the earliest start of cues to their latest end. */
export function computeTimeRange(
  times: { start: Float64Array; end: Float64Array },
  positions: readonly number[],
): TimeRange {
  return {
    start: positions.reduce(
      (first, index) => Math.min(first, times.start[index] ?? 0),
      Number.POSITIVE_INFINITY,
    ),
    end: positions.reduce((last, index) => Math.max(last, times.end[index] ?? 0), Number.NEGATIVE_INFINITY),
  };
}

function buildColumns(cues: readonly Cue[], vocabulary: Vocabulary): Omit<CueTrack, 'frequency'> {
  const size = cues.length;
  const order = Array.from(cues.keys()).sort((a, b) => compareTimes(cues[a], cues[b]) || a - b);
  const sorted = order.map((index) => cues[index]);
  return {
    size,
    cueIndexes: Int32Array.from(order),
    start: Float64Array.from(sorted, (cue) => clampTime(cue?.start)),
    end: Float64Array.from(sorted, (cue) => Math.max(clampTime(cue?.start), clampTime(cue?.end))),
    weight: Float64Array.from(sorted, (cue) => spokenLength(cue?.text ?? '')),
    nonSpeech: Uint8Array.from(sorted, (cue) => (isSpeech(cue?.text ?? '') ? 0 : 1)),
    sentenceEnd: Uint8Array.from(sorted, (cue) => (endsSentence(cue?.text ?? '') ? 1 : 0)),
    punctuation: Uint8Array.from(sorted, (cue) => findPunctuation(cue?.text ?? '')),
    ...numberWords(sorted, vocabulary),
  };
}

function compareTimes(a: Cue | undefined, b: Cue | undefined): number {
  return clampTime(a?.start) - clampTime(b?.start) || clampTime(a?.end) - clampTime(b?.end);
}

// Maximum time: three years, later than any time in a file and small enough for exact arithmetic.
const MAX_TIME_MS = 1e11;

function clampTime(ms: number | undefined): number {
  return ms === undefined || Number.isNaN(ms) ? 0 : Math.min(MAX_TIME_MS, Math.max(-MAX_TIME_MS, ms));
}

// Shared by all cues without numbers, which is most of them.
const NO_NUMBERS = new Int32Array(0);

function numberWords(
  cues: readonly (Cue | undefined)[],
  vocabulary: Vocabulary,
): { words: Int32Array[]; numbers: Int32Array[] } {
  const words: Int32Array[] = [];
  const numbers: Int32Array[] = [];
  const lastCueByWord: number[] = [];
  for (const [index, cue] of cues.entries()) {
    const wordNumbers: number[] = [];
    const digitNumbers: number[] = [];
    for (const word of splitWords(cue?.text ?? '')) {
      let number = vocabulary.get(word);
      if (number === undefined) {
        number = vocabulary.size;
        vocabulary.set(word, number);
      }
      if (lastCueByWord[number] === index) continue;
      lastCueByWord[number] = index;
      wordNumbers.push(number);
      if (word.startsWith('#')) digitNumbers.push(number);
    }
    words.push(new Int32Array(wordNumbers));
    numbers.push(digitNumbers.length > 0 ? new Int32Array(digitNumbers) : NO_NUMBERS);
  }
  return { words, numbers };
}

function countCues(words: readonly Int32Array[], size: number): Int32Array {
  const counts = new Int32Array(size);
  for (const list of words) {
    for (let k = 0; k < list.length; k += 1) {
      const word = list[k] as number;
      counts[word] = (counts[word] as number) + 1;
    }
  }
  return counts;
}
