import { startEphemeralPostgres } from '@sayback/embedded-postgres';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { queryOnce, replaceDatabase } from './databases.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of this run's PostgreSQL, with a migrated database `template` that each test file copies. */
    postgresUrl: string;
  }
}

/** Starts one real PostgreSQL for all server tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startEphemeralPostgres();
  await queryOnce(postgres.url, 'CREATE DATABASE template');
  await migrateDatabase(replaceDatabase(postgres.url, 'template'));
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
