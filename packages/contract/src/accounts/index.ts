export * from './arrival.ts';
export * from './passwords.ts';
export * from './profile.ts';
export * from './sessions.ts';
export * from './users.ts';
