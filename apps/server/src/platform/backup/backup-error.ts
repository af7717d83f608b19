/** Error of a backup or restore, worded for the user at the terminal. */
export class BackupError extends Error {}
