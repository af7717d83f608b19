import type { Config } from './config.ts';
import type { AccessTokens } from './features/accounts/index.ts';
import type { MediaSigner } from './features/videos/index.ts';
import type { Authenticate } from './http/authentication.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { DatabaseConnection } from './platform/database/database.ts';
import type { Engine } from './platform/engine/engine.ts';
import type { IdentityProvider } from './platform/identity/identity-provider.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { FrameMaker } from './platform/media/frame-maker.ts';
import type { Storage } from './platform/storage/storage.ts';

/** Everything that the features work with: made once from the configuration, handed over whole. */
export type Context = {
  config: Config;
  db: DatabaseConnection['db'];
  storage: Storage;
  frames: FrameMaker;
  engine: Engine;
  jobs: Jobs;
  mail: Mail;
  limits: RateLimits;
  /** Null where none is configured. */
  provider: IdentityProvider | null;
  tokens: AccessTokens;
  authenticate: Authenticate;
  signer: MediaSigner;
  close: () => Promise<void>;
};
