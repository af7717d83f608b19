/** Windows in seconds. Limits per minute are counted in each server's memory, longer ones in the database across all servers. */
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** Maximum number of calls in a window; further calls get a 429. Limits with the same name share a counter. */
export type CallLimit = {
  name: string;
  per: 'account' | 'address' | 'installation';
  max: number;
  seconds: number;
};

/** Maximum number of rows in a table or, with `seconds`, of rows created in that period. */
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
   * Effect of exceeding the limit: a 409, a 429, listing the item in the response, or replacing the oldest row. `replaced` rows
   * have `per` as their key, so they needn't be counted.
   */
  beyond: 'conflict' | 'too_many' | 'named' | 'oldest' | 'replaced';
};

export type Limits = {
  /**
   * Replaces the default limits for `access` and `method`; the default limit per minute still applies unless one of these is
   * for a minute or less. A limit without a name counts only this call.
   */
  calls?: readonly (Omit<CallLimit, 'name'> & { name?: string })[];
  /**
   * Maximum number of these calls in flight on each server, if lower than `AT_ONCE`. With `having`, counts only calls with this
   * query parameter.
   */
  atOnce?: { account?: number; server?: number; having?: string };
  /** Limits on the rows that the call creates. Required for a call that creates rows. */
  rows?: readonly RowLimit[];
};

/** Maximum number of requests in flight for lists of tens of thousands of rows, which are held in memory in full. */
export const WHOLE_LISTS = { account: 2, server: 6 } as const;

/** Maximum number of requests in flight on each server: per account, and per address for those without a valid token. */
export const AT_ONCE = { account: 20, address: 60 } as const;
