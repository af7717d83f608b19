import type { Readable } from 'node:stream';

/** A part of a stored object: first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Media storage. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. */
export type Storage = {
  /**
   * Stores a stream to its end under a key. Returns the size in bytes. When it fails there is under the key what was there
   * before, and never a part of the new: a failure of the source is thrown as it is, one of the store as
   * `StorageUnavailable`.
   */
  put: (key: string, content: Readable) => Promise<number>;
  /** The size in bytes, or null when there is nothing under the key. Throws `StorageUnavailable`. */
  size: (key: string) => Promise<number | null>;
  /**
   * Reads all of it, or a range within its size. Throws `NothingStored` and `StorageUnavailable`; the stream fails with the
   * latter when it breaks off, and never ends early as if that were all.
   */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** The keys right below a folder's, such as `exports`. Throws `StorageUnavailable`. */
  list: (folder: string) => Promise<string[]>;
  /** All keys below a folder, however deep, that were put before that moment. Throws `StorageUnavailable`. */
  listBefore: (folder: string, before: Date) => Promise<string[]>;
  /** Removes what is there; nothing there is no error. Throws `StorageUnavailable`. */
  remove: (key: string) => Promise<void>;
  /**
   * Removes what is left of puts whose server died in the middle: those that weren't written since that moment, or in an
   * object store, which doesn't say that, begun before it. Throws `StorageUnavailable`.
   */
  removeUnfinished: (before: Date) => Promise<void>;
  /** After so many milliseconds no living server can still be at a put that `removeUnfinished` finds. */
  abandonedMs: number;
};

/** The store doesn't answer, refuses, or has no room: nothing is wrong with what it was asked, and it may be asked again. */
export class StorageUnavailable extends Error {
  readonly isFull: boolean;

  constructor(message: string, options: ErrorOptions & { isFull?: boolean } = {}) {
    super(message, options);
    this.isFull = options.isFull ?? false;
  }
}

/** The key that was read has no object. */
export class NothingStored extends Error {}

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** Throws `NothingStored` for what is no key: such a one would lie outside of what is the storage's. */
export function mustBeKey(key: string): void {
  if (!KEY.test(key)) throw new NothingStored(`not a storage key: ${key}`);
}

/** Counts what goes through, and remembers how the source failed: the store's failures look the same in a pipeline. */
export class Source {
  bytes = 0;
  failure: { error: unknown } | null = null;

  async *read(content: Readable): AsyncGenerator<Buffer> {
    const iterator: AsyncIterator<Buffer> = content[Symbol.asyncIterator]();
    try {
      for (;;) {
        // Only this is the source's: who reads throws into the `yield` when it gives up.
        const step = await iterator.next().catch((error: unknown) => {
          this.failure = { error };
          throw error;
        });
        if (step.done) return;
        this.bytes += step.value.length;
        yield step.value;
      }
    } finally {
      content.destroy();
    }
  }
}
