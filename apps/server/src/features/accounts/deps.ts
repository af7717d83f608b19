import type { Config } from '../../config.ts';
import type { ChunkedList } from '../../http/json-stream.ts';
import type { Database } from '../../platform/database/database.ts';
import type { IdentityProvider } from '../../platform/identity/identity-provider.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { KnownDevices } from './login/known-devices.ts';
import type { AccessTokens } from './login/tokens.ts';
import type { PasswordHashing } from './passwords/password-hashing.ts';
import type { RateLimits } from './rate-limits.ts';
import type { SecretBox } from './second-factor/secret-box.ts';

export type AccountDeps = {
  db: Database;
  config: Pick<Config, 'registration' | 'publicUrl' | 'adminSecondFactor'>;
  tokens: AccessTokens;
  secretBox: SecretBox;
  devices: KnownDevices;
  limits: RateLimits;
  passwords: PasswordHashing;
  jobs: Jobs;
  mail: Mail;
  provider: IdentityProvider | null;
  /** The other features' personal data about a user, for the export. */
  readPersonalData: (userId: number) => Record<string, ChunkedList>;
};
