import type { Beads } from './beads.ts';
import type { Lexicon } from './lexicon.ts';
import type { Side } from './side.ts';

/** By bead: nats that its words say for each other, nats that they usually say and don't here, and numbers that differ. */
export type Evidence = { found: Float64Array; missed: Float64Array; numbers: Float64Array };

/**
 * Weighs the words of each bead against what the same words find in their other beads: a word that always meets its
 * translation and doesn't here speaks against the bead. No bead is its own witness.
 */
export function learnEvidence(original: Side, target: Side, beads: Beads, lexicon: Lexicon): Evidence {
  const size = lexicon.from.length - 1;
  const forward = new Tally(beads.size, size);
  const backward = new Tally(beads.size, size);
  const best = new Float32Array(size);
  const present = new Uint8Array(size);
  for (let bead = 0; bead < beads.size; bead += 1) {
    const own = wordsIn(original, beads.original[bead] as number, beads.original[bead + 1] as number);
    const others = wordsIn(target, beads.target[bead] as number, beads.target[bead + 1] as number);
    if (own.length === 0 || others.length === 0) continue;
    for (const word of others) present[word] = 1;
    const worth = own.map((word) => bestPartner(word, lexicon, present, best));
    forward.add(bead, own, worth);
    backward.add(
      bead,
      others,
      others.map((word) => best[word] as number),
    );
    for (const word of others) {
      present[word] = 0;
      best[word] = 0;
    }
  }
  const [there, back] = [forward.weigh(), backward.weigh()];
  const mean = (a: Float64Array, b: Float64Array) =>
    a.map((value, bead) => (value + (b[bead] as number)) / 2);
  return {
    found: mean(there.found, back.found),
    missed: mean(there.missed, back.missed),
    numbers: differingNumbers(original, target, beads),
  };
}

/** The worth of the best partner that is present; for each of those also the best that it has met (`best`). */
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

/** Gathers what the words of one side find, bead by bead, then what they find on average. */
class Tally {
  readonly #rows: ({ words: number[]; worth: number[] } | undefined)[];
  readonly #usual: Float64Array;
  readonly #times: Int32Array;

  constructor(beads: number, words: number) {
    this.#rows = new Array(beads).fill(undefined);
    this.#usual = new Float64Array(words);
    this.#times = new Int32Array(words);
  }

  add(bead: number, words: number[], worth: number[]): void {
    this.#rows[bead] = { words, worth };
    for (const [k, word] of words.entries()) {
      this.#usual[word] = (this.#usual[word] as number) + (worth[k] as number);
      this.#times[word] = (this.#times[word] as number) + 1;
    }
  }

  weigh(): { found: Float64Array; missed: Float64Array } {
    const found = new Float64Array(this.#rows.length);
    const missed = new Float64Array(this.#rows.length);
    for (const [bead, row] of this.#rows.entries()) {
      if (!row) continue;
      let [sum, lack] = [0, 0];
      for (const [k, word] of row.words.entries()) {
        const value = row.worth[k] as number;
        sum += value;
        const others = (this.#times[word] as number) - 1;
        if (others > 0) lack += ((this.#usual[word] as number) - value) / others - value;
      }
      const scale = Math.sqrt(row.words.length + 1);
      found[bead] = sum / scale;
      missed[bead] = lack / scale;
    }
    return { found, missed };
  }
}

function wordsIn(side: Side, from: number, to: number): number[] {
  const all = new Set<number>();
  for (let at = from; at < to; at += 1) for (const word of side.words[at] as Int32Array) all.add(word);
  return [...all];
}

/** 1 where both sides have numbers and share none, between for some, −1 where all are shared. */
function differingNumbers(original: Side, target: Side, beads: Beads): Float64Array {
  const values = new Float64Array(beads.size);
  for (let bead = 0; bead < beads.size; bead += 1) {
    const a = numbersIn(original, beads.original[bead] as number, beads.original[bead + 1] as number);
    const b = numbersIn(target, beads.target[bead] as number, beads.target[bead + 1] as number);
    if (a.size === 0 || b.size === 0) continue;
    const shared = [...a].filter((number) => b.has(number)).length;
    values[bead] = 1 - (2 * shared) / Math.min(a.size, b.size);
  }
  return values;
}

function numbersIn(side: Side, from: number, to: number): Set<number> {
  const all = new Set<number>();
  for (let at = from; at < to; at += 1) for (const number of side.numbers[at] as Int32Array) all.add(number);
  return all;
}
