import { type CueTimes, type EdgeValues, fitOf } from './cue-fit.ts';

/** Cues from `first` to the next piece belong at `t * scale + offset` (ms). */
export type Piece = { first: number; offset: number };

/** Reach and step of offsets in ms, and reach of scales. */
type Span = { reachMs: number; scales: number };

/** Finds the scale and the pieces' offsets, near the given ones, at which the cues fit best. */
export function refinePieces(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  { scale, pieces }: { scale: number; pieces: readonly Piece[] },
  { reachMs, scales }: Span,
): { scale: number; pieces: Piece[] } {
  const grainMs = reachMs / 40;
  const length = Math.max(1, (cues.at(-1)?.end ?? 0) - (cues[0]?.start ?? 0));
  // Between two scales, the ends of a file move by two steps at most; those of a short file by no more than can be distinguished.
  const grain = Math.max(scales / 40, Math.min(scales / 4, (2 * grainMs) / length));
  let best = { value: Number.NEGATIVE_INFINITY, scale, pieces: [...pieces] };
  for (let by = -scales; by <= scales + grain / 2; by += grain) {
    const moved = piecesWithCues(cues, pieces).map(({ first, offset, cues: own }) => {
      // A piece scales around its middle.
      const middle = ((own[0]?.start ?? 0) + (own.at(-1)?.end ?? 0)) / 2;
      return { first, ...bestOffset(edges, own, scale + by, offset - by * middle, reachMs, grainMs) };
    });
    const value = moved.reduce((sum, one) => sum + one.value, 0);
    if (value > best.value) best = { value, scale: scale + by, pieces: moved };
  }
  return { scale: best.scale, pieces: best.pieces.map(({ first, offset }) => ({ first, offset })) };
}

/** Returns the pieces, each with its cues. */
export const piecesWithCues = (cues: readonly CueTimes[], pieces: readonly Piece[]) =>
  pieces.map((piece, at) => ({ ...piece, cues: cues.slice(piece.first, pieces[at + 1]?.first) }));

/** Returns the offset near another at which cues fit best. */
export function bestOffset(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  scale: number,
  around: number,
  reachMs: number,
  grainMs: number,
): { value: number; offset: number } {
  let best = { value: Number.NEGATIVE_INFINITY, offset: around };
  for (let offset = around - reachMs; offset <= around + reachMs; offset += grainMs) {
    let value = 0;
    for (const { start, end } of cues) value += fitOf(edges, scale * start + offset, scale * end + offset);
    if (value > best.value) best = { value, offset };
  }
  return best;
}

/** Moves the breaks to the cues at which they fit best; the offsets stay. Drops pieces without any cues left. */
export function placeBreaks(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  { scale, pieces }: { scale: number; pieces: readonly Piece[] },
): Piece[] {
  let values = pieces.map((_, piece) => (piece === 0 ? 0 : Number.NEGATIVE_INFINITY));
  const entered = cues.map(({ start, end }) => {
    const isNew = new Uint8Array(pieces.length);
    values = pieces.map(({ offset }, piece) => {
      const stay = values[piece] as number;
      const enter = values[piece - 1] ?? Number.NEGATIVE_INFINITY;
      isNew[piece] = enter > stay ? 1 : 0;
      return Math.max(stay, enter) + fitOf(edges, scale * start + offset, scale * end + offset);
    });
    return isNew;
  });
  const placed: Piece[] = [];
  let piece = pieces.length - 1;
  for (let cue = cues.length - 1; cue >= 0; cue--) {
    if (piece > 0 && entered[cue]?.[piece]) {
      placed.unshift({ first: cue, offset: (pieces[piece] as Piece).offset });
      piece--;
    }
  }
  return [{ first: 0, offset: (pieces[piece] as Piece).offset }, ...placed];
}
