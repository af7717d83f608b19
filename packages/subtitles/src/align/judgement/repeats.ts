import { itemsByBead, type RaggedArray, rowOf } from '../math/ragged-array.ts';
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
  const beadsWith = beadsByRepeatedRun(others, beads.size, size);
  const repeated = new Float64Array(beads.size);
  if (beadsWith.size === 0) return repeated;
  for (let bead = 0; bead < beads.size; bead += 1) {
    const runs = runsIn(others, bead, size);
    const isRepeated = (run: number) => {
      const all = beadsWith.get(run) ?? [];
      if (all.length > MAX_OTHERS + 1) return false;
      const elsewhere = all.filter((other) => other !== bead);
      return (
        elsewhere.some((other) => (fit[other] as number) > (fit[bead] as number)) &&
        !elsewhere.some((other) => shareRun(own, bead, other, size))
      );
    };
    repeated[bead] = runs.filter(isRepeated).length / (runs.length + USUAL_RUNS);
  }
  return repeated;
}

/**
 * Returns the beads with each run that occurs more than once. Most runs don't: sorting finds the others without a list for
 * each.
 */
function beadsByRepeatedRun(words: RaggedArray, beads: number, size: number): Map<number, number[]> {
  const all = new Float64Array(words.items.length);
  let count = 0;
  for (let bead = 0; bead < beads; bead += 1) {
    for (const run of runsIn(words, bead, size)) {
      all[count] = run;
      count += 1;
    }
  }
  const sorted = all.subarray(0, count).sort();
  const beadsWith = new Map<number, number[]>();
  for (let at = 1; at < count; at += 1)
    if (sorted[at] === sorted[at - 1]) beadsWith.set(sorted[at] as number, []);
  if (beadsWith.size === 0) return beadsWith;
  for (let bead = 0; bead < beads; bead += 1)
    for (const run of runsIn(words, bead, size)) beadsWith.get(run)?.push(bead);
  return beadsWith;
}

function shareRun(words: RaggedArray, one: number, other: number, size: number): boolean {
  const runs = new Set(runsIn(words, one, size));
  return runsIn(words, other, size).some((run) => runs.has(run));
}

/** Returns each run of words of a bead as one number; `size` is the size of the vocabulary. */
function runsIn(words: RaggedArray, bead: number, size: number): number[] {
  const list = rowOf(words, bead);
  const runs: number[] = [];
  for (let at = RUN - 1; at < list.length; at += 1) {
    const [first, second, third] = [list[at - 2] as number, list[at - 1] as number, list[at] as number];
    runs.push((first * size + second) * size + third);
  }
  return runs;
}
