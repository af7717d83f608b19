/** Reads a long list in chunks: `read` returns the next rows after the last one, in a stable order, until there are none. */
export async function* readPieces<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let piece = await read();
  while (piece.length > 0) {
    yield piece;
    piece = await read(piece.at(-1));
  }
}
