import { itemsByBead, type RaggedArray, rowOf } from '../math/ragged-array.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';

// Equal words in a row that can't be chance.
const RUN = 3;
// A run that more other beads have is a saying or a refrain.
const MAX_OTHERS = 3;
// Few words stand elsewhere more easily than many: so many runs that don't are added.
const USUAL_RUNS = 2;

/**
 * By bead, 0 to below 1: how much of the target's text another bead has word for word, though the original says something
 * else there, and where it fits better: a line pasted twice, or kept for one that was to be translated. `fit` says of each
 * bead how well its two texts go together.
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
  const beadsWith = new Map<number, number[]>();
  const runsOf: number[][] = [];
  for (let bead = 0; bead < beads.size; bead += 1) {
    const runs = runsIn(others, bead, size);
    runsOf.push(runs);
    for (const run of runs) {
      const beadsOfRun = beadsWith.get(run);
      if (beadsOfRun) beadsOfRun.push(bead);
      else beadsWith.set(run, [bead]);
    }
  }
  const repeated = new Float64Array(beads.size);
  for (const [bead, runs] of runsOf.entries()) {
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

function shareRun(words: RaggedArray, one: number, other: number, size: number): boolean {
  const runs = new Set(runsIn(words, one, size));
  return runsIn(words, other, size).some((run) => runs.has(run));
}

/** Each run of words of a bead as one number; `size` is that of the vocabulary. */
function runsIn(words: RaggedArray, bead: number, size: number): number[] {
  const list = rowOf(words, bead);
  const runs: number[] = [];
  for (let at = RUN - 1; at < list.length; at += 1) {
    const [first, second, third] = [list[at - 2] as number, list[at - 1] as number, list[at] as number];
    runs.push((first * size + second) * size + third);
  }
  return runs;
}
