import { hasItems, invert, itemsByBead, type RaggedArray } from '../math/ragged-array.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack, Vocabulary } from '../tracks/cue-track.ts';

/**
 * Associations of words, in nats: how much more often than by chance two words occur together. The links of the original's word w
 * are at indexes from `from[w]` up to `from[w + 1]` (exclusive): a word of the target in `words`, the link's `worth`, and
 * `without`, its worth without one of their common beads, so that a bead isn't evidence for itself.
 */
export type Lexicon = { from: Int32Array; words: Int32Array; worth: Float32Array; without: Float32Array };

// Minimum length of a word that counts as an anchor if it is spelled alike in both languages: short ones can differ in meaning,
// such as ‘die’ and ‘no’.
const MIN_LATIN_ANCHOR = 4;
const MIN_FOREIGN_ANCHOR = 2;
const MAX_WORTH = 6;
// Minimum factor over chance for a link; weaker links connect ubiquitous words.
const MIN_FACTOR = Math.E;
// Subtracted from each count, since two words may occur together once by chance.
const DISCOUNT = 0.7;
// Minimum count above chance: four standard deviations, squared. With a lower limit, frequent words would be linked by accident.
const MIN_SURPRISE = 16;
// Maximum number of words to compare per cue; a longer cue isn't a real subtitle.
const MAX_WORDS = 60;

/** A growing list of links as columns, in order of words; `count` entries are in use. A long film has a million. */
type LinkTable = { from: Int32Array; count: number } & Pick<Lexicon, 'words' | 'worth' | 'without'>;

const createLinks = (size: number): LinkTable => ({
  from: new Int32Array(size + 1),
  count: 0,
  words: new Int32Array(size),
  worth: new Float32Array(size),
  without: new Float32Array(size),
});

function addLink(links: LinkTable, other: number, worth: number, without: number): void {
  if (links.count === links.words.length) grow(links);
  links.words[links.count] = other;
  links.worth[links.count] = worth;
  links.without[links.count] = without;
  links.count += 1;
}

function grow(links: LinkTable): void {
  const size = 2 * links.count + 16;
  const { words, worth, without } = links;
  links.words = new Int32Array(size);
  links.words.set(words);
  links.worth = new Float32Array(size);
  links.worth.set(worth);
  links.without = new Float32Array(size);
  links.without.set(without);
}

const toLexicon = ({ from, count, words, worth, without }: LinkTable): Lexicon => ({
  from,
  words: words.slice(0, count),
  worth: worth.slice(0, count),
  without: without.slice(0, count),
});

/** Finds words that both languages spell alike (numbers, names, cognates). Rare words are worth more. */
export function findAnchors(original: CueTrack, target: CueTrack, vocabulary: Vocabulary): Lexicon {
  const cues = Math.max(original.size, target.size);
  const links = createLinks(vocabulary.size);
  for (const [word, number] of vocabulary) {
    const [a, b] = [original.frequency[number] ?? 0, target.frequency[number] ?? 0];
    if (a > 0 && b > 0 && isDistinctive(word)) {
      const worth = Math.min(MAX_WORTH, Math.log(cues / Math.max(a, b)));
      if (worth > 0) addLink(links, number, worth, worth);
    }
    links.from[number + 1] = links.count;
  }
  return toLexicon(links);
}

function isDistinctive(word: string): boolean {
  if (word.startsWith('#')) return true;
  return /^[a-z]+$/.test(word) ? word.length >= MIN_LATIN_ANCHOR : word.length >= MIN_FOREIGN_ANCHOR;
}

/**
 * Learns links between words from the beads of an earlier search, and adds the anchors. Ignores pairs of words that occur
 * together in only one bead.
 */
export function learnLexicon(original: CueTrack, target: CueTrack, beads: Beads, anchors: Lexicon): Lexicon {
  const size = anchors.from.length - 1;
  const coOccurrences = countCoOccurrences(original, target, beads, size);
  const links = createLinks(size);
  for (let word = 0; word < size; word += 1) {
    findLinks(word, coOccurrences, links);
    addAnchor(links, anchors, word);
    links.from[word + 1] = links.count;
  }
  return toLexicon(links);
}

