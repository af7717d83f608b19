import type { Readable } from 'node:stream';

/** Positions of the first and the last byte. */
export type ByteRange = { start: number; end: number };

/** Multipart uploads that a browser sends directly to the store. `removeUnfinished` removes abandoned ones. */
export type PartUploads = {
  /** Starts an upload, and returns its id in the store. Throws `StorageUnavailable`. */
  begin: (key: string) => Promise<string>;
  /**
   * Joins the parts if they add up to `bytes`. Idempotent. Returns false for another size or an unknown upload. Throws
   * `StorageUnavailable`.
   */
  finish: (key: string, upload: string, bytes: number) => Promise<boolean>;
  /** Removes an upload with its parts, if it exists. Throws `StorageUnavailable`. */
  stop: (key: string, upload: string) => Promise<void>;
};

/** Media storage. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. */
export type Storage = {
  /**
   * Stores a stream under a key, and returns its size in bytes. On failure the key keeps its previous content. Errors of the
   * stream are rethrown, errors of the store become `StorageUnavailable`.
   */
  put: (key: string, content: Readable) => Promise<number>;
  /** Returns the size in bytes, or null if the key doesn't exist. Throws `StorageUnavailable`. */
  size: (key: string) => Promise<number | null>;
  /**
   * Reads an object, or a range of it. Throws `ObjectNotFound` and `StorageUnavailable`; an interrupted stream fails with the
   * latter, instead of ending early.
   */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** Lists the keys directly in a folder, such as `exports`. Throws `StorageUnavailable`. */
  list: (folder: string) => Promise<string[]>;
  /** Lists the keys in a folder, at any depth, that were stored before `before`. Throws `StorageUnavailable`. */
  listBefore: (folder: string, before: Date) => Promise<string[]>;
  /** Removes an object, if it exists. Throws `StorageUnavailable`. */
  remove: (key: string) => Promise<void>;
  /**
   * Removes unfinished writes of crashed servers whose last write was before `before` or, in an object store, which only records
   * the start, that started before it. Throws `StorageUnavailable`.
   */
  removeUnfinished: (before: Date) => Promise<void>;
  /** Age in milliseconds at which an unfinished write counts as abandoned by its server. */
  abandonedMs: number;
  /** Null if objects can only be stored through the server. */
  parts: PartUploads | null;
};

/** Thrown if the store is unreachable, full, or failing. The request is valid, and can be retried. */
export class StorageUnavailable extends Error {
  readonly isFull: boolean;

  constructor(message: string, options: ErrorOptions & { isFull?: boolean } = {}) {
    super(message, options);
    this.isFull = options.isFull ?? false;
  }
}

/** Thrown if there is no object with the requested key. */
export class ObjectNotFound extends Error {}

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** Throws `ObjectNotFound` for an invalid key, which could lead outside the storage. */
export function requireKey(key: string): void {
  if (!KEY.test(key)) throw new ObjectNotFound(`not a storage key: ${key}`);
}

/** Counts the bytes of a stream, and records its error, to tell it from the store's errors in a pipeline. */
export class TrackedSource {
  bytes = 0;
  failure: { error: unknown } | null = null;

  async *read(content: Readable): AsyncGenerator<Buffer> {
    const iterator: AsyncIterator<Buffer> = content[Symbol.asyncIterator]();
    try {
      for (;;) {
        // Only `next` throws the stream's errors: a reader that stops early throws into the `yield`.
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
