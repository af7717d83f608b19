import type { Cue } from '../../cues/cue.ts';
import type { Beads } from '../search/beads.ts';
import { prepareTracks } from '../tracks/cue-track.ts';
import { splitWords } from '../tracks/words.ts';
import { findAnchors, learnLexicon } from './lexicon.ts';

type RowTexts = { text_original: string; text_target: string };
export type Halves = readonly [string, string];

/**
 * Word statistics of an alignment, for dividing one of its rows. Both functions return nats; a positive value is evidence for the
 * division.
 */
export type RowWords = {
  /** Evidence from words whose translations are in the same half, minus words whose translations are in the other half. */
  agreement(original: Halves, target: Halves): number;
  /** Log ratio, relative to chance, of a row ending like the first half and another row starting like the second half. */
  edge(side: keyof RowTexts, halves: Halves): number;
};

/** Added to each count, so that a word seen once has little weight. */
const SMOOTHING = 1;

function createEdgeScorer(texts: readonly string[]) {
  const [words, firsts, lasts] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const add = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  let [countWords, rowCount] = [0, 0];
  for (const text of texts) {
    const rowWords = splitWords(text);
    const [firstWord, lastWord] = [rowWords[0], rowWords.at(-1)];
    if (firstWord === undefined || lastWord === undefined) continue;
    add(firsts, firstWord);
    add(lasts, lastWord);
    for (const word of rowWords) add(words, word);
    countWords += rowWords.length;
    rowCount += 1;
  }
  const scoreEdge = (edges: Map<string, number>, word = '') => {
    const byChance = ((words.get(word) ?? 0) * rowCount) / Math.max(1, countWords);
    return Math.log(((edges.get(word) ?? 0) + SMOOTHING) / (byChance + SMOOTHING));
  };
  return ([before, after]: Halves) =>
    scoreEdge(lasts, splitWords(before).at(-1)) + scoreEdge(firsts, splitWords(after)[0]);
}

const MAX_CACHED_TEXTS = 1000;

/** Returns beads with one cue on each track. */
const createBeads = (size: number): Beads => {
  const borders = Int32Array.from({ length: size + 1 }, (_, index) => index);
  return {
    size,
    original: borders,
    target: borders,
    cost: new Float64Array(size),
    crossed: new Uint8Array(size),
  };
};

/**
 * Learns which words of the two languages correspond, and which words rows start and end with. Takes linear time in the number of
 * rows.
 */
export function learnRowWords(rows: readonly RowTexts[]): RowWords {
  const makeCues = (side: keyof RowTexts): Cue[] =>
    rows.map((row, index) => ({ index: index + 1, start: index, end: index + 1, text: row[side] }));
  const { original, target, vocabulary } = prepareTracks(makeCues('text_original'), makeCues('text_target'));
  const anchors = findAnchors(original, target, vocabulary);
  const lexicon = learnLexicon(original, target, createBeads(rows.length), anchors);

  // Cache, since each half of one text is compared with many halves of the other.
  const numbersByText = new Map<string, ReadonlySet<number>>();
  function findWordNumbers(text: string): ReadonlySet<number> {
    const numbers =
      numbersByText.get(text) ?? new Set(splitWords(text).flatMap((word) => vocabulary.get(word) ?? []));
    if (numbersByText.size >= MAX_CACHED_TEXTS) numbersByText.clear();
    numbersByText.set(text, numbers);
    return numbers;
  }
  // Uses the worth without one bead, since the row to divide was part of the training data.
  function findBestLink(word: number, otherHalf: ReadonlySet<number>): number {
    let best = 0;
    const end = lexicon.from[word + 1] ?? 0;
    for (let index = lexicon.from[word] ?? end; index < end; index += 1)
      if (otherHalf.has(lexicon.words[index] as number)) best = Math.max(best, lexicon.without[index] ?? 0);
    return best;
  }
  const edges = {
    text_original: createEdgeScorer(rows.map(({ text_original }) => text_original)),
    text_target: createEdgeScorer(rows.map(({ text_target }) => text_target)),
  };
  return {
    agreement(originals, targets) {
      const [first, second] = [findWordNumbers(targets[0]), findWordNumbers(targets[1])];
      const scoreHalf = (text: string, sameHalf: ReadonlySet<number>, otherHalf: ReadonlySet<number>) => {
        let sum = 0;
        for (const word of findWordNumbers(text))
          sum += findBestLink(word, sameHalf) - findBestLink(word, otherHalf);
        return sum;
      };
      return scoreHalf(originals[0], first, second) + scoreHalf(originals[1], second, first);
    },
    edge: (side, halves) => edges[side](halves),
  };
}
