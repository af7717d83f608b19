/** Exit codes. */
export const EXIT = {
  done: 0,
  /** A file could not be read, or has no cue. The others were processed. */
  unreadable: 1,
  /** The command line is invalid, or the output can't be written. */
  usage: 2,
  /** All files were read, but a person should check the result: `check` has warnings, or `sync` isn't certain. */
  checkResult: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An invalid command line. Its message is for the user. */
export class UsageError extends Error {}
