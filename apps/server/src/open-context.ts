import path from 'node:path';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { accessTokens, createAuthenticate, sessionStore } from './features/accounts/index.ts';
import { mediaSigner } from './features/videos/index.ts';
import { openRateLimits } from './http/rate-limits.ts';
import { openCaptions } from './platform/captions/open-captions.ts';
import { connectDatabase } from './platform/database/database.ts';
import { openEmbedded } from './platform/database/embedded/index.ts';
import { openListener } from './platform/database/listener.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import { openEngine } from './platform/engine/engine.ts';
import { openIdProvider } from './platform/identity/identity-provider.ts';
import { openJobs } from './platform/jobs/jobs.ts';
import { outboxMail, smtpMail } from './platform/mail/mail.ts';
import { findFrameMaker } from './platform/media/frame-maker.ts';
import { findSound } from './platform/media/sound.ts';
import { openFolderStorage } from './platform/storage/folder-storage.ts';
import { openTranslator } from './platform/translation/open-translator.ts';
import { openYouTubeSearch } from './platform/youtube/youtube-search.ts';
import { deriveKey, openSecret } from './secret.ts';

type Watch = {
  log: (message: string) => void;
  /** The embedded database ended by itself. */
  onDatabaseLost: (reason: string) => void;
};

/** The database that the configuration names, else the embedded one; brought to the newest schema. */
async function openDatabase(
  config: Config,
  watch: Watch,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => undefined }
    : await openEmbedded({ dataDir: config.dataDir, log: watch.log, onLost: watch.onDatabaseLost });
  try {
    await migrateDatabase(database.url);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** Chooses the adapters by the configuration and opens them. `close` closes what was opened, last first. */
export async function openContext(config: Config, watch: Watch): Promise<Context> {
  const database = await openDatabase(config, watch);
  const secret = await openSecret(config.secretKey, config.dataDir);
  const { db, pool, close } = connectDatabase(database.url, {
    size: config.databasePool,
    onError: (error) => watch.log(`database connection lost: ${error.message}`),
  });
  const keyOf = (of: string) => deriveKey(of, 'access tokens');
  const previous = config.previousSecretKey ? [keyOf(config.previousSecretKey)] : [];
  const tokens = accessTokens([keyOf(secret), ...previous]);
  const listener = await openListener(database.url);
  const engine = openEngine();
  const storage = await openFolderStorage(config.mediaDir);

  return {
    config,
    db,
    listener,
    storage,
    frames: await findFrameMaker(storage),
    sound: await findSound(storage),
    engine,
    jobs: openJobs({ url: database.url, pool, onError: watch.log }),
    mail: config.smtp
      ? smtpMail(config.smtp.url, config.smtp.from)
      : outboxMail(path.join(config.dataDir, 'outbox'), watch.log),
    limits: openRateLimits(pool, config.rateLimitFactor),
    provider: config.identityProvider && openIdProvider(config.identityProvider),
    translator: config.translation && openTranslator(config.translation),
    youtube: openYouTubeSearch(config.youtubeSearch, db),
    captions: openCaptions(config.captions, { db, engine }),
    tokens,
    authenticate: createAuthenticate(sessionStore(db), tokens, listener),
    signer: mediaSigner(deriveKey(secret, 'media addresses')),
    close: async () => {
      await engine.close();
      await listener.close();
      await close();
      await database.stop();
    },
  };
}
