import { accounts, practice, subtitles, videos } from '@sayback/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { dropPrefetched, takePrefetched } from './prefetched-responses.ts';
import { type Received, type Reply, startLoopback } from './testing/loopback.ts';
import { LENA } from './testing/profiles.ts';
import { storeTokens } from './tokens.ts';

const PRACTICE_CALLS = [
  '/api/accounts/preferences/',
  '/api/accounts/profile/',
  '/api/videos/7/',
  '/api/videos/7/progress/',
  '/api/videos/7/subtitles/',
];

/** Returns an access token that expires in this many seconds. */
const tokenFor = (seconds: number) =>
  `e30.${Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + seconds })).toString('base64url')}.signature`;

let token: string;
let loopback: Awaited<ReturnType<typeof startLoopback>>;
let respond: (received: Received) => Reply;

async function openUrl(url: string) {
  window.history.replaceState(null, '', url);
  vi.resetModules();
  await import('../start.ts');
  await Promise.all(window.prefetched?.responses.values() ?? []);
}

beforeEach(async () => {
  // Pretend that the page was just opened.
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  localStorage.clear();
  token = tokenFor(60);
  storeTokens({ access: token, refresh: 'r' });
  respond = ({ path }) => (path === accounts.getProfile.path ? { status: 200, body: LENA } : { status: 404 });
  loopback = await startLoopback((received) => respond(received));
});
afterEach(() => {
  delete window.prefetched;
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  return loopback.close();
});

describe('the start script', () => {
  it('prefetches the first requests of a practice page, and the app doesn’t send them again', async () => {
    await openUrl('/video/7');
    expect(loopback.received.map(({ path }) => path).sort()).toEqual(PRACTICE_CALLS);
    expect(loopback.received.every((received) => received.token === token)).toBe(true);
    // The video comes first: its picture is the largest element on the page.
    expect(window.prefetched?.responses.keys().next().value).toBe('/api/videos/7/');

    expect(await call(accounts.getProfile, {})).toEqual(LENA);
    const params = { id: 7 };
    const others = [
      call(accounts.getPreferences, {}),
      call(videos.getVideo, { params }),
      call(practice.getProgress, { params }),
      call(subtitles.listSubtitles, { params }),
    ];
    for (const sent of others) await expect(sent).rejects.toEqual(new ApiError(404));
    expect(loopback.received).toHaveLength(PRACTICE_CALLS.length);
  });

  it('prefetches the home page’s first requests, exactly as the app sends them', async () => {
    await openUrl('/');
    expect(loopback.received).toHaveLength(5);
    const [list] = window.prefetched?.responses.keys() ?? [];
    expect(list).toMatch(videos.listVideos.path);
    const calls = [
      call(videos.listVideos, { query: { practisable: true, page: 1 } }),
      call(practice.getLastPractised, {}),
      call(videos.listVideoLanguages, {}),
      call(accounts.getPreferences, {}),
    ];
    for (const sent of calls) await expect(sent).rejects.toEqual(new ApiError(404));
    expect(await call(accounts.getProfile, {})).toEqual(LENA);
    expect(loopback.received).toHaveLength(5);
  });

  it('prefetches the editor’s rows, and no picture', async () => {
    await openUrl('/subtitles/3/edit');
    const [rows, ...others] = window.prefetched?.responses.keys() ?? [];
    expect(rows).toBe('/api/alignments/3/segments/?all=true');
    expect(others.sort()).toEqual([
      '/api/accounts/preferences/',
      '/api/accounts/profile/',
      '/api/alignments/3/',
    ]);
    const all = call(subtitles.listSegments, { params: { id: 3 }, query: { all: true } });
    await expect(all).rejects.toEqual(new ApiError(404));
    expect(loopback.received).toHaveLength(4);
  });

  it('prefetches nothing when nobody is signed in', async () => {
    localStorage.clear();
    await openUrl('/video/7');
    expect(loopback.received).toEqual([]);
  });

  it.each([0, 9])('prefetches nothing with a token that expires in %d seconds', async (seconds) => {
    storeTokens({ access: tokenFor(seconds) });
    await openUrl('/video/7');
    expect(loopback.received).toEqual([]);
  });

  it('prefetches nothing with an unreadable token', async () => {
    storeTokens({ access: 'a' });
    await openUrl('/video/7');
    expect(loopback.received).toEqual([]);
  });

  it.each(['/?q=train', '/settings', '/video/x', '/video-manager/videos/7'])(
    'prefetches nothing at %s',
    async (path) => {
      await openUrl(path);
      expect(loopback.received).toEqual([]);
    },
  );
});

