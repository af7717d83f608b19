/** Reads a long list in pieces: `read` returns the rows after the last one, in a stable order, until none are left. */
export async function* readPieces<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let piece = await read();
  while (piece.length > 0) {
    yield piece;
    piece = await read(piece.at(-1));
  }
}
