import { Readable } from 'node:stream';

/** A list in a response, read in chunks while sending: elements, or their JSON separated by commas. */
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
      // Fastify logs the message, and a failed statement's message contains its values.
      throw new Error(`the list ${name} could not be read`, { cause });
    }
    yield isFirst ? '[]' : ']';
  }
  yield '}';
}

/**
 * Streams an object as JSON whose lists may come in chunks. It reads no faster than the client, and stops when the client
 * disconnects. A failure destroys the stream and the connection, so that a partial file isn't mistaken for a complete one.
 * Strings are passed on unchanged: buffers would stay in memory until the garbage collector finds them.
 */
export const streamJson = (members: Record<string, unknown>): Readable => Readable.from(write(members));
