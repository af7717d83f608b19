import { type CueTimes, computeFit, type EdgeValues } from './cue-fit.ts';

/** The correct times of the cues from `first` up to the next piece are `t * scale + offset` (ms). */
export type Piece = { first: number; offset: number };

/** Range of offsets (ms) and scales to search, on either side of the current values. */
type SearchRange = { rangeMs: number; scaleRange: number };

/** Finds the scale and the offsets of the pieces at which the cues fit best, near the current values. */
export function refinePieces(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  { scale, pieces }: { scale: number; pieces: readonly Piece[] },
  { rangeMs, scaleRange }: SearchRange,
): { scale: number; pieces: Piece[] } {
  const stepMs = rangeMs / 40;
  const length = Math.max(1, (cues.at(-1)?.end ?? 0) - (cues[0]?.start ?? 0));
  // One scale step moves the ends of a file by at most two offset steps.
  const scaleStep = Math.max(scaleRange / 40, Math.min(scaleRange / 4, (2 * stepMs) / length));
  let best = { value: Number.NEGATIVE_INFINITY, scale, pieces: [...pieces] };
  for (let scaleChange = -scaleRange; scaleChange <= scaleRange + scaleStep / 2; scaleChange += scaleStep) {
    const movedPieces = addCues(cues, pieces).map(({ first, offset, cues: pieceCues }) => {
      // Scales a piece around its middle.
      const middle = ((pieceCues[0]?.start ?? 0) + (pieceCues.at(-1)?.end ?? 0)) / 2;
      return {
        first,
        ...findBestOffset(
          edges,
          pieceCues,
          scale + scaleChange,
          offset - scaleChange * middle,
          rangeMs,
          stepMs,
        ),
      };
    });
    const value = movedPieces.reduce((sum, piece) => sum + piece.value, 0);
    if (value > best.value) best = { value, scale: scale + scaleChange, pieces: movedPieces };
  }
  return { scale: best.scale, pieces: best.pieces.map(({ first, offset }) => ({ first, offset })) };
}

/** Returns the pieces, each with its cues. */
export const addCues = (cues: readonly CueTimes[], pieces: readonly Piece[]) =>
  pieces.map((piece, index) => ({ ...piece, cues: cues.slice(piece.first, pieces[index + 1]?.first) }));

/** Returns the offset near `expected` at which cues fit best. */
export function findBestOffset(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  scale: number,
  expected: number,
  rangeMs: number,
  stepMs: number,
): { value: number; offset: number } {
  let best = { value: Number.NEGATIVE_INFINITY, offset: expected };
  for (let offset = expected - rangeMs; offset <= expected + rangeMs; offset += stepMs) {
    let value = 0;
    for (const { start, end } of cues)
      value += computeFit(edges, scale * start + offset, scale * end + offset);
    if (value > best.value) best = { value, offset };
  }
  return best;
}

/** Moves the breaks to the cues at which they fit best, without changing the offsets. Drops pieces without cues. */
export function placeBreaks(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  { scale, pieces }: { scale: number; pieces: readonly Piece[] },
): Piece[] {
  let values = pieces.map((_, piece) => (piece === 0 ? 0 : Number.NEGATIVE_INFINITY));
  const entersPiece = cues.map(({ start, end }) => {
    const isNew = new Uint8Array(pieces.length);
    values = pieces.map(({ offset }, piece) => {
      const stayed = values[piece] as number;
      const entered = values[piece - 1] ?? Number.NEGATIVE_INFINITY;
      isNew[piece] = entered > stayed ? 1 : 0;
      return Math.max(stayed, entered) + computeFit(edges, scale * start + offset, scale * end + offset);
    });
    return isNew;
  });
  const newPieces: Piece[] = [];
  let piece = pieces.length - 1;
  for (let cue = cues.length - 1; cue >= 0; cue--) {
    if (piece > 0 && entersPiece[cue]?.[piece]) {
      newPieces.unshift({ first: cue, offset: (pieces[piece] as Piece).offset });
      piece--;
    }
  }
  return [{ first: 0, offset: (pieces[piece] as Piece).offset }, ...newPieces];
}
