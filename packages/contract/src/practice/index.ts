export * from './attempts.ts';
export * from './progress.ts';
