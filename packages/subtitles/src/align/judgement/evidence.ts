import type { Lexicon } from '../learning/lexicon.ts';
import { hasItems, itemsByBead, type RaggedArray, rowOf } from '../math/ragged-array.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';

/** By bead: nats of words that match, nats of words that usually match but don't here, and numbers that differ. */
export type Evidence = { matched: Float64Array; missed: Float64Array; numbers: Float64Array };

/** The words of each bead on one track, each with its match at the same index; 0 in beads of one track. */
type Finds = { words: RaggedArray; worth: Float64Array; isPair: Uint8Array };

/**
 * Compares the words of each bead with their matches in their other beads: a word whose usual translation is missing here is
 * evidence against the bead. A bead isn't evidence for itself.
 */
export function learnEvidence(
  original: CueTrack,
  target: CueTrack,
  beads: Beads,
  lexicon: Lexicon,
): Evidence {
  const size = lexicon.from.length - 1;
  const [own, others] = [
    itemsByBead(original.words, beads.original, size),
    itemsByBead(target.words, beads.target, size),
  ];
  const isPair = new Uint8Array(beads.size);
  const [forward, backward] = [findsOf(own, isPair), findsOf(others, isPair)];
  const best = new Float32Array(size);
  const present = new Uint8Array(size);
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [first, last] = [others.from[bead] as number, others.from[bead + 1] as number];
    const [from, to] = [own.from[bead] as number, own.from[bead + 1] as number];
    if (from === to || first === last) continue;
    isPair[bead] = 1;
    for (let k = first; k < last; k += 1) present[others.items[k] as number] = 1;
    for (let k = from; k < to; k += 1) {
      forward.worth[k] = bestPartner(own.items[k] as number, lexicon, present, best);
    }
    for (let k = first; k < last; k += 1) {
      const word = others.items[k] as number;
      backward.worth[k] = best[word] as number;
      present[word] = 0;
      best[word] = 0;
    }
  }
  const [there, back] = [weighFinds(forward, size), weighFinds(backward, size)];
  const mean = (a: Float64Array, b: Float64Array) =>
    a.map((value, bead) => (value + (b[bead] as number)) / 2);
  return {
    matched: mean(there.matched, back.matched),
    missed: mean(there.missed, back.missed),
    numbers: differingNumbers(original, target, beads, size),
  };
}

function findsOf(words: RaggedArray, isPair: Uint8Array): Finds {
  return { words, worth: new Float64Array(words.from[isPair.length] as number), isPair };
}

/** Returns the score of the best partner present, and raises the best score so far (`best`) of each. */
function bestPartner(
  word: number,
  { from, words, without }: Lexicon,
  present: Uint8Array,
  best: Float32Array,
): number {
  let most = 0;
  const last = from[word + 1] as number;
  for (let k = from[word] as number; k < last; k += 1) {
    const partner = words[k] as number;
    if (present[partner] === 0) continue;
    const worth = without[k] as number;
    if (worth > most) most = worth;
    if (worth > (best[partner] as number)) best[partner] = worth;
  }
  return most;
}

/** Sums the score of each bead's words that match, and of those that usually match in their other beads but not in this one. */
function weighFinds(
  { words: { from, items }, worth, isPair }: Finds,
  size: number,
): { matched: Float64Array; missed: Float64Array } {
  const beads = isPair.length;
  const usual = new Float64Array(size);
  const times = new Int32Array(size);
  for (let bead = 0; bead < beads; bead += 1) {
    if (isPair[bead] === 0) continue;
    for (let k = from[bead] as number; k < (from[bead + 1] as number); k += 1) {
      const word = items[k] as number;
      usual[word] = (usual[word] as number) + (worth[k] as number);
      times[word] = (times[word] as number) + 1;
    }
  }
  const matched = new Float64Array(beads);
  const missed = new Float64Array(beads);
  for (let bead = 0; bead < beads; bead += 1) {
    if (isPair[bead] === 0) continue;
    const [first, last] = [from[bead] as number, from[bead + 1] as number];
    let sum = 0;
    let lack = 0;
    for (let k = first; k < last; k += 1) {
      const word = items[k] as number;
      const value = worth[k] as number;
      sum += value;
      const others = (times[word] as number) - 1;
      if (others > 0) lack += ((usual[word] as number) - value) / others - value;
    }
    const scale = Math.sqrt(last - first + 1);
    matched[bead] = sum / scale;
    missed[bead] = lack / scale;
  }
  return { matched, missed };
}

/** Returns 1 if both tracks have numbers and share none, less if they share some, −1 if they share all. */
function differingNumbers(original: CueTrack, target: CueTrack, beads: Beads, size: number): Float64Array {
  const own = itemsByBead(original.numbers, beads.original, size);
  const others = itemsByBead(target.numbers, beads.target, size);
  const values = new Float64Array(beads.size);
  for (let bead = 0; bead < beads.size; bead += 1) {
    if (!hasItems(own, bead) || !hasItems(others, bead)) continue;
    const a = new Set(rowOf(own, bead));
    const b = rowOf(others, bead);
    const shared = b.filter((number) => a.has(number)).length;
    values[bead] = 1 - (2 * shared) / Math.min(a.size, b.length);
  }
  return values;
}
