import type { Clock } from '../clock/clock.ts';
import type { CueTrack } from '../tracks/cue-track.ts';

/**
 * The band of position pairs to search. Row `i` (0 to the number of original cues) contains the target positions `low[i]` to
 * `high[i]`, both inclusive. The value for (i, j) is at index `row[i] + j` of an array of length `size`.
 */
export type Band = { low: Int32Array; high: Int32Array; row: Int32Array; size: number };

// Maximum number of positions per cue, on average: rows are long around a jump of the clock, but there are few of them. A larger
// band means a damaged file (one time for all cues), so only `NARROW_ROW` positions around the diagonal are searched.
const MAX_POSITIONS_PER_CUE = 20;
const MIN_NARROWED_SIZE = 20_000;
const NARROW_ROW = 24;

/**
 * Builds the band: for each original cue, all target cues within `margin` milliseconds on the common clock. Adjacent rows always
 * share a position, so that a path through the band exists.
 */
export function buildBand(original: CueTrack, target: CueTrack, clock: Clock, margin: number): Band {
  const [rows, columns] = [original.size, target.size];
  const latestEnd = new Float64Array(columns);
  const earliestStart = new Float64Array(columns);
  let latest = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < columns; j += 1) {
    latest = Math.max(latest, clock.end[j] as number);
    latestEnd[j] = latest;
  }
  let earliest = Number.POSITIVE_INFINITY;
  for (let j = columns - 1; j >= 0; j -= 1) {
    earliest = Math.min(earliest, clock.start[j] as number);
    earliestStart[j] = earliest;
  }

  const low = new Int32Array(rows + 1);
  const high = new Int32Array(rows + 1);
  let [from, to, rangeEnd] = [0, 0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < rows; i += 1) {
    const rangeStart =
      i === 0 ? (original.start[i] as number) : Math.min(rangeEnd, original.start[i] as number);
    rangeEnd = Math.max(rangeEnd, original.end[i] as number);
    while (from < columns && (latestEnd[from] as number) < rangeStart - margin) from += 1;
    while (to < columns && (earliestStart[to] as number) <= rangeEnd + margin) to += 1;
    low[i] = i === 0 ? 0 : from;
    high[i] = Math.max(from, to);
  }
  while (from < columns && (latestEnd[from] as number) < rangeEnd - margin) from += 1;
  low[rows] = Math.max(low[rows - 1] ?? 0, Math.min(from, columns));
  high[rows] = columns;
  return connect(narrow(low, high, columns));
}

function narrow(low: Int32Array, high: Int32Array, columns: number): { low: Int32Array; high: Int32Array } {
  const rows = low.length - 1;
  const positions = high.reduce((sum, to, i) => sum + to - (low[i] ?? 0), 0);
  if (positions <= (rows + columns) * MAX_POSITIONS_PER_CUE || positions <= MIN_NARROWED_SIZE)
    return { low, high };
  let [minLow, minHigh] = [0, 0];
  for (let i = 0; i <= rows; i += 1) {
    let [from, to] = [low[i] as number, high[i] as number];
    if (to - from > NARROW_ROW) {
      const diagonal = Math.round((i * columns) / Math.max(1, rows));
      const middle = Math.min(to - NARROW_ROW / 2, Math.max(from + NARROW_ROW / 2, diagonal));
      [from, to] = [Math.floor(middle - NARROW_ROW / 2), Math.ceil(middle + NARROW_ROW / 2)];
    }
    minLow = Math.max(minLow, from);
    minHigh = Math.max(minHigh, to, minLow);
    low[i] = minLow;
    high[i] = minHigh;
  }
  low[0] = 0;
  high[rows] = columns;
  return { low, high };
}

function connect({ low, high }: { low: Int32Array; high: Int32Array }): Band {
  const rows = low.length - 1;
  const row = new Int32Array(rows + 1);
  let size = 0;
  for (let i = 0; i <= rows; i += 1) {
    if (i < rows) high[i] = Math.max(high[i] as number, low[i + 1] as number);
    row[i] = size - (low[i] as number);
    size += (high[i] as number) - (low[i] as number) + 1;
  }
  return { low, high, row, size };
}