describe('the first picture', () => {
  const HOSTED = { youtube_id: null, media_type: 'video/mp4', thumbnail_url: '/media/clip.jpg' };
  const picture = () => document.querySelector('#root + #first-picture');

  /** Opens a video's page; `rendered` is the markup that the app has already rendered. */
  async function openVideo(video: object, rendered = '') {
    document.body.innerHTML = `<div id="root">${rendered}</div>`;
    // happy-dom can't read a clone of a response from the loopback.
    vi.stubGlobal('fetch', async () => Response.json(video));
    await openUrl('/video/7');
    await new Promise((resolve) => setTimeout(resolve));
  }

  it('is shown before the app has loaded', async () => {
    await openVideo(HOSTED);
    expect(picture()?.getAttribute('src')).toBe('/media/clip.jpg');
    expect(picture()?.getAttribute('alt')).toBe('');
  });

  it.each([
    ['the video is audio only', { ...HOSTED, media_type: 'audio/mpeg' }],
    [
      'the player is YouTube’s, which has its own',
      { ...HOSTED, youtube_id: 'aB3-_xYz019', media_type: null },
    ],
    ['the video has none', { ...HOSTED, thumbnail_url: null }],
  ])('isn’t shown if %s', async (_, video) => {
    await openVideo(video);
    expect(picture()).toBeNull();
  });

  it('isn’t shown once the app has rendered', async () => {
    await openVideo(HOSTED, '<main></main>');
    expect(picture()).toBeNull();
  });
});

describe('a prefetched response', () => {
  it('is used once', async () => {
    await openUrl('/video/7');
    await call(accounts.getProfile, {});
    await call(accounts.getProfile, {});
    expect(loopback.received).toHaveLength(PRACTICE_CALLS.length + 1);
  });

  it('isn’t used for another token', async () => {
    await openUrl('/video/7');
    storeTokens({ access: 'another', refresh: 'r' });
    await call(accounts.getProfile, {});
    expect(loopback.received.at(-1)?.token).toBe('another');
  });

  it('isn’t used for a PATCH of the same path', async () => {
    await openUrl('/video/7');
    await expect(call(accounts.updatePreferences, { body: { theme: 'dark' } })).rejects.toThrow();
    expect(loopback.received.at(-1)?.method).toBe('PATCH');
  });

  it('expires after 30 seconds', async () => {
    await openUrl('/video/7');
    expect(takePrefetched('/api/videos/7/', token, 30_001)).toBeUndefined();
    expect(await takePrefetched('/api/videos/7/', token, 29_999)).toMatchObject({ status: 404 });
  });

  it('isn’t used after a request that changes it', async () => {
    await openUrl('/video/7');
    dropPrefetched('/api/videos/7/');
    expect(takePrefetched('/api/videos/7/', token)).toBeUndefined();
  });

  it('a prefetched response with status 401 leads to a token refresh', async () => {
    respond = ({ path, token: sent }) => {
      if (path === accounts.refreshToken.path) return { status: 200, body: { access: 'new' } };
      return sent === 'new' ? { status: 200, body: LENA } : { status: 401, body: { detail: 'Expired.' } };
    };
    await openUrl('/video/7');
    expect(await call(accounts.getProfile, {})).toEqual(LENA);
  });

  it('a prefetched response that failed is requested again', async () => {
    window.prefetched = {
      token: 'a',
      responses: new Map([[accounts.getProfile.path, Promise.resolve(null)]]),
    };
    expect(await call(accounts.getProfile, {})).toEqual(LENA);
  });
});
