import { extendClock } from '../clock/extend-clock.ts';
import { markIdenticalPairs } from '../clock/identical-timing.ts';
import { MAX_RUN_LENGTH, type PreparedFiles, type SearchResult } from '../find-beads.ts';
import { scoreWords } from '../search/affinity.ts';
import { buildBand } from '../search/band.ts';
import { computeTimeCosts, measureRuns } from '../search/costs.ts';
import { searchBeads } from '../search/search-beads.ts';
import { pickCues } from '../tracks/cue-track.ts';

const MARGIN_MS = 2000;

/**
 * Searches again among the cues that are in no two-sided bead (passed as positions in the whole files), and pairs them one to
 * one: a sound tag with its counterpart in the other file, or with speech at the same time.
 */
export function pairLeftovers(
  { allCues, target: speech }: PreparedFiles,
  { clock, lexicon, search: wholeSearch }: SearchResult,
  left: { original: number[]; target: number[] },
): [number, number][] {
  if (left.original.length === 0 || left.target.length === 0) return [];
  const original = pickCues(allCues.original, left.original);
  const target = pickCues(allCues.target, left.target);
  const extended = extendClock(speech, clock, target);
  const { parameters, tolerance } = wholeSearch;
  const band = buildBand(original, target, extended, MARGIN_MS);
  const beads = searchBeads({
    original,
    target,
    band,
    costs: {
      marks: wholeSearch.costs.marks,
      original: measureRuns(original, MAX_RUN_LENGTH, parameters),
      target: measureRuns(target, MAX_RUN_LENGTH, parameters),
      times: computeTimeCosts(original, target, band, extended, tolerance, parameters),
      words: scoreWords(original, target, band, lexicon),
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
