import { createStore } from 'idb-keyval';

type Declared = {
  /**
   * Work that the server doesn't have. It waits, out of sight, for its account to sign in again; the rest goes when the account
   * logs out, or another one signs in.
   */
  isUnsent?: true;
  /** The name under which the log-out screen counts them. */
  shown?: 'turns' | 'places' | 'settings' | 'subtitles' | 'recordings';
  /** The part of an item's name that tells one from the next, where one thing has several items. */
  one?: RegExp;
};

/** All that is kept of an account on a device, in local storage or in the database; sweep.ts has the rule for them. */
export const KINDS = {
  /** A turn at a line, by its attempt's id: one for each segment of the line, made in the same millisecond. */
  turn: { isUnsent: true, shown: 'turns', one: /^.{13}/ },
  /** The last position in a video. */
  progress: { isUnsent: true, shown: 'places' },
  preferences: { isUnsent: true, shown: 'settings' },
  /** Rows of an alignment, and the cues of a candidate's subtitle, that an administrator hasn't saved in some tab. */
  rows: { isUnsent: true, shown: 'subtitles', one: /^\d+/ },
  cues: { isUnsent: true, shown: 'subtitles', one: /^.*(?= in )/ },
  /** A recording of a line. */
  take: { shown: 'recordings' },
  /** The microphone, and the auto-advance mode after a recording. */
  recording: {},
  /** True once the question for the languages was answered or put off. */
  welcome: {},
  /** True if somebody said that this device is theirs. */
  own: {},
  /** The time since which an account isn't signed in here, in milliseconds. */
  left: { isUnsent: true },
} satisfies Record<string, Declared>;

export type Kind = keyof typeof KINDS;
export type Shown = NonNullable<Declared['shown']>;

/** The declaration of a kind; undefined for one that an older or newer release has. */
export const declared = (kind: string): Declared | undefined => (KINDS as Record<string, Declared>)[kind];

/** The database for what local storage is too small for. */
export const objects = createStore('keyval-store', 'keyval');

/** A key names its account by its id: a username is free again once its account is deleted. */
export const keyOf = (account: string, kind: Kind, item: string | number = ''): string =>
  `account:${account}:${kind}:${item}`;

/** Reads a key; undefined where it is no account's. */
export function readKey(
  key: string,
): { key: string; account: string; kind: string; item: string } | undefined {
  const [, account, kind, item] = /^account:([^:]*):([^:]*):(.*)$/s.exec(key) ?? [];
  return account === undefined ? undefined : { key, account, kind: kind ?? '', item: item ?? '' };
}

const signedOut = new Set<string>();

/** From now on this page stores nothing more of an account: it has signed out, here or in another tab. */
export const stopStoring = (account: string): void => void signedOut.add(account);

export const mayStore = (key: string): boolean => !signedOut.has(readKey(key)?.account ?? '');
