/** The starts and ends of a file's cues, each list sorted, in milliseconds. */
export type Edges = { starts: Float64Array; ends: Float64Array };

/** Offsets (to add, in milliseconds) for windows of the moving file, by the middle of each window. */
export type OffsetPath = { middles: Float64Array; offsets: Float64Array };

export const BIN_MS = 250;
export const FARTHEST_DRIFT_BINS = 2;

const WINDOW_MS = 60_000;
const STEP_MS = 15_000;
// Sixteen hours of speech; beyond that the windows grow.
const MOST_WINDOWS = 4000;
// More times than that in a minute are no speech, and would only cost time.
const MOST_IN_WINDOW = 100;
const FEWEST_IN_WINDOW = 8;
// Viterbi costs, against about 1 a window for full agreement: drifting by a bin, and a cut or an advertisement.
const DRIFT_COST = 0.08;
const JUMP_COST = 2;

/**
 * Finds how the offset between two files runs: windows of a minute vote with every pair of starts and of ends that lie
 * within `limit` milliseconds, and the path through them may drift a little or jump at a cost.
 */
export function findOffsetPath(fixed: Edges, moving: Edges, limit: number): OffsetPath {
  const { step, places } = placeWindows(moving.starts);
  const width = Math.max(WINDOW_MS, 2 * step);
  const rows = places.map((place) => {
    const from = (place + 0.5) * step - width / 2;
    const within = (times: Float64Array) =>
      thin(times.subarray(lowerBound(times, from), lowerBound(times, from + width)), MOST_IN_WINDOW);
    return { starts: within(moving.starts), ends: within(moving.ends) };
  });
  const bins = binCount(limit);
  const path = followPath(rows, bins, (row) => {
    const votes = countVotes(fixed, row, limit);
    const count = Math.max(FEWEST_IN_WINDOW, row.starts.length + row.ends.length);
    return votes.map((value) => value / count);
  });
  return {
    middles: Float64Array.from(places, (place) => (place + 0.5) * step),
    offsets: Float64Array.from(path, (bin) => (bin - (bins - 1) / 2) * BIN_MS),
  };
}

/** How many pairs of starts and of ends lie at each offset from `-limit` to `limit`, in bins, smoothed. */
export function countVotes(fixed: Edges, moving: Edges, limit: number): Float32Array {
  const votes = new Float32Array(binCount(limit));
  vote(fixed.starts, moving.starts, limit, votes);
  vote(fixed.ends, moving.ends, limit, votes);
  // A coincidence is as good half a bin further on, so each bin counts its neighbours by half.
  return votes.map((value, at) => value + ((votes[at - 1] ?? 0) + (votes[at + 1] ?? 0)) / 2);
}

/** Takes at most so many of the times, evenly. */
export function thin(times: Float64Array, most: number): Float64Array {
  if (times.length <= most) return times;
  return Float64Array.from({ length: most }, (_, at) => times[Math.floor((at * times.length) / most)] ?? 0);
}

/** The first position whose value isn't below the given one. */
export function lowerBound(times: Float64Array, value: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function binCount(limit: number): number {
  return 2 * Math.ceil(limit / BIN_MS) + 1;
}

/** Windows only where cues are: one mistyped hour must not make a million empty ones. */
function placeWindows(starts: Float64Array): { step: number; places: number[] } {
  for (let step = STEP_MS; ; step *= 2) {
    const places = [...new Set(Array.from(starts, (start) => Math.floor(start / step)))];
    if (places.length <= MOST_WINDOWS) return { step, places };
  }
}

function vote(fixed: Float64Array, moving: Float64Array, limit: number, votes: Float32Array): void {
  const middle = (votes.length - 1) / 2;
  let from = lowerBound(fixed, (moving[0] ?? 0) - limit);
  for (const time of moving) {
    while (from < fixed.length && (fixed[from] ?? 0) < time - limit) from += 1;
    for (let at = from; at < fixed.length; at += 1) {
      const offset = (fixed[at] ?? 0) - time;
      if (offset > limit) break;
      const bin = middle + Math.round(offset / BIN_MS);
      votes[bin] = (votes[bin] ?? 0) + 1;
    }
  }
}

/** Viterbi: the bin for each row that agrees most with the rows' votes at the least cost of moving. */
function followPath<Row>(rows: readonly Row[], bins: number, votesOf: (row: Row) => Float32Array): number[] {
  const cameFrom: Int16Array[] = [];
  let scores = new Float64Array(bins);
  for (const row of rows) {
    const votes = votesOf(row);
    const origins = new Int16Array(bins);
    const next = new Float64Array(bins);
    const jumpFrom = highest(scores);
    for (let bin = 0; bin < bins; bin += 1) {
      let best = (scores[jumpFrom] ?? 0) - JUMP_COST;
      let origin = jumpFrom;
      for (let move = -FARTHEST_DRIFT_BINS; move <= FARTHEST_DRIFT_BINS; move += 1) {
        const score = (scores[bin + move] ?? Number.NEGATIVE_INFINITY) - Math.abs(move) * DRIFT_COST;
        if (score <= best) continue;
        best = score;
        origin = bin + move;
      }
      next[bin] = best + (votes[bin] ?? 0);
      origins[bin] = origin;
    }
    cameFrom.push(origins);
    scores = next;
  }
  let bin = highest(scores);
  return cameFrom
    .reduceRight<number[]>((path, origins) => {
      path.push(bin);
      bin = origins[bin] ?? bin;
      return path;
    }, [])
    .reverse();
}

/** Where the highest score is; among equals the one nearest to no offset at all. */
function highest(scores: Float64Array): number {
  const middle = (scores.length - 1) / 2;
  let best = middle;
  for (let bin = 0; bin < scores.length; bin += 1) {
    const gain = (scores[bin] ?? 0) - (scores[best] ?? 0);
    if (gain > 0 || (gain === 0 && Math.abs(bin - middle) < Math.abs(best - middle))) best = bin;
  }
  return best;
}
