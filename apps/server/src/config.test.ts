import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('requires no setting', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      secretKey: null,
      registration: 'open',
    });
  });

  it('treats an empty setting as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
  });

  it('names every invalid setting', () => {
    const read = () => readConfig({ PORT: 'many', REGISTRATION: 'maybe', PUBLIC_URL: 'sayback.org' });
    expect(read).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*REGISTRATION/);
  });

  it('has defaults for metrics, tracing and limits, and rejects a metrics token that is short or has spaces', () => {
    expect(readConfig({})).toMatchObject({
      metricsToken: null,
      traces: null,
      requestsInFlight: 200,
      drainDelayMs: 0,
      databaseStatementMs: 30_000,
    });
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).traces).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      serviceName: 'sayback',
    });
    expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN: must have at least 16/);
    expect(() => readConfig({ METRICS_TOKEN: 'with spaces, long enough' })).toThrow(/no spaces/);
  });

  it('names the missing settings of incomplete groups', () => {
    expect(() => readConfig({ ADMIN_USERNAME: 'root' })).toThrow(
      /ADMIN_PASSWORD: must be given together with ADMIN_USERNAME/,
    );
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/x' })).toThrow(/SECRET_KEY: must be given/);
  });

  it('accepts a complete object store, and names missing settings', () => {
    const store = {
      S3_ENDPOINT: 'http://store:3900',
      S3_BUCKET: 'media',
      S3_REGION: 'garage',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig(store).s3).toEqual({
      endpoint: 'http://store:3900',
      bucket: 'media',
      region: 'garage',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    });
    for (const name of Object.keys(store)) {
      expect(() => readConfig({ ...store, [name]: '' })).toThrow(`${name}: must be given together with`);
    }
    expect(() => readConfig({ ...store, S3_ENDPOINT: 'store:3900' })).toThrow(/S3_ENDPOINT/);
    expect(readConfig({ ...store, S3_PUBLIC_URL: 'https://media.example.org/b' }).s3PublicUrl).toBe(
      'https://media.example.org/b',
    );
    expect(() => readConfig({ ...store, S3_PUBLIC_URL: 'media.example.org' })).toThrow(/S3_PUBLIC_URL/);
    expect(() => readConfig({ S3_PUBLIC_URL: 'https://media.example.org/b' })).toThrow(
      /S3_PUBLIC_URL: must be given together with S3_ENDPOINT/,
    );
    expect(() => readConfig({ ...store, MEDIA_DIR: '/srv/media' })).toThrow(
      /MEDIA_DIR: .*set only one of them/,
    );
  });

  it('requires a media folder or an object store if the database is external', () => {
    const database = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEY: 'x'.repeat(32) };
    expect(() => readConfig(database)).toThrow(/MEDIA_DIR: must be given with DATABASE_URL.*S3_ENDPOINT/);
    expect(readConfig({ ...database, MEDIA_DIR: '/srv/media' }).mediaDir).toBe('/srv/media');
    const store = { S3_ENDPOINT: 'http://s', S3_BUCKET: 'b', S3_REGION: 'r' };
    const keys = { S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    expect(readConfig({ ...database, ...store, ...keys }).s3).toMatchObject({ bucket: 'b' });
  });

  it('accepts replicas of an external database', () => {
    const base = {
      DATABASE_URL: 'postgres://one/sayback',
      SECRET_KEY: 'a secret key for tests, long enough',
      MEDIA_DIR: '/srv/media',
    };
    expect(readConfig(base).databaseReplicaUrls).toEqual([]);
    const urls = 'postgres://me:a,b@two/sayback, postgresql://three:5433/sayback';
    expect(readConfig({ ...base, DATABASE_REPLICA_URL: urls }).databaseReplicaUrls).toEqual([
      'postgres://me:a,b@two/sayback',
      'postgresql://three:5433/sayback',
    ]);
    for (const invalid of ['three:5433', 'postgres://two/sayback,three', 'postgres://two,three/sayback']) {
      expect(() => readConfig({ ...base, DATABASE_REPLICA_URL: invalid })).toThrow(
        /DATABASE_REPLICA_URL: must be postgres: URLs, one for each replica/,
      );
    }
    const alone = () => readConfig({ DATABASE_REPLICA_URL: 'postgres://two/sayback' });
    expect(alone).toThrow(/DATABASE_REPLICA_URL: must be given together with DATABASE_URL/);
  });

  it('accepts a complete translation service, and names missing or unused settings', () => {
    const read = (settings: Record<string, string>) => readConfig(settings).translation;
    expect(read({})).toBeNull();
    expect(read({ TRANSLATION_PROVIDER: 'libretranslate', TRANSLATION_URL: 'http://lt' })).toEqual({
      provider: 'libretranslate',
      url: 'http://lt',
      apiKey: null,
    });
    expect(read({ TRANSLATION_PROVIDER: 'deepl', TRANSLATION_API_KEY: 'k' })).toEqual({
      provider: 'deepl',
      url: null,
      apiKey: 'k',
    });
    expect(() => read({ TRANSLATION_URL: 'http://lt' })).toThrow(
      /TRANSLATION_PROVIDER: must be given together with TRANSLATION_URL/,
    );
    expect(() => read({ TRANSLATION_PROVIDER: 'deepl' })).toThrow(
      /TRANSLATION_API_KEY: must be given with TRANSLATION_PROVIDER=deepl/,
    );
    expect(() => read({ TRANSLATION_PROVIDER: 'apertium', TRANSLATION_API_KEY: 'k' })).toThrow(
      /TRANSLATION_URL: must be given[\s\S]*TRANSLATION_API_KEY: TRANSLATION_PROVIDER=apertium has no key/,
    );
    expect(() => read({ TRANSLATION_PROVIDER: 'google' })).toThrow(/TRANSLATION_PROVIDER/);
  });

  it('configures YouTube by default, and accepts its settings', () => {
    expect(readConfig({})).toMatchObject({
      youtubeSearch: { apiKey: null, url: 'https://www.googleapis.com/youtube/v3', timeoutMs: 15_000 },
      captions: {
        sources: ['innertube', 'yt-dlp'],
        url: 'https://www.youtube.com',
        gapMs: 1500,
        circuitMs: 6 * 3_600_000,
        ytDlpPath: 'yt-dlp',
      },
    });
    expect(readConfig({ YOUTUBE_CAPTION_SOURCES: 'yt-dlp,innertube' }).captions.sources).toEqual([
      'yt-dlp',
      'innertube',
    ]);
  });

  it('excludes yt-dlp by default if YOUTUBE_URL is set', () => {
    const read = (settings: Record<string, string>) => readConfig(settings).captions.sources;
    expect(read({ YOUTUBE_URL: 'http://localhost:1' })).toEqual(['innertube']);
    expect(read({ YOUTUBE_URL: 'http://localhost:1', YOUTUBE_CAPTION_SOURCES: 'yt-dlp' })).toEqual([
      'yt-dlp',
    ]);
  });

  it('names invalid YouTube settings', () => {
    const read = (settings: Record<string, string>) => () => readConfig(settings);
    expect(read({ YOUTUBE_CAPTION_SOURCES: 'innertube,api' })).toThrow(
      /YOUTUBE_CAPTION_SOURCES: must be innertube, yt-dlp/,
    );
    expect(read({ YOUTUBE_PROXY_URL: 'socks5://localhost' })).toThrow(/YOUTUBE_PROXY_URL/);
    expect(read({ YOUTUBE_CAPTION_GAP_MS: '-1' })).toThrow(/YOUTUBE_CAPTION_GAP_MS/);
  });
});
