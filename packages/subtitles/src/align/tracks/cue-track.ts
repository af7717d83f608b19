import type { Cue } from '../../cues/cue.ts';
import { punctuationIn } from './punctuation.ts';
import { endsSentence, isSpeech, weighText } from './speech.ts';
import { splitWords } from './words.ts';

/**
 * One file in columns for the search: its cues in order of time. `at` is a cue's position in the caller's list, `start` and
 * `end` are milliseconds (finite, whatever the cues contain), `weight` is the length of the spoken text in letters, `silent` is
 * 1 for anything but speech, `words` and `numbers` are indices into the vocabulary, `sentenceEnd` is 1 if a sentence ends with
 * the cue, `punctuation` are the marks in its text, one bit each. `frequency` is the number of cues that contain each word of
 * the vocabulary.
 */
export type CueTrack = {
  size: number;
  at: Int32Array;
  start: Float64Array;
  end: Float64Array;
  weight: Float64Array;
  silent: Uint8Array;
  words: Int32Array[];
  numbers: Int32Array[];
  sentenceEnd: Uint8Array;
  punctuation: Uint8Array;
  frequency: Int32Array;
};

/** Words of both files with their numbers; a word in both has a single number. */
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
  const [a, b] = [prepare(original, vocabulary), prepare(target, vocabulary)];
  return {
    original: { ...a, frequency: countCues(a.words, vocabulary.size) },
    target: { ...b, frequency: countCues(b.words, vocabulary.size) },
    vocabulary,
  };
}

/** Returns the cues at these positions (in order of time) as a track of their own. */
export function pickCues(track: CueTrack, positions: readonly number[]): CueTrack {
  const take = <Column extends Int32Array | Float64Array | Uint8Array>(column: Column): Column => {
    const taken = column.slice(0, positions.length) as Column;
    for (const [at, position] of positions.entries()) taken[at] = column[position] ?? 0;
    return taken;
  };
  const none = new Int32Array(0);
  return {
    size: positions.length,
    at: take(track.at),
    start: take(track.start),
    end: take(track.end),
    weight: take(track.weight),
    silent: take(track.silent),
    words: positions.map((at) => track.words[at] ?? none),
    numbers: positions.map((at) => track.numbers[at] ?? none),
    sentenceEnd: take(track.sentenceEnd),
    punctuation: take(track.punctuation),
    frequency: track.frequency,
  };
}

/** Milliseconds. */
export type Times = { start: number; end: number };

/** Returns the range from the first start of cues to their last end. */
export function extentOf(
  times: { start: Float64Array; end: Float64Array },
  positions: readonly number[],
): Times {
  return {
    start: positions.reduce((first, at) => Math.min(first, times.start[at] ?? 0), Number.POSITIVE_INFINITY),
    end: positions.reduce((last, at) => Math.max(last, times.end[at] ?? 0), Number.NEGATIVE_INFINITY),
  };
}

function prepare(cues: readonly Cue[], vocabulary: Vocabulary): Omit<CueTrack, 'frequency'> {
  const size = cues.length;
  const order = Array.from(cues.keys()).sort((a, b) => byTime(cues[a], cues[b]) || a - b);
  const sorted = order.map((at) => cues[at]);
  return {
    size,
    at: Int32Array.from(order),
    start: Float64Array.from(sorted, (cue) => saneTime(cue?.start)),
    end: Float64Array.from(sorted, (cue) => Math.max(saneTime(cue?.start), saneTime(cue?.end))),
    weight: Float64Array.from(sorted, (cue) => weighText(cue?.text ?? '')),
    silent: Uint8Array.from(sorted, (cue) => (isSpeech(cue?.text ?? '') ? 0 : 1)),
    sentenceEnd: Uint8Array.from(sorted, (cue) => (endsSentence(cue?.text ?? '') ? 1 : 0)),
    punctuation: Uint8Array.from(sorted, (cue) => punctuationIn(cue?.text ?? '')),
    ...numberWords(sorted, vocabulary),
  };
}

function byTime(a: Cue | undefined, b: Cue | undefined): number {
  return saneTime(a?.start) - saneTime(b?.start) || saneTime(a?.end) - saneTime(b?.end);
}

// Three years: beyond any time in a file, and small enough for exact arithmetic.
const LATEST_MS = 1e11;

function saneTime(ms: number | undefined): number {
  return ms === undefined || Number.isNaN(ms) ? 0 : Math.min(LATEST_MS, Math.max(-LATEST_MS, ms));
}

// Fast path: most cues have none.
const NO_NUMBERS = new Int32Array(0);

function numberWords(
  cues: readonly (Cue | undefined)[],
  vocabulary: Vocabulary,
): { words: Int32Array[]; numbers: Int32Array[] } {
  const words: Int32Array[] = [];
  const numbers: Int32Array[] = [];
  // The last cue in which each word was seen.
  const seenIn: number[] = [];
  for (const [at, cue] of cues.entries()) {
    const all: number[] = [];
    const digits: number[] = [];
    for (const word of splitWords(cue?.text ?? '')) {
      let number = vocabulary.get(word);
      if (number === undefined) {
        number = vocabulary.size;
        vocabulary.set(word, number);
      }
      if (seenIn[number] === at) continue;
      seenIn[number] = at;
      all.push(number);
      if (word.startsWith('#')) digits.push(number);
    }
    words.push(new Int32Array(all));
    numbers.push(digits.length > 0 ? new Int32Array(digits) : NO_NUMBERS);
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
