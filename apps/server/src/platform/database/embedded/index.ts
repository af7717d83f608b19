export { connectToRunning } from './connect-to-running.ts';
export { FolderInUse } from './data-dir-lock.ts';
export { startEphemeralPostgres } from './ephemeral-postgres.ts';
export { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './open-embedded.ts';
