import type { Band } from './band.ts';
import type { Beads } from './beads.ts';
import type { Lexicon } from './lexicon.ts';
import type { Side } from './side.ts';

/**
 * How far the words of each pair of cues in the band speak for each other: the sum over the target's words of the worth of
 * their best partner, per square root of their number. `earlier` are the beads that the lexicon was learned from.
 */
export function weighWords(
  original: Side,
  target: Side,
  band: Band,
  lexicon: Lexicon,
  earlier?: Beads,
): Float32Array {
  const values = new Float32Array(band.size);
  const size = lexicon.from.length - 1;
  // For each word of the target its best partner in the present cue of the original.
  const best = new Float32Array(size);
  const bestWithout = new Float32Array(size);
  const places = earlier && {
    original: placesOf(earlier.original, earlier.size),
    target: placesOf(earlier.target, earlier.size),
  };
  for (let i = 0; i < original.size; i += 1) {
    const own = original.words[i] as Int32Array;
    if (!raise(own, lexicon, best, bestWithout)) continue;
    const high = Math.min(target.size - 1, band.high[i] as number);
    const row = band.row[i] as number;
    for (let j = band.low[i] as number; j <= high; j += 1) {
      const words = target.words[j] as Int32Array;
      const table = places && places.original[i] === places.target[j] ? bestWithout : best;
      let sum = 0;
      for (let k = 0; k < words.length; k += 1) sum += table[words[k] as number] as number;
      values[row + j] = sum / Math.sqrt(words.length + 1);
    }
    clear(own, lexicon, best, bestWithout);
  }
  takeChanceOff(values);
  return values;
}

/** Most pairs in the band are unrelated: what they share on average is chance. */
function takeChanceOff(values: Float32Array): void {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] as number) - mean;
}

function raise(
  own: Int32Array,
  { from, words, worth, without }: Lexicon,
  best: Float32Array,
  bestWithout: Float32Array,
): boolean {
  let any = false;
  for (let w = 0; w < own.length; w += 1) {
    const last = from[(own[w] as number) + 1] as number;
    for (let k = from[own[w] as number] as number; k < last; k += 1) {
      const partner = words[k] as number;
      if ((worth[k] as number) > (best[partner] as number)) best[partner] = worth[k] as number;
      if ((without[k] as number) > (bestWithout[partner] as number))
        bestWithout[partner] = without[k] as number;
      any = true;
    }
  }
  return any;
}

function clear(
  own: Int32Array,
  { from, words }: Lexicon,
  best: Float32Array,
  bestWithout: Float32Array,
): void {
  for (let w = 0; w < own.length; w += 1) {
    const last = from[(own[w] as number) + 1] as number;
    for (let k = from[own[w] as number] as number; k < last; k += 1) {
      best[words[k] as number] = 0;
      bestWithout[words[k] as number] = 0;
    }
  }
}

/** The number of its bead for each place. */
function placesOf(borders: Int32Array, size: number): Int32Array {
  const places = new Int32Array(borders[size] ?? 0);
  for (let bead = 0; bead < size; bead += 1) places.fill(bead, borders[bead], borders[bead + 1]);
  return places;
}
