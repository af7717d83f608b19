import path from 'node:path';
import { makeWritableFolder } from '@sayback/embedded-postgres';
import { closeAll } from './close-all.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { openEngine } from './engine/engine.ts';
import {
  accessTokens,
  createAuthenticate,
  knownDevices,
  openPasswordHashing,
  openRateLimits,
  secretBox,
  sessionStore,
} from './features/accounts/index.ts';
import { mediaSigner } from './features/videos/index.ts';
import { openCaptions } from './platform/captions/open-captions.ts';
import { connectDatabase, createConnection } from './platform/database/database.ts';
import { watchDatabase } from './platform/database/database-health.ts';
import { openEmbedded } from './platform/database/embedded.ts';
import { openListener } from './platform/database/listener.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import { RetryingPool, UnnamedClient } from './platform/database/pool.ts';
import { openReplicas } from './platform/database/replicas/open-replicas.ts';
import { openIdProvider } from './platform/identity/identity-provider.ts';
import { JOBS_POOL, openJobs } from './platform/jobs/jobs.ts';
import { openOutboxMail, openSmtpMail } from './platform/mail/mail.ts';
import { findFrameMaker } from './platform/media/frame-maker.ts';
import { findProber } from './platform/media/probe.ts';
import { findSound } from './platform/media/sound.ts';
import { openPresigner, openStorage } from './platform/storage/open-storage.ts';
import type { Presign } from './platform/storage/s3-presign.ts';
import type { Storage } from './platform/storage/storage.ts';
import { openTranslator } from './platform/translation/open-translator.ts';
import { openYouTubeSearch } from './platform/youtube/youtube-search.ts';
import { readVersion } from './read-version.ts';
import { deriveKey, openSecret } from './secret.ts';

/** Timeout for closing connections and threads. */
const CLOSE_MS = 5000;

type Watch = {
  log: (message: string) => void;
  /** Called when the embedded database ends unexpectedly. */
  onDatabaseLost: (reason: string) => void;
};

type OpenDatabase = { url: string; stop: () => Promise<void> };

/** Opens the configured database, or else the embedded one, and migrates it. */
async function openDatabase(config: Config, watch: Watch): Promise<OpenDatabase> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await openEmbedded({ dataDir: config.dataDir, log: watch.log, onLost: watch.onDatabaseLost });
  try {
    await migrateDatabase(database.url, { log: watch.log });
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** Opens the configured adapters. `close` closes them in reverse order. */
export async function openContext(config: Config, watch: Watch): Promise<Context> {
  if (!config.databaseUrl) await makeWritableFolder(config.dataDir, 'DATA_DIR');
  // Open the storage first: if it rejects its settings, nothing needs to be closed.
  const storage = await openStorage(config, watch.log);
  const presign = await openPresigner(config, watch.log);
  const database = await openDatabase(config, watch);
  try {
    return await openAdapters(config, watch, { storage, presign, database });
  } catch (error) {
    await database.stop();
    throw error;
  }
}

type Opened = { storage: Storage; presign: Presign | null; database: OpenDatabase };

async function openAdapters(
  config: Config,
  watch: Watch,
  { storage, presign, database }: Opened,
): Promise<Context> {
  const secret = await openSecret(config.secretKey, config.dataDir);
  const onError = (error: Error) => watch.log(`database connection lost: ${error.message}`);
  const { databasePoolerUrl, databasePool: size, databaseStatementMs: statementMs } = config;
  const { db, pool, load, close } = connectDatabase(databasePoolerUrl ?? database.url, {
    size,
    statementMs,
    onError,
    ...(databasePoolerUrl && { Client: UnnamedClient }),
  });
  const urls = config.databaseReplicaUrls;
  const replicas =
    urls.length > 0
      ? await openReplicas({
          ...{ urls, primaryUrl: database.url, primary: db, size, statementMs, onError },
          log: watch.log,
        }).catch(async (error) => {
          await close();
          throw error;
        })
      : null;
  if (replicas) db.$replicas = replicas;
  // Jobs have their own connections, so that long jobs and requests don't wait for each other's.
  const jobsDatabase = createConnection(new RetryingPool(database.url, { size: JOBS_POOL, onError }));
  const version = await readVersion();
  // Load tracing only if enabled: its libraries take a tenth of a second.
  const telemetry =
    config.traces &&
    (await import('./platform/telemetry/tracing.ts')).startTracing(config.traces, {
      version,
      log: watch.log,
    });
  const listKeys = (purpose: string): [Buffer, ...Buffer[]] => {
    const previous = config.previousSecretKey ? [deriveKey(config.previousSecretKey, purpose)] : [];
    return [deriveKey(secret, purpose), ...previous];
  };
  const tokens = accessTokens(listKeys('access tokens'));
  const listener = await openListener(database.url);
  const health = watchDatabase({
    pool,
    spare: jobsDatabase.pool,
    statementMs,
    onChange: (isDown) =>
      watch.log(
        isDown ? 'The database does not respond: requests are refused.' : 'The database responds again.',
      ),
  });
  const engine = openEngine();
  const passwords = openPasswordHashing();

  return {
    config,
    db,
    pools: () => ({
      requests: load(),
      jobs: jobsDatabase.load(),
      ...(replicas && { replicas: replicas.load() }),
    }),
    replicas,
    listener,
    health,
    storage,
    presign,
    frames: await findFrameMaker(storage),
    prober: await findProber(storage),
    sound: await findSound(storage),
    engine,
    jobs: openJobs({ url: database.url, ...jobsDatabase, onError: watch.log }),
    mail: config.smtp
      ? openSmtpMail(config.smtp.url, config.smtp.from)
      : openOutboxMail(path.join(config.dataDir, 'outbox'), watch.log),
    limits: openRateLimits(pool, config.rateLimitFactor),
    provider: config.identityProvider && openIdProvider(config.identityProvider),
    translator: config.translation && (await openTranslator(config.translation)),
    youtube: openYouTubeSearch(config.youtubeSearch, db),
    captions: openCaptions(config.captions, { db, readCaptions: (text) => engine.run('readCaptions', text) }),
    tokens,
    passwords,
    secretBox: secretBox(listKeys('second factors')),
    devices: knownDevices(listKeys('known devices'), config.publicUrl),
    authenticate: createAuthenticate(sessionStore(db), tokens, listener, config.adminSecondFactor),
    signer: mediaSigner(deriveKey(secret, 'media addresses'), { presign }),
    telemetry,
    version,
    close: () => {
      health.close();
      const closeConnections = () =>
        Promise.all([
          engine.close(),
          passwords.close(),
          listener.close(),
          jobsDatabase.close(),
          replicas?.close(),
          close(),
        ]);
      return closeAll([
        { name: 'a connection or a thread', close: closeConnections, limitMs: CLOSE_MS },
        { name: 'tracing', close: async () => telemetry?.close() },
        { name: 'the database', close: database.stop },
      ]);
    },
  };
}
