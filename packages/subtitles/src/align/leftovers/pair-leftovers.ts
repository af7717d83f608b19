import { extendClock } from '../clock/extend-clock.ts';
import { markIdenticalPairs } from '../clock/identical-timing.ts';
import { type Finding, LONGEST_RUN, type Prepared } from '../find-beads.ts';
import { weighWords } from '../search/affinity.ts';
import { layBand } from '../search/band.ts';
import { weighRuns, weighTimes } from '../search/costs.ts';
import { searchBeads } from '../search/search-beads.ts';
import { pickCues } from '../tracks/cue-track.ts';

const MARGIN_MS = 2000;

/**
 * Searches again among the cues that are in no two-sided bead (passed as positions in the whole files), one to one: a sound tag
 * in one file with its counterpart in the other, or with speech that the other has instead.
 */
export function pairLeftovers(
  { whole, target: speech }: Prepared,
  { clock, lexicon, search: wholeSearch }: Finding,
  left: { original: number[]; target: number[] },
): [number, number][] {
  if (left.original.length === 0 || left.target.length === 0) return [];
  const original = pickCues(whole.original, left.original);
  const target = pickCues(whole.target, left.target);
  const extended = extendClock(speech, clock, target);
  const { parameters, tolerance } = wholeSearch;
  const band = layBand(original, target, extended, MARGIN_MS);
  const beads = searchBeads({
    original,
    target,
    band,
    costs: {
      marks: wholeSearch.costs.marks,
      original: weighRuns(original, LONGEST_RUN, parameters),
      target: weighRuns(target, LONGEST_RUN, parameters),
      times: weighTimes(original, target, band, extended, tolerance, parameters),
      words: weighWords(original, target, band, lexicon),
    },
    tolerance,
    parameters: { ...parameters, kinds: parameters.kinds.slice(0, 1) },
    identicalPairs: wholeSearch.identicalPairs && markIdenticalPairs(original, target, band),
  });
  const pairs: [number, number][] = [];
  for (let bead = 0; bead < beads.size; bead += 1) {
    const [a, z] = [beads.original[bead] as number, beads.original[bead + 1] as number];
    const [b, y] = [beads.target[bead] as number, beads.target[bead + 1] as number];
    if (z > a && y > b) pairs.push([left.original[a] as number, left.target[b] as number]);
  }
  return pairs;
}
