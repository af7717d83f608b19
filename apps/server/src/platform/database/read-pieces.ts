/** Reads a long list in chunks: `read` returns the next rows after the last one, in a stable order, until there are none. */
export async function* readPieces<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let chunk = await read();
  while (chunk.length > 0) {
    yield chunk;
    chunk = await read(chunk.at(-1));
  }
}