/**
 * Index of the beads with words on both tracks: each original word's beads, each bead's target words, the number of beads of each
 * target word, and the total number of beads. `counts` (zeroed) and `seenWords` are scratch arrays.
 */
type CoOccurrences = {
  beadsByWord: RaggedArray;
  targetWords: RaggedArray;
  targetBeadCounts: Int32Array;
  beadCount: number;
  counts: Int32Array;
  seenWords: Int32Array;
};

function countCoOccurrences(original: CueTrack, target: CueTrack, beads: Beads, size: number): CoOccurrences {
  const originalWords = itemsByBead(original.words, beads.original, size, MAX_WORDS);
  const targetWords = itemsByBead(target.words, beads.target, size, MAX_WORDS);
  const hasBothTracks = (bead: number) => hasItems(originalWords, bead) && hasItems(targetWords, bead);
  const targetBeadCounts = new Int32Array(size);
  let beadCount = 0;
  for (let bead = 0; bead < beads.size; bead += 1) {
    if (!hasBothTracks(bead)) continue;
    beadCount += 1;
    const last = targetWords.from[bead + 1] as number;
    for (let k = targetWords.from[bead] as number; k < last; k += 1) {
      const word = targetWords.items[k] as number;
      targetBeadCounts[word] = (targetBeadCounts[word] as number) + 1;
    }
  }
  const beadsByWord = invert(originalWords, size, hasBothTracks);
  return {
    beadsByWord,
    targetWords,
    targetBeadCounts,
    beadCount,
    counts: new Int32Array(size),
    seenWords: new Int32Array(size),
  };
}

function findLinks(
  word: number,
  { beadsByWord, targetWords, targetBeadCounts, beadCount, counts, seenWords }: CoOccurrences,
  links: LinkTable,
): void {
  const [first, last] = [beadsByWord.from[word] as number, beadsByWord.from[word + 1] as number];
  const wordBeads = last - first;
  // A more frequent word can't reach the minimum worth with any other word.
  if (wordBeads < 2 || wordBeads * MIN_FACTOR >= beadCount) return;
  let seenCount = 0;
  for (let index = first; index < last; index += 1) {
    const bead = beadsByWord.items[index] as number;
    const end = targetWords.from[bead + 1] as number;
    for (let k = targetWords.from[bead] as number; k < end; k += 1) {
      const other = targetWords.items[k] as number;
      if (counts[other] === 0) {
        seenWords[seenCount] = other;
        seenCount += 1;
      }
      counts[other] = (counts[other] as number) + 1;
    }
  }
  for (let index = 0; index < seenCount; index += 1) {
    const other = seenWords[index] as number;
    const common = counts[other] as number;
    counts[other] = 0;
    if (common < 2) continue;
    const otherBeads = targetBeadCounts[other] as number;
    const factor = ((common - DISCOUNT) * beadCount) / (wordBeads * otherBeads);
    const chance = (wordBeads * otherBeads) / beadCount;
    const surprise = (common - chance) ** 2 / chance;
    if (factor < MIN_FACTOR || surprise < MIN_SURPRISE) continue;
    const factorWithout = ((common - 1 - DISCOUNT) * (beadCount - 1)) / ((wordBeads - 1) * (otherBeads - 1));
    addLink(links, other, scoreFactor(factor), scoreFactor(Math.min(factorWithout, factor)));
  }
}

function scoreFactor(factor: number): number {
  return factor <= 1 ? 0 : Math.min(MAX_WORTH, Math.log(factor));
}

function addAnchor(links: LinkTable, anchors: Lexicon, word: number): void {
  const position = anchors.from[word] as number;
  if (position === anchors.from[word + 1]) return;
  const worth = anchors.worth[position] as number;
  const first = links.from[word] as number;
  const found = links.words.subarray(first, links.count).indexOf(word);
  if (found < 0) addLink(links, word, worth, worth);
  else {
    const existing = first + found;
    links.worth[existing] = Math.max(links.worth[existing] as number, worth);
    links.without[existing] = Math.max(links.without[existing] as number, worth);
  }
}
