/** Windows in seconds. A limit of a minute is counted by each server in its memory, a longer one in the database for all. */
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** The most calls in a window, beyond which a call gets a 429. Limits of one name count together. */
export type CallLimit = {
  name: string;
  per: 'account' | 'address' | 'installation';
  max: number;
  seconds: number;
};

/** The most rows of a table that may exist or, with `seconds`, be made in that time. */
export type RowLimit = {
  /** The table. */
  name: string;
  /** Counted for each of these together: `['account', 'video']` is one account's rows of one video. */
  per: readonly (
    | 'account'
    | 'address'
    | 'installation'
    | 'language'
    | 'video'
    | 'subtitle'
    | 'alignment'
    | 'segment'
  )[];
  max: number;
  seconds?: number;
  /**
   * The outcome of one row more: a 409, a 429, being named in the response, or taking the place of the oldest. `replaced`
   * rows have a key of `per`, so that none is counted.
   */
  beyond: 'conflict' | 'too_many' | 'named' | 'oldest' | 'replaced';
};

export type Limits = {
  /** In place of the ones that `access` and `method` bring. A name isn't needed: without one it counts for this call alone. */
  calls?: readonly (Omit<CallLimit, 'name'> & { name?: string })[];
  /** The most calls that each server works on at once, where it is fewer than `AT_ONCE`. */
  atOnce?: { account?: number; server?: number };
  /** The rows that the call makes. One that makes rows must say how many. */
  rows?: readonly RowLimit[];
};

/** Requests in flight for lists of tens of thousands of rows, which are held in memory as a whole. */
export const WHOLE_LISTS = { account: 2, server: 6 } as const;

/** Requests in flight on each server: of an account, and of an address those that bring no good token. */
export const AT_ONCE = { account: 20, address: 60 } as const;
