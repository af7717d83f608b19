import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startEphemeralPostgres } from '@sayback/embedded-postgres';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { queryOnce, replaceDatabase } from './databases.ts';

const BUNDLE = fileURLToPath(new URL('../../../../scripts/bundle-server.mjs', import.meta.url));

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of this run's PostgreSQL, with a migrated database `template` that each test file copies. */
    postgresUrl: string;
  }
}

/**
 * Builds the programs that tests start, in place of those of `npm run build`, and starts one real PostgreSQL for all server
 * tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, [BUNDLE], { stdio: 'inherit' });
  const postgres = await startEphemeralPostgres();
  await queryOnce(postgres.url, 'CREATE DATABASE template');
  await migrateDatabase(replaceDatabase(postgres.url, 'template'));
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
