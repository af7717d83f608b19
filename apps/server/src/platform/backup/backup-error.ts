/** Error of a backup or restore, with a message for the user at the terminal. */
export class BackupError extends Error {}
