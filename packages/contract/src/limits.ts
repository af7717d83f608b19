/** Windows in seconds. Limits per minute are counted in each server's memory, longer ones in the database for all servers. */
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** Maximum number of calls in a window; further ones get a 429. Limits with the same name count together. */
export type CallLimit = {
  name: string;
  per: 'account' | 'address' | 'installation';
  max: number;
  seconds: number;
};

/** Maximum number of rows in a table or, with `seconds`, of rows created in that time. */
export type RowLimit = {
  name: string;
  /** Scope of the count: `['account', 'video']` counts one account's rows of one video. */
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
   * Result of exceeding the limit: a 409, a 429, being named in the response, or replacing the oldest row. `replaced` rows have
   * a key of `per`, so none is counted.
   */
  beyond: 'conflict' | 'too_many' | 'named' | 'oldest' | 'replaced';
};

export type Limits = {
  /** Replaces the limits of `access` and `method`. Without a name a limit only counts this call. */
  calls?: readonly (Omit<CallLimit, 'name'> & { name?: string })[];
  /**
   * Maximum number of these calls in flight on each server, if fewer than `AT_ONCE`. `having`: only of those with this query
   * parameter.
   */
  atOnce?: { account?: number; server?: number; having?: string };
  /** Rows that the call creates. A call that creates rows must have it. */
  rows?: readonly RowLimit[];
};

/** Requests in flight for lists of tens of thousands of rows, which are held in memory as a whole. */
export const WHOLE_LISTS = { account: 2, server: 6 } as const;

/** Maximum number of requests in flight on each server: per account, and per address for those without a valid token. */
export const AT_ONCE = { account: 20, address: 60 } as const;
