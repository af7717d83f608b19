export { connectBeside } from './connect-beside.ts';
export { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './open-embedded.ts';
export { FolderInUse } from './owner-claim.ts';
export { startThrowAway } from './throw-away.ts';
