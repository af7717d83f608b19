export * from './attempts.ts';
export * from './figures.ts';
export * from './line-memory.ts';
export * from './local-day.ts';
export * from './progress.ts';
export * from './queue.ts';
export * from './reviews.ts';
export * from './today.ts';
