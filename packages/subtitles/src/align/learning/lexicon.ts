import { hasItems, invert, itemsByBead, type RaggedArray } from '../math/ragged-array.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack, Vocabulary } from '../tracks/cue-track.ts';

/**
 * Association of two words, in nats: how much more often than by chance they occur together. The links of word w of the original
 * are at `from[w]` to before `from[w + 1]`: a word of the target in `words`, its `worth`, and `without`, its worth without one of
 * their common beads, so that a bead isn't evidence for itself.
 */
export type Lexicon = { from: Int32Array; words: Int32Array; worth: Float32Array; without: Float32Array };

// Minimum length of a word that counts as the same name in another language: ‘die’ and ‘no’ have many meanings.
const MIN_ANCHOR = 4;
const MIN_FOREIGN_ANCHOR = 2;
const HIGHEST_WORTH = 6;
// Weaker links (a factor of e over chance) connect ubiquitous words.
const MIN_FACTOR = Math.E;
// Subtracted from each count, since two words may occur together once by chance.
const DISCOUNT = 0.7;
// Minimum count above chance: four standard deviations (squared); otherwise frequent words are linked by accident.
const MIN_SURPRISE = 16;
// Maximum number of words per cue that are compared; a longer cue isn't a real subtitle.
const MAX_WORDS = 60;

/** Links in the order in which they are found, word by word: the first `count` of each column. A long film has a million. */
type Ties = { from: Int32Array; count: number } & Pick<Lexicon, 'words' | 'worth' | 'without'>;

const noTies = (size: number): Ties => ({
  from: new Int32Array(size + 1),
  count: 0,
  words: new Int32Array(size),
  worth: new Float32Array(size),
  without: new Float32Array(size),
});

function addTie(ties: Ties, other: number, worth: number, without: number): void {
  if (ties.count === ties.words.length) grow(ties);
  ties.words[ties.count] = other;
  ties.worth[ties.count] = worth;
  ties.without[ties.count] = without;
  ties.count += 1;
}

function grow(ties: Ties): void {
  const size = 2 * ties.count + 16;
  const { words, worth, without } = ties;
  ties.words = new Int32Array(size);
  ties.words.set(words);
  ties.worth = new Float32Array(size);
  ties.worth.set(worth);
  ties.without = new Float32Array(size);
  ties.without.set(without);
}

const pack = ({ from, count, words, worth, without }: Ties): Lexicon => ({
  from,
  words: words.slice(0, count),
  worth: worth.slice(0, count),
  without: without.slice(0, count),
});

/** Finds the words that both languages spell alike (numbers, names, cognates), worth more the rarer they are. */
export function findAnchors(original: CueTrack, target: CueTrack, vocabulary: Vocabulary): Lexicon {
  const cues = Math.max(original.size, target.size);
  const ties = noTies(vocabulary.size);
  for (const [word, number] of vocabulary) {
    const [a, b] = [original.frequency[number] ?? 0, target.frequency[number] ?? 0];
    if (a > 0 && b > 0 && isTelling(word)) {
      const worth = Math.min(HIGHEST_WORTH, Math.log(cues / Math.max(a, b)));
      if (worth > 0) addTie(ties, number, worth, worth);
    }
    ties.from[number + 1] = ties.count;
  }
  return pack(ties);
}

function isTelling(word: string): boolean {
  if (word.startsWith('#')) return true;
  return /^[a-z]+$/.test(word) ? word.length >= MIN_ANCHOR : word.length >= MIN_FOREIGN_ANCHOR;
}

/**
 * Learns word correspondences from the beads of an earlier search, and adds the anchors. Drops words that occur together in
 * only one bead.
 */
export function learnLexicon(original: CueTrack, target: CueTrack, beads: Beads, anchors: Lexicon): Lexicon {
  const size = anchors.from.length - 1;
  const meetings = countMeetings(original, target, beads, size);
  const ties = noTies(size);
  for (let word = 0; word < size; word += 1) {
    findTies(word, meetings, ties);
    addAnchor(ties, anchors, word);
    ties.from[word + 1] = ties.count;
  }
  return pack(ties);
}

/**
 * For beads with words on both tracks: each original word's beads, each bead's target words, and the number of beads of each.
 * `together` is a zeroed table for counting, `met` a list for words.
 */
type Meetings = {
  beadsOf: RaggedArray;
  wordsIn: RaggedArray;
  inTarget: Int32Array;
  all: number;
  together: Int32Array;
  met: Int32Array;
};

function countMeetings(original: CueTrack, target: CueTrack, beads: Beads, size: number): Meetings {
  const own = itemsByBead(original.words, beads.original, size, MAX_WORDS);
  const wordsIn = itemsByBead(target.words, beads.target, size, MAX_WORDS);
  const isMeeting = (bead: number) => hasItems(own, bead) && hasItems(wordsIn, bead);
  const inTarget = new Int32Array(size);
  let all = 0;
  for (let bead = 0; bead < beads.size; bead += 1) {
    if (!isMeeting(bead)) continue;
    all += 1;
    const last = wordsIn.from[bead + 1] as number;
    for (let k = wordsIn.from[bead] as number; k < last; k += 1) {
      const word = wordsIn.items[k] as number;
      inTarget[word] = (inTarget[word] as number) + 1;
    }
  }
  const beadsOf = invert(own, size, isMeeting);
  return { beadsOf, wordsIn, inTarget, all, together: new Int32Array(size), met: new Int32Array(size) };
}

function findTies(
  word: number,
  { beadsOf, wordsIn, inTarget, all, together, met }: Meetings,
  ties: Ties,
): void {
  const [first, last] = [beadsOf.from[word] as number, beadsOf.from[word + 1] as number];
  const own = last - first;
  // A word in more beads than this can't reach the minimum worth with any other.
  if (own < 2 || own * MIN_FACTOR >= all) return;
  let metCount = 0;
  for (let at = first; at < last; at += 1) {
    const bead = beadsOf.items[at] as number;
    const end = wordsIn.from[bead + 1] as number;
    for (let k = wordsIn.from[bead] as number; k < end; k += 1) {
      const other = wordsIn.items[k] as number;
      if (together[other] === 0) {
        met[metCount] = other;
        metCount += 1;
      }
      together[other] = (together[other] as number) + 1;
    }
  }
  for (let at = 0; at < metCount; at += 1) {
    const other = met[at] as number;
    const both = together[other] as number;
    together[other] = 0;
    if (both < 2) continue;
    const times = inTarget[other] as number;
    const factor = ((both - DISCOUNT) * all) / (own * times);
    const chance = (own * times) / all;
    const surprise = (both - chance) ** 2 / chance;
    if (factor < MIN_FACTOR || surprise < MIN_SURPRISE) continue;
    const less = ((both - 1 - DISCOUNT) * (all - 1)) / ((own - 1) * (times - 1));
    addTie(ties, other, worthOf(factor), worthOf(Math.min(less, factor)));
  }
}

function worthOf(factor: number): number {
  return factor <= 1 ? 0 : Math.min(HIGHEST_WORTH, Math.log(factor));
}

function addAnchor(ties: Ties, anchors: Lexicon, word: number): void {
  const position = anchors.from[word] as number;
  if (position === anchors.from[word + 1]) return;
  const worth = anchors.worth[position] as number;
  const first = ties.from[word] as number;
  const found = ties.words.subarray(first, ties.count).indexOf(word);
  if (found < 0) addTie(ties, word, worth, worth);
  else {
    const existing = first + found;
    ties.worth[existing] = Math.max(ties.worth[existing] as number, worth);
    ties.without[existing] = Math.max(ties.without[existing] as number, worth);
  }
}
