import type { Cue } from '../../cues/cue.ts';
import type { Beads } from '../search/beads.ts';
import { prepareTracks } from '../tracks/cue-track.ts';
import { splitWords } from '../tracks/words.ts';
import { findAnchors, learnLexicon } from './lexicon.ts';

type RowTexts = { text_original: string; text_target: string };
/** A text in two halves. */
export type Halves = readonly [string, string];

/**
 * Statistics of an alignment's words, for dividing one of its rows. Both functions return nats: above 0 is in favour of the
 * division.
 */
export type RowWords = {
  /** Counts words whose translations are in the same half, minus those whose translations are in the other. */
  agreement(original: Halves, target: Halves): number;
  /** Log ratio to chance of one row ending like the first half, and another beginning like the second. */
  edge(side: keyof RowTexts, halves: Halves): number;
};

/** Added to each count, so that a word seen once counts little. */
const SMOOTHING = 1;

function countEdges(texts: readonly string[]) {
  const [words, firsts, lasts] = [
    new Map<string, number>(),
    new Map<string, number>(),
    new Map<string, number>(),
  ];
  const add = (counts: Map<string, number>, word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  let [all, rows] = [0, 0];
  for (const text of texts) {
    const said = splitWords(text);
    const [first, last] = [said[0], said.at(-1)];
    if (first === undefined || last === undefined) continue;
    add(firsts, first);
    add(lasts, last);
    for (const word of said) add(words, word);
    all += said.length;
    rows += 1;
  }
  const worth = (edges: Map<string, number>, word = '') => {
    const byChance = ((words.get(word) ?? 0) * rows) / Math.max(1, all);
    return Math.log(((edges.get(word) ?? 0) + SMOOTHING) / (byChance + SMOOTHING));
  };
  return ([before, after]: Halves) =>
    worth(lasts, splitWords(before).at(-1)) + worth(firsts, splitWords(after)[0]);
}

const MAX_KNOWN = 1000;

/** Makes each row one bead of one cue on each side. */
const beadsOf = (size: number): Beads => {
  const borders = Int32Array.from({ length: size + 1 }, (_, at) => at);
  return {
    size,
    original: borders,
    target: borders,
    cost: new Float64Array(size),
    crossed: new Uint8Array(size),
  };
};

/** Learns which words of the two languages correspond, and which ones rows start and end with. Linear in the number of rows. */
export function learnRowWords(rows: readonly RowTexts[]): RowWords {
  const cuesOf = (side: keyof RowTexts): Cue[] =>
    rows.map((row, at) => ({ index: at + 1, start: at, end: at + 1, text: row[side] }));
  const { original, target, vocabulary } = prepareTracks(cuesOf('text_original'), cuesOf('text_target'));
  const anchors = findAnchors(original, target, vocabulary);
  const lexicon = learnLexicon(original, target, beadsOf(rows.length), anchors);

  // Cache: halves of one text recur with many halves of the other.
  const known = new Map<string, ReadonlySet<number>>();
  function numbersIn(text: string): ReadonlySet<number> {
    const numbers =
      known.get(text) ?? new Set(splitWords(text).flatMap((word) => vocabulary.get(word) ?? []));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, numbers);
    return numbers;
  }
  // Excludes the row to divide, which was part of the training: without it the link may be worth less.
  function bestIn(word: number, others: ReadonlySet<number>): number {
    let best = 0;
    const end = lexicon.from[word + 1] ?? 0;
    for (let at = lexicon.from[word] ?? end; at < end; at += 1)
      if (others.has(lexicon.words[at] as number)) best = Math.max(best, lexicon.without[at] ?? 0);
    return best;
  }
  const edges = {
    text_original: countEdges(rows.map(({ text_original }) => text_original)),
    text_target: countEdges(rows.map(({ text_target }) => text_target)),
  };
  return {
    agreement(originals, targets) {
      const [first, second] = [numbersIn(targets[0]), numbersIn(targets[1])];
      const gain = (text: string, own: ReadonlySet<number>, others: ReadonlySet<number>) => {
        let sum = 0;
        for (const word of numbersIn(text)) sum += bestIn(word, own) - bestIn(word, others);
        return sum;
      };
      return gain(originals[0], first, second) + gain(originals[1], second, first);
    },
    edge: (side, halves) => edges[side](halves),
  };
}
