import { Readable } from 'node:stream';

/** A list that is read while sending, in chunks of elements, or of their JSON separated by commas. */
export type ChunkedList = AsyncIterable<readonly unknown[] | string>;

const isChunked = (value: unknown): value is ChunkedList =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* writeObject(members: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(members)) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (!isChunked(value)) {
      yield JSON.stringify(value);
      continue;
    }
    let isFirst = true;
    try {
      for await (const chunk of value) {
        const json = typeof chunk === 'string' ? chunk : JSON.stringify(chunk).slice(1, -1);
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
 * Streams an object as JSON; its lists can be chunked. Reads no faster than the client, and stops when the client disconnects.
 * Errors destroy the connection, so that clients don't mistake a partial file for a complete one. Yields strings, because buffers
 * would stay in memory longer.
 */
export const streamJson = (members: Record<string, unknown>): Readable => Readable.from(writeObject(members));
