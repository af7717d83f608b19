/** Costs of a break, and of a drift by one offset, as log likelihoods. */
export type Costs = { breakCost: number; driftCost: number };

export type OffsetPath = {
  value: number;
  /** The index of each row's offset. */
  offsets: Int32Array;
  /** The first row of each piece. */
  pieceStarts: number[];
};

const BREAK = 2;

/**
 * Finds the most likely path through rows of values by offset (dynamic programming). From one row to the next, the offset is
 * unchanged, drifts by one, or jumps to any other. `fill` writes a row's values.
 */
export function findOffsetPath(
  rows: number,
  offsets: number,
  fill: (row: number, values: Float32Array) => void,
  { breakCost, driftCost }: Costs,
): OffsetPath {
  let scores = new Float32Array(offsets);
  let nextScores = new Float32Array(offsets);
  const values = new Float32Array(offsets);
  const moves = Array.from({ length: rows }, () => new Int8Array(offsets));
  const bestOffsets = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    fill(row, values);
    const bestOffset = row === 0 ? 0 : indexOfMax(scores);
    bestOffsets[row] = bestOffset;
    const breakScore = row === 0 ? Number.NEGATIVE_INFINITY : (scores[bestOffset] as number) - breakCost;
    const rowMoves = moves[row] as Int8Array;
    for (let offset = 0; offset < offsets; offset++) {
      let best = scores[offset] as number;
      let move = 0;
      const fromLower = (scores[offset - 1] ?? Number.NEGATIVE_INFINITY) - driftCost;
      if (fromLower > best) {
        best = fromLower;
        move = -1;
      }
      const fromHigher = (scores[offset + 1] ?? Number.NEGATIVE_INFINITY) - driftCost;
      if (fromHigher > best) {
        best = fromHigher;
        move = 1;
      }
      if (breakScore > best) {
        best = breakScore;
        move = BREAK;
      }
      rowMoves[offset] = move;
      nextScores[offset] = best + (values[offset] as number);
    }
    [scores, nextScores] = [nextScores, scores];
  }
  return {
    value: scores[indexOfMax(scores)] as number,
    ...traceBack(indexOfMax(scores), moves, bestOffsets),
  };
}

function traceBack(
  end: number,
  moves: readonly Int8Array[],
  bestOffsets: Int32Array,
): Omit<OffsetPath, 'value'> {
  const offsets = new Int32Array(moves.length);
  const pieceStarts: number[] = [];
  let offset = end;
  for (let row = moves.length - 1; row >= 0; row--) {
    offsets[row] = offset;
    const move = moves[row]?.[offset] as number;
    if (row === 0 || move === BREAK) pieceStarts.unshift(row);
    offset = move === BREAK ? (bestOffsets[row] as number) : offset + move;
  }
  return { offsets, pieceStarts };
}

function indexOfMax(values: Float32Array): number {
  let bestOffset = 0;
  for (let k = 1; k < values.length; k++)
    if ((values[k] as number) > (values[bestOffset] as number)) bestOffset = k;
  return bestOffset;
}
