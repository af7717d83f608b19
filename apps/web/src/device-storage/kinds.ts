import { createStore } from 'idb-keyval';

type Declared = {
  /**
   * True for data that the server doesn't have yet. It is retained, hidden, until its account signs in again; other data is
   * erased when the account logs out, or another one signs in.
   */
  isUnsent?: true;
  /** The label under which the log-out screen counts them. */
  shown?: 'turns' | 'reviews' | 'marks' | 'places' | 'settings' | 'subtitles' | 'recordings';
  /** Matches the part of an item's name that identifies it, for things that consist of several items. */
  one?: RegExp;
};

/**
 * Kinds of data stored for an account on a device, in local storage or in the database; sweep.ts has the rules for erasing
 * them.
 */
export const KINDS = {
  /** An attempt at a line, by its id. A line of several segments has one for each, made in the same millisecond. */
  turn: { isUnsent: true, shown: 'turns', one: /^.{13}/ },
  /** A review of a line, by its id. */
  review: { isUnsent: true, shown: 'reviews' },
  /** Marks of a line, by the time of the press. */
  mark: { isUnsent: true, shown: 'marks' },
  /** Text typed in the turn for a line and not checked yet. */
  typed: {},
  /** Words of a language that the learner missed in dictations and gaps. */
  missed: {},
  /** The last position in a video. */
  progress: { isUnsent: true, shown: 'places' },
  preferences: { isUnsent: true, shown: 'settings' },
  /** An administrator's unsaved edits, by tab: rows of an alignment, or cues of a candidate's subtitle. */
  rows: { isUnsent: true, shown: 'subtitles', one: /^\d+/ },
  cues: { isUnsent: true, shown: 'subtitles', one: /^.*(?= in )/ },
  /** An administrator's unfinished multipart upload, by its video. */
  upload: {},
  take: { shown: 'recordings' },
  /** The microphone settings, and the auto-advance mode after a recording. */
  recording: {},
  /** The last visit's home page, shown offline. */
  home: {},
  /** True once the question about languages was answered or postponed. */
  welcome: {},
  /** True if the user marked this device as their own. */
  own: {},
  /** Time since which the account has been signed out here, in milliseconds. */
  left: { isUnsent: true },
} satisfies Record<string, Declared>;

export type Kind = keyof typeof KINDS;
export type Shown = NonNullable<Declared['shown']>;

export const declared = (kind: string): Declared | undefined => (KINDS as Record<string, Declared>)[kind];

/** Database for data too large for local storage. */
export const objects = createStore('keyval-store', 'keyval');

/** Returns an item's key. It contains the account's id, because a username can be reused once its account is deleted. */
export const toKey = (account: string, kind: Kind, item: string | number = ''): string =>
  `account:${account}:${kind}:${item}`;

/** Parses a key; undefined if it doesn't belong to an account. */
export function readKey(
  key: string,
): { key: string; account: string; kind: string; item: string } | undefined {
  const [, account, kind, item] = /^account:([^:]*):([^:]*):(.*)$/s.exec(key) ?? [];
  return account === undefined ? undefined : { key, account, kind: kind ?? '', item: item ?? '' };
}

const signedOut = new Set<string>();

/** Resumes storing an account's data after it signed in again. */
export const storeAgain = (account: string): void => void signedOut.delete(account);

/** Stops storing an account's data on this page after it signed out, here or in another tab. */
export const stopStoring = (account: string): void => void signedOut.add(account);

export const mayStore = (key: string): boolean => !signedOut.has(readKey(key)?.account ?? '');
