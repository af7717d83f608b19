import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catchError } from '../../testing/catch-error.ts';
import {
  API_ERRORS,
  type DataApiDouble,
  type DoubleVideo,
  searchItem,
  startDataApi,
} from '../../testing/doubles/youtube/data-api-double.ts';
import { openTestDatabase } from '../../testing/open-test-database.ts';
import { YouTubeSearchError } from './search-error.ts';
import { type LanguageSearch, openYouTubeSearch } from './youtube-search.ts';

const NOON = new Date('2026-11-21T20:00:00Z');
const english: LanguageSearch = {
  language: 'en',
  keywords: ['short film'],
  exclusions: [],
  maxResults: 10,
  filters: {},
};

const videoId = (number: number) => `video${String(number).padStart(6, '0')}`;
const video = (number: number, more: Partial<DoubleVideo> = {}): DoubleVideo => ({
  id: videoId(number),
  title: `Film ${number}`,
  ...more,
});

let api: DataApiDouble;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  api = await startDataApi();
});
afterEach(async () => {
  await api.close();
  await database.db.execute('delete from youtube_quota');
});
afterAll(() => database.close());

const open = (settings: { apiKey?: string | null; timeoutMs?: number } = {}) =>
  openYouTubeSearch(
    { url: api.url, apiKey: 'a key', timeoutMs: 5000, backOffMs: 1, ...settings },
    database.db,
    () => NOON,
  );

describe('a YouTube search', () => {
  it('requests embeddable videos, with the key in a header', async () => {
    api.results.en = [video(1)];
    await open().search({ ...english, exclusions: ['trailer'], filters: { video_duration: 'short' } });
    expect(api.calls).toEqual([
      {
        resource: 'search',
        key: 'a key',
        parameters: {
          part: 'snippet',
          type: 'video',
          videoEmbeddable: 'true',
          videoSyndicated: 'true',
          maxResults: '10',
          q: 'short film -trailer',
          relevanceLanguage: 'en',
          videoDuration: 'short',
        },
      },
      expect.objectContaining({
        resource: 'videos',
        parameters: expect.objectContaining({ id: videoId(1) }),
      }),
    ]);
  });

  it('returns a candidate’s fields as plain text', async () => {
    api.results.en = [
      video(1, {
        title: `Tom & <b>Jerry's</b> short film`,
        description: 'All of it',
        channel: 'Films',
        duration: 'PT1H2M3S',
        caption: true,
        license: 'creativeCommon',
        regionRestriction: { blocked: ['DE'] },
      }),
    ];
    expect(await open().search(english)).toEqual([
      {
        youtube_id: videoId(1),
        title: `Tom & <b>Jerry's</b> short film`,
        description: 'All of it',
        channel: 'Films',
        duration_seconds: 3723,
        license: 'creativeCommon',
        has_captions: true,
        region_restriction: { blocked: ['DE'] },
        keyword: 'short film',
      },
    ]);
  });

  it('omits live, upcoming, non-embeddable and deleted videos, and titles with excluded keywords', async () => {
    api.results.en = [
      video(1, { live: 'live' }),
      video(2, { live: 'upcoming' }),
      video(3, { embeddable: false }),
      video(4, { isDeleted: true }),
      video(5, { title: 'The Trailer' }),
      video(6),
    ];
    const results = await open().search({ ...english, exclusions: ['trailer'] });
    expect(results.map(({ youtube_id }) => youtube_id)).toEqual([videoId(6)]);
  });

  it('skips items without a video id, and duplicates', async () => {
    api.results.en = [video(1)];
    api.pages.en = {
      '': {
        items: [
          { id: { kind: 'youtube#channel', channelId: 'UC1' }, snippet: { title: 'a channel' } },
          { snippet: { title: 'no id' } },
          null,
          { id: { videoId: '../../etc/passwd' }, snippet: { title: 'invalid id' } },
          searchItem(video(1)),
          searchItem(video(1)),
        ],
      },
    };
    expect(await open().search(english)).toHaveLength(1);
  });

  it('requests the next page after a short one', async () => {
    api.results.en = [video(1), video(2), video(3)];
    api.pages.en = {
      '': { items: [searchItem(video(1))], nextPageToken: 'two' },
      two: { items: [searchItem(video(2)), searchItem(video(3))] },
    };
    expect(await open().search(english)).toHaveLength(3);
  });

  it('doesn’t loop on a page whose next page is itself', async () => {
    api.results.en = [video(1)];
    api.pages.en = {
      '': { items: [searchItem(video(1))], nextPageToken: 'two' },
      two: { items: [], nextPageToken: 'two' },
    };
    expect(await open().search(english)).toHaveLength(1);
    expect(api.calls.filter(({ resource }) => resource === 'search')).toHaveLength(2);
  });

  it('requests 51 videos’ details in two calls', async () => {
    const videos = Array.from({ length: 51 }, (_, n) => video(n));
    api.results.en = videos;
    api.pages.en = {
      '': { items: videos.slice(0, 49).map(searchItem), nextPageToken: 'two' },
      two: { items: videos.slice(49).map(searchItem) },
    };
    expect(await open().search({ ...english, maxResults: 50 })).toHaveLength(50);
    const ids = api.calls
      .filter(({ resource }) => resource === 'videos')
      .map(({ parameters }) => parameters.id);
    expect(ids.map((list) => list?.split(',').length)).toEqual([50, 1]);
  });

  it('requests no details if there are no results', async () => {
    expect(await open().search(english)).toEqual([]);
    expect(api.calls).toHaveLength(1);
  });
});

