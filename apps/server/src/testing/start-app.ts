import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Context } from '../context.ts';
import { openEngine } from '../engine/engine.ts';
import { openPasswordHashing, type PasswordHashing } from '../features/accounts/index.ts';
import type { JobKind } from '../features/jobs/index.ts';
import { openContext } from '../open-context.ts';
import { queryOnce, replaceDatabase } from './databases.ts';

export const SECRET = 'a secret key for tests, long enough';

export type TestApp = {
  app: FastifyInstance;
  context: Context;
  databaseUrl: string;
  dataDir: string;
  /** Stops the server as SIGTERM does, without removing database and folder. */
  closeServer: () => Promise<void>;
  close: () => Promise<void>;
};

/** Settings, or a function that creates them from the database's URL. */
type Settings = Record<string, string> | ((databaseUrl: string) => Promise<Record<string, string>>);

/**
 * Starts the real server on a new database and data folder. Call `close` in `afterAll`. `kinds` are additional kinds of jobs;
 * `adapters` replace the configured ones.
 */
export async function startApp(
  overrides: Settings = {},
  kinds: JobKind[] = [],
  adapters: Partial<Context> = {},
): Promise<TestApp> {
  const postgres = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  // FILE_COPY takes a third of the CPU time of WAL_LOG.
  await queryOnce(postgres, `CREATE DATABASE ${name} TEMPLATE template STRATEGY FILE_COPY`);
  const databaseUrl = replaceDatabase(postgres, name);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-data-'));
  const settings = typeof overrides === 'function' ? await overrides(databaseUrl) : overrides;
  const { app, context, close } = await openApp({ databaseUrl, dataDir, settings, kinds, adapters });
  return {
    app,
    context,
    databaseUrl,
    dataDir,
    closeServer: close,
    close: async () => {
      await close();
      await rm(dataDir, { recursive: true, force: true });
      await queryOnce(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Starts another server on the same database and data folder. It is closed when the test ends. */
export async function startSecondApp(
  first: TestApp,
  kinds: JobKind[] = [],
  adapters: Partial<Context> = {},
): Promise<Pick<TestApp, 'app' | 'context' | 'close'>> {
  const { databaseUrl, dataDir } = first;
  const second = await openApp({ databaseUrl, dataDir, settings: {}, kinds, adapters });
  onTestFinished(second.close);
  return second;
}

/** Password hashing without limits on waiting, for slow machines. */
export const unlimitedHashing = openPasswordHashing({
  login: Number.POSITIVE_INFINITY,
  'new-password': Number.POSITIVE_INFINITY,
});

/** Engine shared by the test files of a worker, since starting a thread takes a second of CPU time. */
const engine = { ...openEngine(), close: async () => undefined };

const hashes = new Map<string, Promise<string>>();
const comparisons = new Map<string, Promise<boolean>>();

function getOrCompute<Value>(cache: Map<string, Promise<Value>>, key: string, compute: () => Promise<Value>) {
  const value = cache.get(key) ?? compute();
  cache.set(key, value);
  return value;
}

/** Hashes and compares each password only once: hashing is slow by design, and tests use few passwords. */
const passwords: PasswordHashing = {
  ...unlimitedHashing,
  admit: (queue, work) =>
    unlimitedHashing.admit(queue, ({ hash, verify }) =>
      work({
        hash: (password) => getOrCompute(hashes, password, () => hash(password)),
        verify: (password, stored) =>
          getOrCompute(comparisons, `${password} ${stored}`, () => verify(password, stored)),
      }),
    ),
};

type Installation = {
  databaseUrl: string;
  dataDir: string;
  settings: Record<string, string>;
  kinds?: JobKind[];
  adapters?: Partial<Context>;
};

/** Opens the real server on an existing database and data folder, which `close` doesn't remove. */
export async function openApp(installation: Installation) {
  const config = readConfig({
    DATABASE_URL: installation.databaseUrl,
    SECRET_KEY: SECRET,
    DATA_DIR: installation.dataDir,
    ...(!installation.settings.S3_ENDPOINT && { MEDIA_DIR: path.join(installation.dataDir, 'media') }),
    LOG_LEVEL: 'error',
    PUBLIC_URL: 'http://sayback.test',
    ...installation.settings,
  });
  const opened = await openContext(config, { log: () => undefined, onDatabaseLost: () => undefined });
  const context = { ...opened, engine, passwords, ...installation.adapters };
  const app = await buildApp(context, [{ kinds: installation.kinds ?? [], daily: {} }]);
  await app.ready();
  let closing: Promise<void> | undefined;
  return {
    app,
    context,
    close: () => {
      closing ??= app.close().then(() => context.close());
      return closing;
    },
  };
}
