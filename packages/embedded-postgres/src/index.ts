export { connectToRunning } from './connect-to-running.ts';
export { startEphemeralPostgres } from './ephemeral-postgres.ts';
export { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './open-embedded.ts';
export { createSecretFile, readSecretFile } from './secret-file.ts';
export { syncFolder } from './sync-folder.ts';
export { makeFolder, makeWritableFolder } from './writable-folder.ts';
