/** Error of a backup or restore, worded for the person at the terminal. */
export class BackupError extends Error {}
