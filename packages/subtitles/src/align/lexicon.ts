import type { Beads } from './beads.ts';
import type { Side, Vocabulary } from './side.ts';

/**
 * How much two words speak for each other, in nats: what they occur together more often than by chance. The ties of word w of
 * the original lie at `from[w]` to before `from[w + 1]`: a word of the target in `words`, `worth`, and `without`, what it
 * would be worth without one of their common beads, so that no bead is its own witness.
 */
export type Lexicon = { from: Int32Array; words: Int32Array; worth: Float32Array; without: Float32Array };

// A word must be this long to be taken for the same name in another language: ‘die’ and ‘no’ are many things.
const LEAST_ANCHOR = 4;
const LEAST_FOREIGN_ANCHOR = 2;
const HIGHEST_WORTH = 6;
// Weaker ties (a factor of e over chance) join words that are everywhere.
const LEAST_FACTOR = Math.E;
// Two words that meet once may do so by chance: that much of each count is not believed.
const DISCOUNT = 0.7;
// The count must lie four standard deviations above chance (squared), or frequent words tie by accident.
const LEAST_SURPRISE = 16;
// The most of a cue's words that meet with the most of another's: beyond it is no subtitle.
const MOST_WORDS = 60;

const EMPTY_WORDS = new Int32Array(0);

type Tie = { other: number; worth: number; without: number };

/** The words that both languages write alike (numbers, names, cognates), worth the more the rarer they are. */
export function findAnchors(original: Side, target: Side, vocabulary: Vocabulary): Lexicon {
  const cues = Math.max(original.size, target.size);
  const ties: (readonly Tie[] | undefined)[] = [];
  for (const [word, number] of vocabulary) {
    const [a, b] = [original.frequency[number] ?? 0, target.frequency[number] ?? 0];
    if (a === 0 || b === 0 || !isTelling(word)) continue;
    const worth = Math.min(HIGHEST_WORTH, Math.log(cues / Math.max(a, b)));
    if (worth > 0) ties[number] = [{ other: number, worth, without: worth }];
  }
  return pack(ties, vocabulary.size);
}

function isTelling(word: string): boolean {
  if (word.startsWith('#')) return true;
  return /^[a-z]+$/.test(word) ? word.length >= LEAST_ANCHOR : word.length >= LEAST_FOREIGN_ANCHOR;
}

function pack(ties: readonly (readonly Tie[] | undefined)[], size: number): Lexicon {
  const from = new Int32Array(size + 1);
  for (let word = 0; word < size; word += 1)
    from[word + 1] = (from[word] as number) + (ties[word]?.length ?? 0);
  const count = from[size] as number;
  const lexicon = {
    from,
    words: new Int32Array(count),
    worth: new Float32Array(count),
    without: new Float32Array(count),
  };
  let place = 0;
  for (let word = 0; word < size; word += 1) {
    for (const { other, worth, without } of ties[word] ?? []) {
      lexicon.words[place] = other;
      lexicon.worth[place] = worth;
      lexicon.without[place] = without;
      place += 1;
    }
  }
  return lexicon;
}

/**
 * Learns from the beads of an earlier search which words go together, and adds the anchors. Words that met in one bead
 * alone are left out.
 */
export function learnLexicon(original: Side, target: Side, beads: Beads, anchors: Lexicon): Lexicon {
  const size = anchors.from.length - 1;
  const { beadsOf, wordsIn, inTarget, all } = countBeads(original, target, beads, size);
  const together = new Int32Array(size);
  const ties: (Tie[] | undefined)[] = [];
  for (let word = 0; word < size; word += 1) {
    const own = beadsOf[word] ?? [];
    // A word in more beads than that can't reach the least worth with any other.
    const found =
      own.length >= 2 && own.length * LEAST_FACTOR < all ? tiesOf(own, wordsIn, inTarget, all, together) : [];
    addAnchor(found, anchors, word);
    if (found.length > 0) ties[word] = found;
  }
  return pack(ties, size);
}

/** `together` is a table of zeros to count in, left as it was. */
function tiesOf(
  own: readonly number[],
  wordsIn: readonly Int32Array[],
  inTarget: Int32Array,
  all: number,
  together: Int32Array,
): Tie[] {
  const met: number[] = [];
  for (const bead of own) {
    const words = wordsIn[bead] as Int32Array;
    for (let k = 0; k < words.length; k += 1) {
      const other = words[k] as number;
      if (together[other] === 0) met.push(other);
      together[other] = (together[other] as number) + 1;
    }
  }
  const found: Tie[] = [];
  for (const other of met) {
    const both = together[other] as number;
    together[other] = 0;
    const times = inTarget[other] as number;
    const factor = ((both - DISCOUNT) * all) / (own.length * times);
    const chance = (own.length * times) / all;
    const surprise = (both - chance) ** 2 / chance;
    if (both < 2 || factor < LEAST_FACTOR || surprise < LEAST_SURPRISE) continue;
    const less = ((both - 1 - DISCOUNT) * (all - 1)) / ((own.length - 1) * (times - 1));
    found.push({ other, worth: worthOf(factor), without: worthOf(Math.min(less, factor)) });
  }
  return found;
}

function worthOf(factor: number): number {
  return factor <= 1 ? 0 : Math.min(HIGHEST_WORTH, Math.log(factor));
}

function addAnchor(ties: Tie[], anchors: Lexicon, word: number): void {
  const place = anchors.from[word] as number;
  if (place === anchors.from[word + 1]) return;
  const worth = anchors.worth[place] as number;
  const known = ties.find(({ other }) => other === word);
  if (!known) ties.push({ other: word, worth, without: worth });
  else [known.worth, known.without] = [Math.max(known.worth, worth), Math.max(known.without, worth)];
}

/** For each word of the original its beads, for each bead its words of the target, and in how many beads those are. */
function countBeads(original: Side, target: Side, beads: Beads, size: number) {
  const beadsOf: number[][] = [];
  const wordsIn: Int32Array[] = [];
  const inTarget = new Int32Array(size);
  let all = 0;
  for (let bead = 0; bead < beads.size; bead += 1) {
    const a = wordsOf(original, beads.original[bead] as number, beads.original[bead + 1] as number);
    const b = wordsOf(target, beads.target[bead] as number, beads.target[bead + 1] as number);
    wordsIn.push(b);
    if (a.length === 0 || b.length === 0) continue;
    all += 1;
    for (const word of b) inTarget[word] = (inTarget[word] as number) + 1;
    for (const word of a) {
      const list = beadsOf[word];
      if (list) list.push(bead);
      else beadsOf[word] = [bead];
    }
  }
  return { beadsOf, wordsIn, inTarget, all };
}

function wordsOf(side: Side, from: number, to: number): Int32Array {
  if (to - from === 1) return (side.words[from] ?? EMPTY_WORDS).subarray(0, MOST_WORDS);
  const all = new Set<number>();
  for (let at = from; at < to; at += 1) for (const word of side.words[at] ?? EMPTY_WORDS) all.add(word);
  return Int32Array.from(all).subarray(0, MOST_WORDS);
}
