import { itemsByBead, type RaggedArray } from '../math/ragged-array.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';

// Number of equal words in a row that can't be chance.
const RUN_LENGTH = 3;
// Maximum number of other beads with a run of words; a more frequent run is a common phrase or a refrain.
const MAX_OTHER_BEADS = 3;
// Number of unmatched runs added to each text for smoothing, since a short text recurs by chance more often than a long one.
const SMOOTHING_RUNS = 2;

/**
 * Returns for each bead the share (0 to below 1) of the target's text that also occurs verbatim in another bead with a different
 * original, where it fits better, such as a line pasted twice. `fit` is how well each bead's two texts match.
 */
export function findRepeats(
  original: CueTrack,
  target: CueTrack,
  beads: Beads,
  fit: Float64Array,
): Float64Array {
  const size = target.frequency.length;
  const originalWords = itemsByBead(original.words, beads.original, size);
  const targetWords = itemsByBead(target.words, beads.target, size);
  const repeatedRuns = new Float64Array(beads.size);
  for (const repeatedBeads of findBeadsByRepeatedRun(targetWords, beads.size, size)) {
    if (repeatedBeads.length > MAX_OTHER_BEADS + 1) continue;
    for (const bead of repeatedBeads) {
      const fitsBetter = (other: number) => other !== bead && (fit[other] as number) > (fit[bead] as number);
      const isSameOriginal = (other: number) =>
        other !== bead && haveCommonRun(originalWords, bead, other, size);
      if (repeatedBeads.some(fitsBetter) && !repeatedBeads.some(isSameOriginal))
        repeatedRuns[bead] = (repeatedRuns[bead] as number) + 1;
    }
  }
  return repeatedRuns.map((count, bead) => count / (countRuns(targetWords, bead) + SMOOTHING_RUNS));
}

// Size of a hash table of runs, which saves a lookup for most of the runs that occur only once.
const HASH_COUNT = 2 ** 17 - 1;

/**
 * Returns the beads of each run that occurs more than once. Sorts the runs, since few occur twice and a list for each run would
 * be expensive.
 */
function findBeadsByRepeatedRun(words: RaggedArray, beads: number, size: number): Iterable<number[]> {
  const allRuns = new Float64Array(words.items.length);
  let count = 0;
  for (let bead = 0; bead < beads; bead += 1) {
    const runs = countRuns(words, bead);
    for (let run = 0; run < runs; run += 1, count += 1) allRuns[count] = encodeRun(words, bead, run, size);
  }
  const sorted = allRuns.slice(0, count).sort();
  const beadsByRun = new Map<number, number[]>();
  const isMaybeRepeated = new Uint8Array(HASH_COUNT);
  for (let index = 1; index < count; index += 1) {
    const run = sorted[index] as number;
    if (run !== sorted[index - 1]) continue;
    beadsByRun.set(run, []);
    isMaybeRepeated[run % HASH_COUNT] = 1;
  }
  count = 0;
  for (let bead = 0; bead < beads && beadsByRun.size > 0; bead += 1) {
    for (const last = count + countRuns(words, bead); count < last; count += 1) {
      const run = allRuns[count] as number;
      if (isMaybeRepeated[run % HASH_COUNT] === 1) beadsByRun.get(run)?.push(bead);
    }
  }
  return beadsByRun.values();
}

function haveCommonRun(words: RaggedArray, firstBead: number, secondBead: number, size: number): boolean {
  const [runs, otherRuns] = [countRuns(words, firstBead), countRuns(words, secondBead)];
  for (let a = 0; a < runs; a += 1) {
    const run = encodeRun(words, firstBead, a, size);
    for (let b = 0; b < otherRuns; b += 1) if (encodeRun(words, secondBead, b, size) === run) return true;
  }
  return false;
}

const countRuns = ({ from }: RaggedArray, bead: number): number =>
  Math.max(0, (from[bead + 1] as number) - (from[bead] as number) - RUN_LENGTH + 1);

/** Encodes a run of words as a number. The run starts at `index` within a bead; `size` is the size of the vocabulary. */
function encodeRun({ from, items }: RaggedArray, bead: number, index: number, size: number): number {
  const first = (from[bead] as number) + index;
  return (
    ((items[first] as number) * size + (items[first + 1] as number)) * size + (items[first + 2] as number)
  );
}
