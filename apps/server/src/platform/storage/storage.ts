import type { Readable } from 'node:stream';

/** A part of a stored object: first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/** Where media lives. Keys are paths of letters, digits, `-`, `_`, `.` and `/`. */
export type Storage = {
  /** Stores a stream to its end under a key. When it fails nothing is left under the key. Answers the size in bytes. */
  put: (key: string, content: Readable) => Promise<number>;
  /** The size in bytes, or null when there is nothing under the key. */
  size: (key: string) => Promise<number | null>;
  /** Reads all of it, or a range within its size. */
  read: (key: string, range?: ByteRange) => Promise<Readable>;
  /** The keys right below a folder's, such as `exports`. */
  list: (folder: string) => Promise<string[]>;
  /** Removes what is there; nothing there is no error. */
  remove: (key: string) => Promise<void>;
};
