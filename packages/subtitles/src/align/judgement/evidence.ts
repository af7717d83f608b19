import type { Lexicon } from '../learning/lexicon.ts';
import { hasItems, itemsByBead, listItems, type RaggedArray } from '../math/ragged-array.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';

/**
 * Evidence by bead: nats of words that match, nats of words that match in other beads but not in this one, and differing numbers
 * (see `compareNumbers`).
 */
export type Evidence = { matched: Float64Array; missed: Float64Array; numbers: Float64Array };

/** The words of each bead on one track, and the worth of each word's match at the same index; 0 in beads of only one track. */
type WordMatches = { words: RaggedArray; worth: Float64Array; isPair: Uint8Array };

/**
 * Compares the matches of each bead's words with their matches in other beads: a word whose usual translation is missing is
 * evidence against the bead. A bead doesn't count as evidence for itself.
 */
export function learnEvidence(
  original: CueTrack,
  target: CueTrack,
  beads: Beads,
  lexicon: Lexicon,
): Evidence {
  const size = lexicon.from.length - 1;
  const [originalWords, targetWords] = [
    itemsByBead(original.words, beads.original, size),
    itemsByBead(target.words, beads.target, size),
  ];
  const isPair = new Uint8Array(beads.size);
  const [forward, backward] = [createMatches(originalWords, isPair), createMatches(targetWords, isPair)];
  const best = new Float32Array(size);
  const present = new Uint8Array(size);
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [first, last] = [targetWords.from[bead] as number, targetWords.from[bead + 1] as number];
    const [from, to] = [originalWords.from[bead] as number, originalWords.from[bead + 1] as number];
    if (from === to || first === last) continue;
    isPair[bead] = 1;
    for (let k = first; k < last; k += 1) present[targetWords.items[k] as number] = 1;
    for (let k = from; k < to; k += 1) {
      forward.worth[k] = scoreBestPartner(originalWords.items[k] as number, lexicon, present, best);
    }
    for (let k = first; k < last; k += 1) {
      const word = targetWords.items[k] as number;
      backward.worth[k] = best[word] as number;
      present[word] = 0;
      best[word] = 0;
    }
  }
  const [forwardSums, backwardSums] = [sumMatches(forward, size), sumMatches(backward, size)];
  const mean = (a: Float64Array, b: Float64Array) =>
    a.map((value, bead) => (value + (b[bead] as number)) / 2);
  return {
    matched: mean(forwardSums.matched, backwardSums.matched),
    missed: mean(forwardSums.missed, backwardSums.missed),
    numbers: compareNumbers(original, target, beads, size),
  };
}

function createMatches(words: RaggedArray, isPair: Uint8Array): WordMatches {
  return { words, worth: new Float64Array(words.from[isPair.length] as number), isPair };
}

/**
 * Returns the score of the best match for a word among the words present, and updates the highest score of each matching word
 * (`best`).
 */
function scoreBestPartner(
  word: number,
  { from, words, without }: Lexicon,
  present: Uint8Array,
  best: Float32Array,
): number {
  let highest = 0;
  const last = from[word + 1] as number;
  for (let k = from[word] as number; k < last; k += 1) {
    const partner = words[k] as number;
    if (present[partner] === 0) continue;
    const worth = without[k] as number;
    if (worth > highest) highest = worth;
    if (worth > (best[partner] as number)) best[partner] = worth;
  }
  return highest;
}

/** Sums, for each bead, the scores of words that match, and of words that match in other beads but not in this one. */
function sumMatches(
  { words: { from, items }, worth, isPair }: WordMatches,
  size: number,
): { matched: Float64Array; missed: Float64Array } {
  const beads = isPair.length;
  const totalWorth = new Float64Array(size);
  const beadCount = new Int32Array(size);
  for (let bead = 0; bead < beads; bead += 1) {
    if (isPair[bead] === 0) continue;
    for (let k = from[bead] as number; k < (from[bead + 1] as number); k += 1) {
      const word = items[k] as number;
      totalWorth[word] = (totalWorth[word] as number) + (worth[k] as number);
      beadCount[word] = (beadCount[word] as number) + 1;
    }
  }
  const matched = new Float64Array(beads);
  const missed = new Float64Array(beads);
  for (let bead = 0; bead < beads; bead += 1) {
    if (isPair[bead] === 0) continue;
    const [first, last] = [from[bead] as number, from[bead + 1] as number];
    let sum = 0;
    let missing = 0;
    for (let k = first; k < last; k += 1) {
      const word = items[k] as number;
      const value = worth[k] as number;
      sum += value;
      const others = (beadCount[word] as number) - 1;
      if (others > 0) missing += ((totalWorth[word] as number) - value) / others - value;
    }
    const scale = Math.sqrt(last - first + 1);
    matched[bead] = sum / scale;
    missed[bead] = missing / scale;
  }
  return { matched, missed };
}

/** Returns for each bead 1 if both tracks have numbers and share none, less if they share some, −1 if they share all. */
function compareNumbers(original: CueTrack, target: CueTrack, beads: Beads, size: number): Float64Array {
  const originalNumbers = itemsByBead(original.numbers, beads.original, size);
  const targetNumbers = itemsByBead(target.numbers, beads.target, size);
  const values = new Float64Array(beads.size);
  for (let bead = 0; bead < beads.size; bead += 1) {
    if (!hasItems(originalNumbers, bead) || !hasItems(targetNumbers, bead)) continue;
    const originalSet = new Set(listItems(originalNumbers, bead));
    const targetList = listItems(targetNumbers, bead);
    const shared = targetList.filter((number) => originalSet.has(number)).length;
    values[bead] = 1 - (2 * shared) / Math.min(originalSet.size, targetList.length);
  }
  return values;
}
