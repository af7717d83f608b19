import type { Lexicon } from '../learning/lexicon.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import type { Band } from './band.ts';
import type { Beads } from './beads.ts';

/**
 * Scores the words of each pair of cues in the band: the sum, over the target's words, of the worth of the best-linked word of
 * the original, divided by the square root of their number. `trainingBeads` are the beads from which the lexicon was learned.
 */
export function scoreWords(
  original: CueTrack,
  target: CueTrack,
  band: Band,
  lexicon: Lexicon,
  trainingBeads?: Beads,
): Float32Array {
  const values = new Float32Array(band.size);
  const size = lexicon.from.length - 1;
  const table: BestPartners = {
    best: new Float32Array(size),
    bestWithout: new Float32Array(size),
    seenInRow: new Int32Array(size).fill(-1),
  };
  const beadByCue = trainingBeads && {
    original: findBeadByCue(trainingBeads.original, trainingBeads.size),
    target: findBeadByCue(trainingBeads.target, trainingBeads.size),
  };
  for (let i = 0; i < original.size; i += 1) {
    const low = band.low[i] as number;
    const high = Math.min(target.size - 1, band.high[i] as number);
    for (let j = low; j <= high; j += 1) resetBest(i, target.words[j] as Int32Array, table);
    updateBest(i, original.words[i] as Int32Array, lexicon, table);
    const row = band.row[i] as number;
    for (let j = low; j <= high; j += 1) {
      const words = target.words[j] as Int32Array;
      const best =
        beadByCue && beadByCue.original[i] === beadByCue.target[j] ? table.bestWithout : table.best;
      let sum = 0;
      for (let k = 0; k < words.length; k += 1) sum += best[words[k] as number] as number;
      values[row + j] = sum / Math.sqrt(words.length + 1);
    }
  }
  subtractMean(values);
  return values;
}

/** Subtracts the mean, since most pairs in the band are unrelated and share words by chance. */
function subtractMean(values: Float32Array): void {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] as number;
  const mean = sum / Math.max(1, values.length);
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index] as number) - mean;
}

/** The worth of each target word's best-linked word in the current cue of the original; valid if `seenInRow` is that cue. */
type BestPartners = { best: Float32Array; bestWithout: Float32Array; seenInRow: Int32Array };

function resetBest(row: number, words: Int32Array, { best, bestWithout, seenInRow }: BestPartners): void {
  for (let k = 0; k < words.length; k += 1) {
    const word = words[k] as number;
    seenInRow[word] = row;
    best[word] = 0;
    bestWithout[word] = 0;
  }
}

function updateBest(
  row: number,
  originalWords: Int32Array,
  { from, words, worth, without }: Lexicon,
  { best, bestWithout, seenInRow }: BestPartners,
): void {
  for (let w = 0; w < originalWords.length; w += 1) {
    const last = from[(originalWords[w] as number) + 1] as number;
    for (let k = from[originalWords[w] as number] as number; k < last; k += 1) {
      const partner = words[k] as number;
      if (seenInRow[partner] !== row) continue;
      if ((worth[k] as number) > (best[partner] as number)) best[partner] = worth[k] as number;
      if ((without[k] as number) > (bestWithout[partner] as number)) {
        bestWithout[partner] = without[k] as number;
      }
    }
  }
}

function findBeadByCue(borders: Int32Array, size: number): Int32Array {
  const beadByCue = new Int32Array(borders[size] ?? 0);
  for (let bead = 0; bead < size; bead += 1) beadByCue.fill(bead, borders[bead], borders[bead + 1]);
  return beadByCue;
}
