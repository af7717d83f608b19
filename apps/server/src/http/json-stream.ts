import { Readable } from 'node:stream';

/** A list in a response, in pieces read while sending: elements, or their JSON with commas in between. */
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
 * Streams an object as JSON whose lists may come in pieces. It reads no faster than the client does, and stops once it has
 * gone. A failure destroys the stream, and with it the connection: half a file can't pass for a whole one. Strings are
 * passed on as they are: buffers would stay in memory until the garbage collector finds them.
 */
export const streamJson = (members: Record<string, unknown>): Readable => Readable.from(write(members));
