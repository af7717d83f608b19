/** What keeps an archive from being made or taken back, in words for the person at the terminal. */
export class BackupError extends Error {}
