import type { Cue } from '../../cues/cue.ts';
import type { Beads } from '../search/beads.ts';
import { prepareTracks } from '../tracks/cue-track.ts';
import { splitWords } from '../tracks/words.ts';
import { findAnchors, learnLexicon } from './lexicon.ts';

type RowTexts = { text_original: string; text_target: string };
/** A text in two. */
export type Halves = readonly [string, string];

/** What the rows of an alignment teach about dividing one of them. Both functions return nats: above 0 speaks for the division. */
export type RowWords = {
  /** Words whose translations are in the same half, less those whose translations are in the other. */
  agreement(original: Halves, target: Halves): number;
  /** How much more often than by chance one row ends as the first half does, and another begins as the second. */
  edge(side: keyof RowTexts, halves: Halves): number;
};

/** A word has to be at this many edges more than by chance to tell as much as one that is at twice as many. */
const USUAL_EDGES = 1;

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
    return Math.log(((edges.get(word) ?? 0) + USUAL_EDGES) / (byChance + USUAL_EDGES));
  };
  return ([before, after]: Halves) =>
    worth(lasts, splitWords(before).at(-1)) + worth(firsts, splitWords(after)[0]);
}

/** Each row is one bead of one cue on each side. */
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

/** Learns which words of the two languages go together, and which ones rows begin and end with. Linear in the number of rows. */
export function learnRowWords(rows: readonly RowTexts[]): RowWords {
  const cuesOf = (side: keyof RowTexts): Cue[] =>
    rows.map((row, at) => ({ index: at + 1, start: at, end: at + 1, text: row[side] }));
  const { original, target, vocabulary } = prepareTracks(cuesOf('text_original'), cuesOf('text_target'));
  const anchors = findAnchors(original, target, vocabulary);
  const lexicon = learnLexicon(original, target, beadsOf(rows.length), anchors);

  const numbersIn = (text: string) => new Set(splitWords(text).map((word) => vocabulary.get(word)));
  // The row that is divided taught too: without it the tie may be worth less.
  function bestIn(word: number, others: ReadonlySet<number | undefined>): number {
    let best = 0;
    const end = lexicon.from[word + 1] ?? 0;
    for (let at = lexicon.from[word] ?? end; at < end; at += 1)
      if (others.has(lexicon.words[at])) best = Math.max(best, lexicon.without[at] ?? 0);
    return best;
  }
  const edges = {
    text_original: countEdges(rows.map(({ text_original }) => text_original)),
    text_target: countEdges(rows.map(({ text_target }) => text_target)),
  };
  return {
    agreement(originals, targets) {
      const [first, second] = targets.map(numbersIn) as [Set<number>, Set<number>];
      const gain = (text: string, own: Set<number>, others: Set<number>) =>
        splitWords(text).reduce((sum, word) => {
          const number = vocabulary.get(word);
          return number === undefined ? sum : sum + bestIn(number, own) - bestIn(number, others);
        }, 0);
      return gain(originals[0], first, second) + gain(originals[1], second, first);
    },
    edge: (side, halves) => edges[side](halves),
  };
}
