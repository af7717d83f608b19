import { createStore } from 'idb-keyval';

type KindOptions = {
  /**
   * True for data that the server doesn't have yet. It is retained, hidden, until its account signs in again; other data is
   * erased when the account logs out or another one signs in.
   */
  isUnsent?: true;
  /** The category under which the log-out screen counts the items. */
  category?: 'turns' | 'reviews' | 'marks' | 'places' | 'settings' | 'subtitles' | 'recordings';
  /** Matches the start of an item's name that several items share if they count as one. */
  group?: RegExp;
};

/** Kinds of data stored for an account on a device, in local storage or in the database. sweep.ts erases them. */
const KINDS = {
  /** An attempt at a line, by its id. A line of several segments has one for each, created in the same millisecond. */
  turn: { isUnsent: true, category: 'turns', group: /^.{13}/ },
  /** A review of a line, by its id. */
  review: { isUnsent: true, category: 'reviews' },
  /** Marks of a line, by the time at which they were set. */
  mark: { isUnsent: true, category: 'marks' },
  /** Text typed in the turn for a line and not checked yet. */
  typed: {},
  /** Words of a language that the learner missed in dictations and gaps. */
  missed: {},
  /** The last position in a video. */
  progress: { isUnsent: true, category: 'places' },
  preferences: { isUnsent: true, category: 'settings' },
  /** An administrator's unsaved edits, by tab: rows of an alignment, or cues of a candidate's subtitle. */
  rows: { isUnsent: true, category: 'subtitles', group: /^\d+/ },
  cues: { isUnsent: true, category: 'subtitles', group: /^.*(?= in )/ },
  /** An administrator's unfinished multipart upload, by its video. */
  upload: {},
  take: { category: 'recordings' },
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
} satisfies Record<string, KindOptions>;

export type Kind = keyof typeof KINDS;
export type CountCategory = NonNullable<KindOptions['category']>;

export const getKindOptions = (kind: string): KindOptions | undefined =>
  (KINDS as Record<string, KindOptions>)[kind];

/** Database for data too large for local storage. */
export const database = createStore('keyval-store', 'keyval');

/** Returns an item's key. It contains the account's id, because the username of a deleted account can be used again. */
export const buildKey = (account: string, kind: Kind, item: string | number = ''): string =>
  `account:${account}:${kind}:${item}`;

/** Parses a key; undefined if it doesn't belong to an account. */
export function parseKey(
  key: string,
): { key: string; account: string; kind: string; item: string } | undefined {
  const [, account, kind, item] = /^account:([^:]*):([^:]*):(.*)$/s.exec(key) ?? [];
  return account === undefined ? undefined : { key, account, kind: kind ?? '', item: item ?? '' };
}

const signedOut = new Set<string>();

/** Resumes storing an account's data once it is signed in again. */
export const resumeStoring = (account: string): void => void signedOut.delete(account);

/** Stops storing an account's data on this page after it signed out, here or in another tab. */
export const stopStoring = (account: string): void => void signedOut.add(account);

export const canStore = (key: string): boolean => !signedOut.has(parseKey(key)?.account ?? '');
