/** Exit codes, so that scripts can tell outcomes apart. */
export const EXIT = {
  done: 0,
  /** A file could not be read, or has no cue; the others were still processed. */
  unreadable: 1,
  /** Invalid command line: nothing was done, or the output can't be written. */
  usage: 2,
  /** Everything was read, but a person should check: warnings of `check`, or no reliable result of `sync`. */
  attention: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An invalid command line, worded for the user. */
export class UsageError extends Error {}
