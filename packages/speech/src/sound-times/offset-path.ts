/** Log likelihoods: the cost of a break, and of drifting by one offset. */
export type Prices = { pause: number; drift: number };

export type OffsetPath = {
  value: number;
  /** The offset of each row, as an index into it. */
  offsets: Int32Array;
  /** The rows at which a new piece starts, including the first. */
  firsts: number[];
};

const BREAK = 2;

/**
 * Finds the likeliest path through rows of values by offset (dynamic programming): from one row to the next the offset stays,
 * drifts by one, or breaks to any other. `fill` writes a row's values.
 */
export function offsetPath(
  rows: number,
  offsets: number,
  fill: (row: number, values: Float32Array) => void,
  { pause, drift }: Prices,
): OffsetPath {
  let now = new Float32Array(offsets);
  let next = new Float32Array(offsets);
  const values = new Float32Array(offsets);
  const moves = Array.from({ length: rows }, () => new Int8Array(offsets));
  const tops = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    fill(row, values);
    const top = row === 0 ? 0 : topOf(now);
    tops[row] = top;
    const broken = row === 0 ? Number.NEGATIVE_INFINITY : (now[top] as number) - pause;
    const moved = moves[row] as Int8Array;
    for (let k = 0; k < offsets; k++) {
      let best = now[k] as number;
      let move = 0;
      const earlier = (now[k - 1] ?? Number.NEGATIVE_INFINITY) - drift;
      if (earlier > best) {
        best = earlier;
        move = -1;
      }
      const later = (now[k + 1] ?? Number.NEGATIVE_INFINITY) - drift;
      if (later > best) {
        best = later;
        move = 1;
      }
      if (broken > best) {
        best = broken;
        move = BREAK;
      }
      moved[k] = move;
      next[k] = best + (values[k] as number);
    }
    [now, next] = [next, now];
  }
  return { value: now[topOf(now)] as number, ...trace(topOf(now), moves, tops) };
}

function trace(end: number, moves: readonly Int8Array[], tops: Int32Array): Omit<OffsetPath, 'value'> {
  const offsets = new Int32Array(moves.length);
  const firsts: number[] = [];
  let k = end;
  for (let row = moves.length - 1; row >= 0; row--) {
    offsets[row] = k;
    const move = moves[row]?.[k] as number;
    if (row === 0 || move === BREAK) firsts.unshift(row);
    k = move === BREAK ? (tops[row] as number) : k + move;
  }
  return { offsets, firsts };
}

function topOf(values: Float32Array): number {
  let top = 0;
  for (let k = 1; k < values.length; k++) if ((values[k] as number) > (values[top] as number)) top = k;
  return top;
}
