/** Exit codes, so that scripts can tell outcomes apart. */
export const EXIT = {
  done: 0,
  /** A file could not be read, or held no cue; the others were done all the same. */
  unreadable: 1,
  /** The command line was wrong: nothing was done, or what it names could not be written. */
  usage: 2,
  /** All was read, and a person should look: warnings of `check`, or `sync` found nothing to trust. */
  attention: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A wrong command line, in a sentence for the person who wrote it. */
export class UsageError extends Error {}
