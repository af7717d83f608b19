/** What web and server say to each other. Every endpoint is in exactly one of these files. */
export * as accounts from './accounts/index.ts';
export * from './audit-event.ts';
export * as candidates from './candidates/index.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * as fields from './fields.ts';
export * from './input-message.ts';
export * from './interface-languages.ts';
export * as jobs from './jobs.ts';
export * as languages from './languages.ts';
export * from './line-identity.ts';
export * from './player-settings.ts';
export * from './position.ts';
export * as practice from './practice/index.ts';
export * from './subtitle-formats.ts';
export * as subtitles from './subtitles/index.ts';
export * as videos from './videos/index.ts';
