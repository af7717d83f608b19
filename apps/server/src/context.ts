import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import type {
  AccessTokens,
  KnownDevices,
  PasswordHashing,
  RateLimits,
  SecretBox,
} from './features/accounts/index.ts';
import type { MediaSigner } from './features/videos/index.ts';
import type { Captions } from './platform/captions/captions.ts';
import type { DatabaseConnection, PoolLoad } from './platform/database/database.ts';
import type { DatabaseHealth } from './platform/database/database-health.ts';
import type { Listener } from './platform/database/listener.ts';
import type { OpenReplicas } from './platform/database/replicas/open-replicas.ts';
import type { IdentityProvider } from './platform/identity/identity-provider.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { FrameMaker } from './platform/media/frame-maker.ts';
import type { Prober } from './platform/media/probe.ts';
import type { Sound } from './platform/media/sound.ts';
import type { Presign } from './platform/storage/s3-presign.ts';
import type { Storage } from './platform/storage/storage.ts';
import type { Telemetry } from './platform/telemetry/tracing.ts';
import type { Translator } from './platform/translation/translator.ts';
import type { YouTubeSearch } from './platform/youtube/youtube-search.ts';
import type { Authenticate } from './security/authentication.ts';

/** Dependencies of all features, created once from the configuration. */
export type Context = {
  config: Config;
  db: DatabaseConnection['db'];
  pools: () => Record<string, PoolLoad>;
  /** Read replicas; null without any. */
  replicas: OpenReplicas | null;
  listener: Listener;
  health: DatabaseHealth;
  storage: Storage;
  /** Signs the object store's URLs; null if media pass through the server. */
  presign: Presign | null;
  frames: FrameMaker;
  prober: Prober;
  /** Audio of media; null without ffmpeg. */
  sound: Sound | null;
  engine: Engine;
  jobs: Jobs;
  mail: Mail;
  limits: RateLimits;
  provider: IdentityProvider | null;
  translator: Translator | null;
  /** YouTube search. Without a key, its errors name the missing setting. */
  youtube: YouTubeSearch;
  /** YouTube captions, through a queue that all servers share. */
  captions: Captions;
  tokens: AccessTokens;
  passwords: PasswordHashing;
  /** Encrypts secrets that must be readable later. */
  secretBox: SecretBox;
  devices: KnownDevices;
  authenticate: Authenticate;
  signer: MediaSigner;
  /** Tracing; null if disabled. */
  telemetry: Telemetry | null;
  version: string;
  close: () => Promise<void>;
};
