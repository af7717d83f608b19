import type { Readable } from 'node:stream';

/** The abandoned upload can no longer be aborted. */
export type ByteRange = { start: number; end: number };

/** Multipart uploads that a browser sends to the store itself. Unfinished ones are removed by `removeUnfinished`. */
export type PartUploads = {
  /** Returns the store's id of a new upload. Throws `StorageUnavailable`. */
  begin: (key: string) => Promise<string>;
  /**
   * Stores the object if its parts add up to that many bytes. Idempotent. Returns false for other parts and for an unknown
   * upload. Throws `StorageUnavailable`.
   */
  finish: (key: string, upload: string, bytes: number) => Promise<boolean>;
  /** Removes an upload with its parts, if it exists. Throws `StorageUnavailable`. */
  stop: (key: string, upload: string) => Promise<void>;
};

/** Media storage. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. */
export type Storage = {
  /**
   * Stores a whole stream under a key. Returns the size in bytes. On failure the key keeps its previous content, never part of
   * the new: the source's errors are rethrown, the store's become `StorageUnavailable`.
   */
  put: (key: string, content: Readable) => Promise<number>;
  /** Returns the size in bytes, or null if the key doesn't exist. Throws `StorageUnavailable`. */
  size: (key: string) => Promise<number | null>;
  /**
   * Reads the whole object, or a range within its size. Throws `NothingStored` and `StorageUnavailable`; an interrupted stream
   * fails with the latter, instead of ending early.
   */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** Lists the keys directly in a folder, such as `exports`. Throws `StorageUnavailable`. */
  list: (folder: string) => Promise<string[]>;
  /** Lists all keys below a folder that were stored before that time. Throws `StorageUnavailable`. */
  listBefore: (folder: string, before: Date) => Promise<string[]>;
  /** Removes an object, if it exists. Throws `StorageUnavailable`. */
  remove: (key: string) => Promise<void>;
  /**
   * Removes the remains of writes whose server died: those not written since that time or, in an object store, which doesn't
   * record that, started before it. Throws `StorageUnavailable`.
   */
  removeUnfinished: (before: Date) => Promise<void>;
  /** Age in milliseconds at which an unfinished write counts as abandoned by its server. */
  abandonedMs: number;
  /** Null if objects can only be stored through the server. */
  parts: PartUploads | null;
};

/** The store is unreachable, refuses, or is full: the request itself is valid, and can be retried. */
export class StorageUnavailable extends Error {
  readonly isFull: boolean;

  constructor(message: string, options: ErrorOptions & { isFull?: boolean } = {}) {
    super(message, options);
    this.isFull = options.isFull ?? false;
  }
}

/** There is no object under the requested key. */
export class NothingStored extends Error {}

const KEY = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

/** Throws `NothingStored` for an invalid key, which could lead outside of the storage. */
export function mustBeKey(key: string): void {
  if (!KEY.test(key)) throw new NothingStored(`not a storage key: ${key}`);
}

/** Counts bytes, and remembers the source's error, since in a pipeline the store's failures look the same. */
export class Source {
  bytes = 0;
  failure: { error: unknown } | null = null;

  async *read(content: Readable): AsyncGenerator<Buffer> {
    const iterator: AsyncIterator<Buffer> = content[Symbol.asyncIterator]();
    try {
      for (;;) {
        // Only errors of `next` are the source's: a reader that gives up throws into the `yield`.
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
