import path from 'node:path';
import { z } from 'zod';
import { PUBLIC_YOUTUBE } from './platform/captions/allowed-hosts.ts';
import type { CaptionSettings } from './platform/captions/open-captions.ts';
import type { S3Settings } from './platform/storage/s3-settings.ts';
import type { TraceSettings } from './platform/telemetry/telemetry.ts';
import type { TranslationSettings } from './platform/translation/open-translator.ts';
import type { SearchSettings } from './platform/youtube/youtube-search.ts';

const wholeNumber = z.coerce.number().int();
/** A set but empty variable means what an absent one means. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
const optional = () => setting(z.string().optional());

const environment = z.object({
  PORT: setting(wholeNumber.min(0).max(65535).default(3000)),
  HOST: setting(z.string().default('127.0.0.1')),
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_POOLER_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_POOL: setting(wholeNumber.min(2).max(200).default(10)),
  DATABASE_STATEMENT_MS: setting(wholeNumber.min(100).max(600_000).default(30_000)),
  REQUESTS_IN_FLIGHT: setting(wholeNumber.min(1).max(100_000).default(200)),
  DRAIN_DELAY_MS: setting(wholeNumber.min(0).max(600_000).default(0)),
  METRICS_TOKEN: setting(
    z
      .string()
      .regex(/^\S{16,}$/, 'must have at least 16 characters and no spaces')
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(z.url({ protocol: /^https?$/ }).optional()),
  OTEL_SERVICE_NAME: setting(z.string().default('sayback')),
  SECRET_KEY: setting(z.string().min(32, 'must have at least 32 characters').optional()),
  ADMIN_USERNAME: optional(),
  ADMIN_PASSWORD: optional(),
  SECRET_KEY_PREVIOUS: setting(z.string().min(32, 'must have at least 32 characters').optional()),
  REGISTRATION: setting(z.enum(['open', 'invite', 'closed']).default('open')),
  ADMIN_SECOND_FACTOR: setting(z.enum(['offered', 'required']).default('offered')),
  RATE_LIMIT_FACTOR: setting(z.coerce.number().positive().default(1)),
  TRUST_PROXY: optional(),
  OIDC_PROVIDER: setting(
    z
      .string()
      .regex(/^[a-z0-9-]+$/, 'must be of small letters, digits and -')
      .optional(),
  ),
  OIDC_NAME: optional(),
  OIDC_ISSUER: setting(z.url({ protocol: /^https?$/ }).optional()),
  OIDC_CLIENT_ID: optional(),
  OIDC_CLIENT_SECRET: optional(),
  SMTP_URL: setting(z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: optional(),
  TRANSLATION_PROVIDER: setting(z.enum(['libretranslate', 'deepl', 'apertium']).optional()),
  TRANSLATION_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  TRANSLATION_API_KEY: optional(),
  YOUTUBE_API_KEY: optional(),
  YOUTUBE_API_URL: setting(z.url({ protocol: /^https?$/ }).default('https://www.googleapis.com/youtube/v3')),
  YOUTUBE_CAPTION_SOURCES: setting(
    z
      .string()
      .regex(
        /^(innertube|yt-dlp)(,(innertube|yt-dlp))?$/,
        'must be of innertube and yt-dlp, separated by a comma',
      )
      .optional(),
  ),
  YOUTUBE_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  YOUTUBE_CAPTION_GAP_MS: setting(wholeNumber.min(0).max(600_000).default(1500)),
  YOUTUBE_TIMEOUT_MS: setting(wholeNumber.min(100).max(600_000).default(15_000)),
  YOUTUBE_CIRCUIT_MS: setting(
    wholeNumber
      .min(0)
      .max(30 * 86_400_000)
      .default(6 * 3_600_000),
  ),
  YOUTUBE_PROXY_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  YOUTUBE_COOKIES_FILE: optional(),
  YT_DLP_PATH: setting(z.string().default('yt-dlp')),
  S3_ENDPOINT: setting(z.url({ protocol: /^https?$/ }).optional()),
  S3_BUCKET: optional(),
  S3_REGION: optional(),
  S3_ACCESS_KEY_ID: optional(),
  S3_SECRET_ACCESS_KEY: optional(),
  MEDIA_DIR: optional(),
  MEDIA_MAX_BYTES: setting(wholeNumber.positive().default(4 * 1024 ** 3)),
  LOG_LEVEL: setting(z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
});

const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Settings of which one without the others is a mistake. */
const TOGETHER = [
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['OIDC_PROVIDER', 'OIDC_NAME', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  S3,
] as const;

/** What each translation service needs, and what it has no use for. */
const TRANSLATION_NEEDS = {
  libretranslate: { needs: ['TRANSLATION_URL'], hasNoUseFor: [] },
  deepl: { needs: ['TRANSLATION_API_KEY'], hasNoUseFor: [] },
  apertium: { needs: ['TRANSLATION_URL'], hasNoUseFor: ['TRANSLATION_API_KEY'] },
} as const;

export type Config = {
  port: number;
  host: string;
  /** Without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** A pooler before that database, for requests alone. Null: they go to it directly. */
  databasePoolerUrl: string | null;
  databasePool: number;
  /** The longest that one statement of a request may take. */
  databaseStatementMs: number;
  /** How many requests are worked on at once, before further ones are refused. */
  requestsInFlight: number;
  /** How long the server goes on accepting requests once it was told to stop, and isn't ready any more. */
  drainDelayMs: number;
  /** Null: figures are not served. */
  metricsToken: string | null;
  /** Null: nothing is traced. */
  traces: TraceSettings | null;
  /** Null: made at first start and kept in `dataDir`. */
  secretKey: string | null;
  /** The secret that was in force before: what it signed still counts. */
  previousSecretKey: string | null;
  firstAdmin: { username: string; password: string } | null;
  registration: 'open' | 'invite' | 'closed';
  /** Required: administrators do their work only in sessions that a second factor has confirmed. */
  adminSecondFactor: 'offered' | 'required';
  rateLimitFactor: number;
  /** Whose word about a client's address counts, in Fastify's form; false: nobody's. */
  trustProxy: boolean | string;
  identityProvider: {
    id: string;
    name: string;
    issuer: string;
    clientId: string;
    clientSecret: string;
  } | null;
  smtp: { url: string; from: string } | null;
  /** Null: nothing is translated by a service. */
  translation: TranslationSettings | null;
  youtubeSearch: SearchSettings;
  captions: CaptionSettings;
  /** Null: media lie in `mediaDir`. */
  s3: S3Settings | null;
  mediaDir: string;
  mediaMaxBytes: number;
  logLevel: string;
};

/** A setting that is wrong or half given. Its message names every such setting, a line each. */
export class ConfigError extends Error {}

/** Reads the configuration from the environment. Throws a `ConfigError` for what is wrong in it. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = environment.safeParse(env);
  const faults = read.success
    ? []
    : read.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  for (const group of TOGETHER) {
    const missing = group.filter((name) => !env[name]);
    if (missing.length > 0 && missing.length < group.length) {
      faults.push(
        `${missing.join(', ')}: must be given together with ${group.filter((name) => env[name]).join(', ')}`,
      );
    }
  }
  faults.push(...translationFaults(env), ...mediaFaults(env));
  if (env.DATABASE_POOLER_URL && !env.DATABASE_URL) {
    faults.push('DATABASE_POOLER_URL: must be given together with DATABASE_URL, which jobs and news go by');
  }
  if (env.DATABASE_URL && !env.SECRET_KEY) faults.push('SECRET_KEY: must be given with DATABASE_URL');
  if (!read.success || faults.length > 0) throw new ConfigError(`Wrong settings:\n  ${faults.join('\n  ')}`);

  const given = read.data;
  const dataDir = path.resolve(given.DATA_DIR);
  return {
    port: given.PORT,
    host: given.HOST,
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: given.DATABASE_URL ?? null,
    databasePoolerUrl: given.DATABASE_POOLER_URL ?? null,
    databasePool: given.DATABASE_POOL,
    databaseStatementMs: given.DATABASE_STATEMENT_MS,
    requestsInFlight: given.REQUESTS_IN_FLIGHT,
    drainDelayMs: given.DRAIN_DELAY_MS,
    metricsToken: given.METRICS_TOKEN ?? null,
    traces: given.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: given.OTEL_SERVICE_NAME }
      : null,
    secretKey: given.SECRET_KEY ?? null,
    previousSecretKey: given.SECRET_KEY_PREVIOUS ?? null,
    firstAdmin:
      given.ADMIN_USERNAME && given.ADMIN_PASSWORD
        ? { username: given.ADMIN_USERNAME, password: given.ADMIN_PASSWORD }
        : null,
    registration: given.REGISTRATION,
    adminSecondFactor: given.ADMIN_SECOND_FACTOR,
    rateLimitFactor: given.RATE_LIMIT_FACTOR,
    trustProxy: readTrust(given.TRUST_PROXY),
    identityProvider: readProvider(given),
    smtp: given.SMTP_URL && given.MAIL_FROM ? { url: given.SMTP_URL, from: given.MAIL_FROM } : null,
    translation: readTranslation(given),
    youtubeSearch: {
      apiKey: given.YOUTUBE_API_KEY ?? null,
      url: given.YOUTUBE_API_URL,
      timeoutMs: given.YOUTUBE_TIMEOUT_MS,
    },
    captions: readCaptions(given),
    s3: readS3(given),
    mediaDir: given.MEDIA_DIR ? path.resolve(given.MEDIA_DIR) : path.join(dataDir, 'media'),
    mediaMaxBytes: given.MEDIA_MAX_BYTES,
    logLevel: given.LOG_LEVEL,
  };
}

/** `true`, or addresses and networks separated by commas. */
function readTrust(given: string | undefined): Config['trustProxy'] {
  if (given === undefined || given === 'false') return false;
  if (given === 'true') return true;
  return given;
}

function readProvider(given: z.output<typeof environment>): Config['identityProvider'] {
  const { OIDC_PROVIDER: id, OIDC_NAME: name, OIDC_ISSUER: issuer } = given;
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given;
  if (!id || !name || !issuer || !clientId || !clientSecret) return null;
  return { id, name, issuer, clientId, clientSecret };
}

/** Several servers see the same media only in a store or a folder that they share: which one has to be said. */
function mediaFaults(env: Record<string, string | undefined>): string[] {
  const hasStore = S3.some((name) => env[name]);
  if (hasStore && env.MEDIA_DIR)
    return [`MEDIA_DIR: with ${S3.join(', ')} media lie in that store; give one of both`];
  if (!env.DATABASE_URL || hasStore || env.MEDIA_DIR) return [];
  return [
    `MEDIA_DIR: must be given with DATABASE_URL (a folder that all servers share), or ${S3.join(', ')}`,
  ];
}

function readS3(given: z.output<typeof environment>): S3Settings | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = given;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given;
  if (!endpoint || !bucket || !region || !accessKeyId || !secretAccessKey) return null;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function translationFaults(env: Record<string, string | undefined>): string[] {
  const provider = env.TRANSLATION_PROVIDER;
  if (!provider) {
    const given = ['TRANSLATION_URL', 'TRANSLATION_API_KEY'].filter((name) => env[name]);
    return given.length > 0 ? [`TRANSLATION_PROVIDER: must be given together with ${given.join(', ')}`] : [];
  }
  const rules = Object.entries(TRANSLATION_NEEDS).find(([name]) => name === provider)?.[1];
  if (!rules) return [];
  return [
    ...rules.needs
      .filter((name) => !env[name])
      .map((name) => `${name}: must be given with TRANSLATION_PROVIDER=${provider}`),
    ...rules.hasNoUseFor
      .filter((name) => env[name])
      .map((name) => `${name}: TRANSLATION_PROVIDER=${provider} takes none`),
  ];
}

function readTranslation(given: z.output<typeof environment>): TranslationSettings | null {
  const { TRANSLATION_PROVIDER: provider, TRANSLATION_URL: url, TRANSLATION_API_KEY: apiKey } = given;
  if (provider === 'deepl') return apiKey ? { provider, url: url ?? null, apiKey } : null;
  if (!provider || !url) return null;
  return provider === 'apertium' ? { provider, url } : { provider, url, apiKey: apiKey ?? null };
}

function readCaptions(given: z.output<typeof environment>): CaptionSettings {
  // yt-dlp asks the public YouTube alone: who names another one wants that, unless they say otherwise.
  const usual = given.YOUTUBE_URL ? 'innertube' : 'innertube,yt-dlp';
  const names = (given.YOUTUBE_CAPTION_SOURCES ?? usual).split(',') as CaptionSettings['sources'];
  return {
    sources: [...new Set(names)],
    url: given.YOUTUBE_URL ?? PUBLIC_YOUTUBE,
    gapMs: given.YOUTUBE_CAPTION_GAP_MS,
    timeoutMs: given.YOUTUBE_TIMEOUT_MS,
    circuitMs: given.YOUTUBE_CIRCUIT_MS,
    proxyUrl: given.YOUTUBE_PROXY_URL ?? null,
    cookiesFile: given.YOUTUBE_COOKIES_FILE ?? null,
    ytDlpPath: given.YT_DLP_PATH,
  };
}