describe('when YouTube fails', () => {
  it('succeeds after two 503s', async () => {
    api.results.en = [video(1)];
    api.faults.push(API_ERRORS.unavailable, API_ERRORS.unavailable);
    expect(await open().search(english)).toHaveLength(1);
  });

  it('fails after three 503s without a fourth request', async () => {
    api.faults.push(API_ERRORS.unavailable, API_ERRORS.unavailable, API_ERRORS.unavailable);
    const failure = await catchError(open().search(english));
    expect(failure).toBeInstanceOf(YouTubeSearchError);
    expect(failure).toMatchObject({ kind: 'faulty', code: 'bad_gateway' });
    expect(api.calls).toHaveLength(3);
  });

  it.each([['quota'], ['searchQuota']] as const)(
    'reports an exhausted quota (%s) with its reset time, and sends no further request',
    async (rejection) => {
      api.faults.push(API_ERRORS[rejection]);
      const youtube = open();
      const failure = await catchError(youtube.search(english));
      expect(failure).toMatchObject({
        kind: 'quota',
        code: 'too_many',
        resetsAt: new Date('2026-11-22T08:00:00Z'),
        message: expect.stringContaining('They reset at Nov 22, 2026, 8:00 AM UTC.'),
      });
      expect(api.calls).toHaveLength(1);
      expect(await youtube.quota()).toMatchObject({ searches_left: 0 });
    },
  );

  it('returns one language’s results even if the quota runs out during the next', async () => {
    api.results.en = [video(1)];
    const youtube = open();
    expect(await youtube.search(english)).toHaveLength(1);
    api.faults.push(API_ERRORS.quota);
    expect(await catchError(youtube.search({ ...english, language: 'fr' }))).toMatchObject({ kind: 'quota' });
  });

  it('reports an invalid key with the name of its setting, without a retry', async () => {
    api.faults.push(API_ERRORS.key);
    const failure = await catchError(open().search(english));
    expect(failure).toMatchObject({ kind: 'bad-key', code: 'bad_gateway' });
    expect(failure.message).toContain('YOUTUBE_API_KEY');
    expect(failure.message).not.toContain('a key');
    expect(api.calls).toHaveLength(1);
  });

  it('reports a rejected search as a bad request', async () => {
    const body = { error: { message: "Invalid value '99'.", errors: [{ reason: 'invalidParameter' }] } };
    api.faults.push({ status: 400, body });
    const failure = await catchError(open().search(english));
    expect(failure).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining("Invalid value '99'."),
    });
  });

  it('retries after a broken connection', async () => {
    api.results.en = [video(1)];
    api.faults.push({ disconnect: true });
    expect(await open().search(english)).toHaveLength(1);
  });

  it('times out without a response', async () => {
    api.faults.push({ delay: 60_000 });
    const failure = await catchError(open({ timeoutMs: 50 }).search(english));
    expect(failure).toMatchObject({ kind: 'time-out', code: 'gateway_timeout' });
  });

  it.each([['<html>consent'], ['{"items": [{'], ['[]'], [{ items: 'none' }]])(
    'reports an invalid response (%j)',
    async (body) => {
      api.faults.push(...[1, 2, 3].map(() => ({ status: 200, body })));
      expect(await catchError(open().search(english))).toMatchObject({ kind: 'faulty' });
    },
  );

  it('rejects a huge response', async () => {
    api.faults.push({ status: 200, body: ' '.repeat(9 * 1024 * 1024) });
    const failure = await catchError(open().search(english));
    expect(failure.message).toContain('too large');
    expect(api.calls).toHaveLength(1);
  });

  it('reports that YouTube is unreachable', async () => {
    await api.close();
    const failure = await catchError(open().search(english));
    expect(failure).toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('YOUTUBE_API_URL'),
    });
  });

  it('returns immediately when the caller aborts', async () => {
    api.faults.push({ delay: 60_000 });
    const reason = new Error('stopped');
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 30);
    expect(await catchError(open().search(english, stop.signal))).toBe(reason);
  });
});

it('a search without a key names the missing setting', async () => {
  const youtube = open({ apiKey: null });
  const failure = await catchError(youtube.search(english));
  expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining('YOUTUBE_API_KEY') });
  expect(youtube.isConfigured).toBe(false);
  expect(await youtube.quota()).toMatchObject({ searches_left: 100 });
});

it('the quota counts every page and attempt, per day in Pacific time', async () => {
  api.results.en = [video(1)];
  api.faults.push(API_ERRORS.unavailable);
  const youtube = open();
  await youtube.search(english);
  expect(await youtube.quota()).toEqual({
    searches_left: 98,
    searches_a_day: 100,
    units_left: 9999,
    units_a_day: 10_000,
    resets_at: new Date('2026-11-22T08:00:00Z'),
  });
  const tomorrow = openYouTubeSearch(
    { url: api.url, apiKey: 'a key', timeoutMs: 5000 },
    database.db,
    () => new Date('2026-11-22T08:00:00Z'),
  );
  expect(await tomorrow.quota()).toMatchObject({ searches_left: 100, units_left: 10_000 });
});
