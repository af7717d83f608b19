import path from 'node:path';
import { z } from 'zod';
import { PUBLIC_YOUTUBE } from './platform/captions/allowed-hosts.ts';
import type { CaptionSettings } from './platform/captions/open-captions.ts';
import type { TranslationSettings } from './platform/translation/open-translator.ts';

const integer = z.coerce.number().int();
/** An empty variable counts as unset. */
const setting = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);
const optional = () => setting(z.string().optional());

const environment = z.object({
  PORT: setting(integer.min(0).max(65535).default(3000)),
  HOST: setting(z.string().default('127.0.0.1')),
  PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  DATA_DIR: setting(z.string().default('./data')),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_POOLER_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_REPLICA_URL: optional(),
  DATABASE_POOL: setting(integer.min(2).max(200).default(10)),
  DATABASE_STATEMENT_MS: setting(integer.min(100).max(600_000).default(30_000)),
  REQUESTS_IN_FLIGHT: setting(integer.min(1).max(100_000).default(200)),
  DRAIN_DELAY_MS: setting(integer.min(0).max(600_000).default(0)),
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
      .regex(/^[a-z0-9-]+$/, 'must have only lower-case letters, digits and -')
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
        'must be innertube, yt-dlp, or both separated by a comma',
      )
      .optional(),
  ),
  YOUTUBE_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  YOUTUBE_CAPTION_GAP_MS: setting(integer.min(0).max(600_000).default(1500)),
  YOUTUBE_TIMEOUT_MS: setting(integer.min(100).max(600_000).default(15_000)),
  YOUTUBE_CIRCUIT_MS: setting(
    integer
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
  S3_PUBLIC_URL: setting(z.url({ protocol: /^https?$/ }).optional()),
  MEDIA_DIR: optional(),
  MEDIA_MAX_BYTES: setting(integer.positive().default(4 * 1024 ** 3)),
  LOG_LEVEL: setting(z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info')),
});

const S3 = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Groups of settings that must be set together. */
const SETTING_GROUPS = [
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['OIDC_PROVIDER', 'OIDC_NAME', 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  S3,
] as const;

/** Settings that each translation service requires, and those that it rejects. */
const TRANSLATION_RULES = {
  libretranslate: { required: ['TRANSLATION_URL'], unused: [] },
  deepl: { required: ['TRANSLATION_API_KEY'], unused: [] },
  apertium: { required: ['TRANSLATION_URL'], unused: ['TRANSLATION_API_KEY'] },
} as const;

export type Config = ReturnType<typeof buildConfig>;

/** Reads the configuration from the environment. Throws if it is invalid. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  for (const group of SETTING_GROUPS) {
    const missing = group.filter((name) => !env[name]);
    if (missing.length > 0 && missing.length < group.length) {
      problems.push(
        `${missing.join(', ')}: must be given together with ${group.filter((name) => env[name]).join(', ')}`,
      );
    }
  }
  problems.push(...findTranslationProblems(env), ...findMediaProblems(env));
  if (env.DATABASE_POOLER_URL && !env.DATABASE_URL) {
    problems.push(
      'DATABASE_POOLER_URL: must be given together with DATABASE_URL, which jobs and notifications use',
    );
  }
  problems.push(...findReplicaProblems(env));
  if (env.DATABASE_URL && !env.SECRET_KEY) problems.push('SECRET_KEY: must be given with DATABASE_URL');
  if (!parsed.success || problems.length > 0)
    throw new Error(`Invalid settings:\n  ${problems.join('\n  ')}`);

  return buildConfig(parsed.data);
}

type Settings = z.output<typeof environment>;

function buildConfig(settings: Settings) {
  const dataDir = path.resolve(settings.DATA_DIR);
  return {
    port: settings.PORT,
    host: settings.HOST,
    /** Without a trailing slash. */
    publicUrl: (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    dataDir,
    /** Null for the embedded PostgreSQL in `dataDir`. */
    databaseUrl: settings.DATABASE_URL ?? null,
    /** A pooler in front of the database, for requests only; null if they connect directly. */
    databasePoolerUrl: settings.DATABASE_POOLER_URL ?? null,
    /** Standbys of the database that requests can read from. */
    databaseReplicaUrls: parseReplicaUrls(settings.DATABASE_REPLICA_URL),
    databasePool: settings.DATABASE_POOL,
    databaseStatementMs: settings.DATABASE_STATEMENT_MS,
    /** Maximum number of requests in flight. More are rejected. */
    requestsInFlight: settings.REQUESTS_IN_FLIGHT,
    /** Time after a stop signal for which the server still accepts requests, but reports that it isn't ready. */
    drainDelayMs: settings.DRAIN_DELAY_MS,
    /** Null disables the metrics. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** Null disables tracing. */
    traces: group({
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      serviceName: settings.OTEL_SERVICE_NAME,
    }),
    /** If null, generated at the first start and stored in `dataDir`. */
    secretKey: settings.SECRET_KEY ?? null,
    /** Previous secret, whose signatures are still valid. */
    previousSecretKey: settings.SECRET_KEY_PREVIOUS ?? null,
    firstAdmin: group({ username: settings.ADMIN_USERNAME, password: settings.ADMIN_PASSWORD }),
    registration: settings.REGISTRATION,
    /** If 'required', administrators must confirm their session with a second factor. */
    adminSecondFactor: settings.ADMIN_SECOND_FACTOR,
    rateLimitFactor: settings.RATE_LIMIT_FACTOR,
    /** Fastify's `trustProxy`. */
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    identityProvider: group({
      id: settings.OIDC_PROVIDER,
      name: settings.OIDC_NAME,
      issuer: settings.OIDC_ISSUER,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
    }),
    smtp: group({ url: settings.SMTP_URL, from: settings.MAIL_FROM }),
    /** Translation service; null without one. */
    translation: readTranslation(settings),
    youtubeSearch: {
      apiKey: settings.YOUTUBE_API_KEY ?? null,
      url: settings.YOUTUBE_API_URL,
      timeoutMs: settings.YOUTUBE_TIMEOUT_MS,
    },
    captions: readCaptions(settings),
    /** Object store; null if media are stored in `mediaDir`. */
    s3: group({
      endpoint: settings.S3_ENDPOINT,
      bucket: settings.S3_BUCKET,
      region: settings.S3_REGION,
      accessKeyId: settings.S3_ACCESS_KEY_ID,
      secretAccessKey: settings.S3_SECRET_ACCESS_KEY,
    }),
    /** URL from which browsers load media; null if media pass through the server. */
    s3PublicUrl: settings.S3_PUBLIC_URL ?? null,
    mediaDir: settings.MEDIA_DIR ? path.resolve(settings.MEDIA_DIR) : path.join(dataDir, 'media'),
    mediaMaxBytes: settings.MEDIA_MAX_BYTES,
    logLevel: settings.LOG_LEVEL,
  };
}

