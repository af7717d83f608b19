import { itemsByBead, type RaggedArray } from '../math/ragged-array.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';

// Number of equal words in a row that can't be chance.
const RUN = 3;
// A run found in more other beads than this is a saying or a refrain.
const MAX_OTHERS = 3;
// Number of unmatched runs added to each text, since a short one is found elsewhere more easily than a long one.
const USUAL_RUNS = 2;

/**
 * By bead, 0 to below 1: the share of the target's text that occurs verbatim in another bead where it fits better, although the
 * original differs: a line pasted twice, or left over from one that was to be translated. `fit` is how well each bead's two
 * texts match.
 */
export function findRepeats(
  original: CueTrack,
  target: CueTrack,
  beads: Beads,
  fit: Float64Array,
): Float64Array {
  const size = target.frequency.length;
  const own = itemsByBead(original.words, beads.original, size);
  const others = itemsByBead(target.words, beads.target, size);
  const repeatedRuns = new Float64Array(beads.size);
  for (const all of beadsByRepeatedRun(others, beads.size, size)) {
    if (all.length > MAX_OTHERS + 1) continue;
    for (const bead of all) {
      const fitsBetter = (other: number) => other !== bead && (fit[other] as number) > (fit[bead] as number);
      const isSame = (other: number) => other !== bead && shareRun(own, bead, other, size);
      if (all.some(fitsBetter) && !all.some(isSame)) repeatedRuns[bead] = (repeatedRuns[bead] as number) + 1;
    }
  }
  return repeatedRuns.map((count, bead) => count / (countRuns(others, bead) + USUAL_RUNS));
}

// Hash of runs, so that most are found to be single without a look-up.
const HASHES = 2 ** 17 - 1;

/**
 * Returns the beads of each run that occurs more than once. Most runs don't: sorting finds the others without a list for each.
 */
function beadsByRepeatedRun(words: RaggedArray, beads: number, size: number): Iterable<number[]> {
  const all = new Float64Array(words.items.length);
  let count = 0;
  for (let bead = 0; bead < beads; bead += 1) {
    const runs = countRuns(words, bead);
    for (let run = 0; run < runs; run += 1, count += 1) all[count] = runAt(words, bead, run, size);
  }
  const sorted = all.slice(0, count).sort();
  const beadsWith = new Map<number, number[]>();
  const mayRepeat = new Uint8Array(HASHES);
  for (let at = 1; at < count; at += 1) {
    const run = sorted[at] as number;
    if (run !== sorted[at - 1]) continue;
    beadsWith.set(run, []);
    mayRepeat[run % HASHES] = 1;
  }
  count = 0;
  for (let bead = 0; bead < beads && beadsWith.size > 0; bead += 1) {
    for (const last = count + countRuns(words, bead); count < last; count += 1) {
      const run = all[count] as number;
      if (mayRepeat[run % HASHES] === 1) beadsWith.get(run)?.push(bead);
    }
  }
  return beadsWith.values();
}

function shareRun(words: RaggedArray, one: number, other: number, size: number): boolean {
  const [runs, others] = [countRuns(words, one), countRuns(words, other)];
  for (let a = 0; a < runs; a += 1) {
    const run = runAt(words, one, a, size);
    for (let b = 0; b < others; b += 1) if (runAt(words, other, b, size) === run) return true;
  }
  return false;
}

const countRuns = ({ from }: RaggedArray, bead: number): number =>
  Math.max(0, (from[bead + 1] as number) - (from[bead] as number) - RUN + 1);

/** Returns the words of a bead from one on as a number; `size` is the size of the vocabulary. */
function runAt({ from, items }: RaggedArray, bead: number, at: number, size: number): number {
  const first = (from[bead] as number) + at;
  return (
    ((items[first] as number) * size + (items[first + 1] as number)) * size + (items[first + 2] as number)
  );
}
