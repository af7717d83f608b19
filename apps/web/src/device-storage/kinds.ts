import { createStore } from 'idb-keyval';

/**
 * All that is kept of an account on a device, in local storage or in the database: declared here and nowhere else. `isUnsent`:
 * work that the server doesn't have. It waits, out of sight, for its account to sign in again; the rest goes when the account
 * logs out or another one signs in (sweep.ts).
 */
const KINDS = {
  /** A turn at a line, by its attempt's id. */
  turn: { isUnsent: true },
  /** The last position in each video. */
  progress: { isUnsent: true },
  preferences: { isUnsent: true },
  /** Rows of an alignment, and the cues of a candidate's subtitle, that an administrator hasn't saved. */
  rows: { isUnsent: true },
  cues: { isUnsent: true },
  /** A recording of a line. */
  take: { isUnsent: false },
  /** Which microphone, and what follows a turn. */
  recording: { isUnsent: false },
  /** Set once the question for the languages was answered. */
  welcome: { isUnsent: false },
} as const;

export type Kind = keyof typeof KINDS;

/** The database for what local storage is too small for. */
export const objects = createStore('keyval-store', 'keyval');

/** A key names its account by its id: a username is free again once its account is deleted. */
export const keyOf = (account: string, kind: Kind, item: string | number = ''): string =>
  `account:${account}:${kind}:${item}`;