/** Returns settings that belong together; null unless all are set. */
function group<Name extends string>(settings: Record<Name, string | undefined>): Record<Name, string> | null {
  return Object.values(settings).every(Boolean) ? (settings as Record<Name, string>) : null;
}

/** Splits comma-separated URLs, whose passwords can contain commas too. */
const parseReplicaUrls = (list = ''): string[] => (list ? list.split(/,\s*(?=postgres(?:ql)?:)/) : []);

function findReplicaProblems({
  DATABASE_URL,
  DATABASE_REPLICA_URL: list,
}: Record<string, string | undefined>) {
  if (!list) return [];
  // The URL parser accepts several comma-separated hosts as one.
  const isUrl = (url: string) =>
    z.url({ protocol: /^postgres(ql)?$/ }).safeParse(url).success && !/,[^@]*$/.test(url);
  if (!parseReplicaUrls(list).every(isUrl))
    return ['DATABASE_REPLICA_URL: must be postgres: URLs, one for each replica, separated by commas'];
  if (DATABASE_URL) return [];
  return ['DATABASE_REPLICA_URL: must be given together with DATABASE_URL, the primary'];
}

/** Parses `true`, `false`, or a comma-separated list of addresses and networks. */
function parseTrustProxy(proxies: string | undefined): boolean | string {
  if (proxies === undefined || proxies === 'false') return false;
  if (proxies === 'true') return true;
  return proxies;
}

/** With an external database, several servers may share media, so a folder or an object store must be set. */
function findMediaProblems(env: Record<string, string | undefined>): string[] {
  const hasStore = S3.some((name) => env[name]);
  if (hasStore && env.MEDIA_DIR)
    return [`MEDIA_DIR: with ${S3.join(', ')} media are in that store; set only one of them`];
  if (env.S3_PUBLIC_URL && !hasStore) return [`S3_PUBLIC_URL: must be given together with ${S3.join(', ')}`];
  if (!env.DATABASE_URL || hasStore || env.MEDIA_DIR) return [];
  return [
    `MEDIA_DIR: must be given with DATABASE_URL (a folder that all servers share), or ${S3.join(', ')}`,
  ];
}

function findTranslationProblems(env: Record<string, string | undefined>): string[] {
  const provider = env.TRANSLATION_PROVIDER;
  if (!provider) {
    const settings = ['TRANSLATION_URL', 'TRANSLATION_API_KEY'].filter((name) => env[name]);
    return settings.length > 0
      ? [`TRANSLATION_PROVIDER: must be given together with ${settings.join(', ')}`]
      : [];
  }
  const rules = Object.entries(TRANSLATION_RULES).find(([name]) => name === provider)?.[1];
  if (!rules) return [];
  return [
    ...rules.required
      .filter((name) => !env[name])
      .map((name) => `${name}: must be given with TRANSLATION_PROVIDER=${provider}`),
    ...rules.unused
      .filter((name) => env[name])
      .map((name) => `${name}: TRANSLATION_PROVIDER=${provider} has no key`),
  ];
}

function readTranslation(settings: Settings): TranslationSettings | null {
  const { TRANSLATION_PROVIDER: provider, TRANSLATION_URL: url, TRANSLATION_API_KEY: apiKey } = settings;
  if (provider === 'deepl') return apiKey ? { provider, url: url ?? null, apiKey } : null;
  if (!provider || !url) return null;
  return provider === 'apertium' ? { provider, url } : { provider, url, apiKey: apiKey ?? null };
}

function readCaptions(settings: Settings): CaptionSettings {
  // yt-dlp can only use the public YouTube.
  const defaultSources = settings.YOUTUBE_URL ? 'innertube' : 'innertube,yt-dlp';
  const names = (settings.YOUTUBE_CAPTION_SOURCES ?? defaultSources).split(',') as CaptionSettings['sources'];
  return {
    sources: [...new Set(names)],
    url: settings.YOUTUBE_URL ?? PUBLIC_YOUTUBE,
    gapMs: settings.YOUTUBE_CAPTION_GAP_MS,
    timeoutMs: settings.YOUTUBE_TIMEOUT_MS,
    circuitMs: settings.YOUTUBE_CIRCUIT_MS,
    proxyUrl: settings.YOUTUBE_PROXY_URL ?? null,
    cookiesFile: settings.YOUTUBE_COOKIES_FILE ?? null,
    ytDlpPath: settings.YT_DLP_PATH,
  };
}
