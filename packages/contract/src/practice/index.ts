export * from './attempts.ts';
export * from './line-memory.ts';
export * from './progress.ts';
export * from './reviews.ts';
export * from './today.ts';
