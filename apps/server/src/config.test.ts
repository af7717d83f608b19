import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      secretKey: null,
      registration: 'open',
    });
  });

  it('takes an empty setting as an absent one', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(3000);
  });

  it('names every wrong setting', () => {
    const read = () => readConfig({ PORT: 'many', REGISTRATION: 'maybe', PUBLIC_URL: 'sayback.org' });
    expect(read).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*REGISTRATION/);
  });

  it('names what is half given', () => {
    expect(() => readConfig({ ADMIN_USERNAME: 'root' })).toThrow(
      /ADMIN_PASSWORD: must be given together with ADMIN_USERNAME/,
    );
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/x' })).toThrow(/SECRET_KEY: must be given/);
  });

  it('takes a translation service with what it needs, and names what is missing or too much', () => {
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
      /TRANSLATION_URL: must be given[\s\S]*TRANSLATION_API_KEY: TRANSLATION_PROVIDER=apertium takes none/,
    );
    expect(() => read({ TRANSLATION_PROVIDER: 'google' })).toThrow(/TRANSLATION_PROVIDER/);
  });

  it('takes YouTube as it is usual, and its settings', () => {
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

  it('asks the public YouTube by no source where another one is named', () => {
    const read = (settings: Record<string, string>) => readConfig(settings).captions.sources;
    expect(read({ YOUTUBE_URL: 'http://localhost:1' })).toEqual(['innertube']);
    expect(read({ YOUTUBE_URL: 'http://localhost:1', YOUTUBE_CAPTION_SOURCES: 'yt-dlp' })).toEqual([
      'yt-dlp',
    ]);
  });

  it('names what is wrong about YouTube', () => {
    const read = (settings: Record<string, string>) => () => readConfig(settings);
    expect(read({ YOUTUBE_CAPTION_SOURCES: 'innertube,api' })).toThrow(/YOUTUBE_CAPTION_SOURCES: must be of/);
    expect(read({ YOUTUBE_PROXY_URL: 'socks5://localhost' })).toThrow(/YOUTUBE_PROXY_URL/);
    expect(read({ YOUTUBE_CAPTION_GAP_MS: '-1' })).toThrow(/YOUTUBE_CAPTION_GAP_MS/);
  });
});
