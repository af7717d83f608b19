import { Readable } from 'node:stream';

/** A list of a response, in pieces that are read as they are sent: elements, or their JSON with commas in between. */
export type Pieces = AsyncIterable<readonly unknown[] | string>;

const isPieces = (value: unknown): value is Pieces =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* write(members: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(members)) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (!isPieces(value)) {
      yield JSON.stringify(value);
      continue;
    }
    let isFirst = true;
    try {
      for await (const piece of value) {
        const json = typeof piece === 'string' ? piece : JSON.stringify(piece).slice(1, -1);
        yield `${isFirst ? '[' : ','}${json}`;
        isFirst = false;
      }
    } catch (cause) {
      // Fastify logs the message as it is, and the statement's has its values.
      throw new Error(`the list ${name} could not be read`, { cause });
    }
    yield isFirst ? '[]' : ']';
  }
  yield '}';
}

/**
 * An object as JSON whose lists may come in pieces. No more is read than the client takes, and nothing once it has gone. A failure
 * destroys the stream, and with it the connection: half a file doesn't pass for a whole one. It passes texts on as they are: as
 * buffers they would stay in memory until the garbage collector looks for them.
 */
export const streamJson = (members: Record<string, unknown>): Readable => Readable.from(write(members));
