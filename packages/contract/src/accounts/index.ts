export * from './callback-cookie.ts';
export * from './passwords.ts';
export * from './profile.ts';
export * from './second-factor.ts';
export * from './second-step.ts';
export * from './sessions.ts';
export * from './users.ts';
