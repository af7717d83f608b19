import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Media } from './media.ts';
import type { SimulatedYouTube } from './testing/simulated-youtube.ts';
import { createSimulatedYouTube } from './testing/simulated-youtube.ts';
import { createYouTubeMedia } from './youtube-media.ts';

let youtube: SimulatedYouTube;
let container: HTMLElement;
let events: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  youtube = createSimulatedYouTube();
  container = document.createElement('div');
  events = [];
});
afterEach(() => void vi.useRealTimers());

function createMedia(loadApi = () => Promise.resolve(youtube.api)): Media {
  const media = createYouTubeMedia({ container, videoId: 'dQw4w9WgXcQ', loadApi });
  media.subscribe((event) => events.push(event));
  return media;
}

/** Creates a medium with a ready player, and clears its events. */
async function createReadyMedia(): Promise<Media> {
  const media = createMedia();
  await vi.advanceTimersByTimeAsync(500);
  youtube.becomeReady();
  events.length = 0;
  return media;
}

describe('a YouTube player', () => {
  it('is created 500 ms after its script is ready', async () => {
    createMedia();
    await vi.advanceTimersByTimeAsync(499);
    expect(youtube.created).toHaveLength(0);
    expect(container.childElementCount).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(youtube.created).toHaveLength(1);
    expect(container.querySelectorAll('iframe')).toHaveLength(1);
  });

  it('has YouTube’s default size, and no controls, keys or annotations', async () => {
    await createReadyMedia();
    expect(youtube.created[0]).toMatchObject({
      videoId: 'dQw4w9WgXcQ',
      width: 640,
      height: 390,
      host: 'https://www.youtube-nocookie.com',
    });
    expect(youtube.created[0]?.playerVars).toEqual({
      controls: 0,
      disablekb: 1,
      playsinline: 1,
      rel: 0,
      iv_load_policy: 3,
      fs: 0,
      origin: window.location.origin,
    });
  });

  it('reports that it is ready with its duration, also to later subscribers', async () => {
    const media = createMedia();
    await vi.advanceTimersByTimeAsync(500);
    expect(events).toEqual([]);
    youtube.becomeReady();
    expect(events).toEqual([{ type: 'ready', duration: 60_000 }]);
    media.subscribe((event) => events.push(event));
    expect(events).toHaveLength(2);
  });

  it('ignores calls before it is ready', async () => {
    const media = createMedia();
    await vi.advanceTimersByTimeAsync(500);
    media.seek(1000);
    media.play();
    media.pause();
    media.setRate(0.5);
    expect(youtube.calls).toEqual([]);
    expect([media.position(), media.duration(), media.rate(), media.isPlaying()]).toEqual([0, 0, 1, false]);
  });

  it('converts between milliseconds and the seconds of YouTube’s API', async () => {
    const media = await createReadyMedia();
    media.seek(12_345);
    media.play();
    media.pause();
    expect(youtube.calls).toEqual(['seek 12.345 true', 'play', 'pause']);
    youtube.reported.time = 1.5;
    expect(media.position()).toBe(1500);
  });

  it('is cued at a position, until it has played', async () => {
    const media = await createReadyMedia();
    media.show(12_345);
    expect(youtube.calls).toEqual(['cue 12.345']);
    youtube.enter('playing');
    media.show(20_000);
    expect(youtube.calls).toEqual(['cue 12.345']);
  });

  it('reports playback, pauses, ends and rates', async () => {
    const media = await createReadyMedia();
    youtube.enter('playing');
    expect(media.isPlaying()).toBe(true);
    youtube.enter('paused');
    expect(media.isPlaying()).toBe(false);
    youtube.enter('ended');
    youtube.changeRate(0.75);
    expect(events).toEqual([
      { type: 'playing' },
      { type: 'paused' },
      { type: 'ended' },
      { type: 'rate', rate: 0.75 },
    ]);
  });

  it('reports buffering only after playback, since a refused start buffers too', async () => {
    await createReadyMedia();
    youtube.enter('buffering');
    youtube.enter('unstarted');
    expect(events).toEqual([]);
    youtube.enter('playing');
    youtube.enter('buffering');
    expect(events).toEqual([{ type: 'playing' }, { type: 'buffering' }]);
  });

  it('reports a refused start', async () => {
    await createReadyMedia();
    youtube.blockAutoplay();
    expect(events).toEqual([{ type: 'blocked' }]);
  });

  it('reports a duration that is known only during playback', async () => {
    youtube.reported.duration = 0;
    const media = await createReadyMedia();
    expect(media.duration()).toBe(0);
    youtube.reported.duration = 61.5;
    youtube.enter('playing');
    expect(events).toEqual([{ type: 'duration', duration: 61_500 }, { type: 'playing' }]);
    expect(media.duration()).toBe(61_500);
  });

  it.each([
    [1, 1],
    [0.85, 0.75],
    [0.9, 1],
    [1.4, 1.5],
    [0.875, 0.75],
    [0.5, 0.5],
  ])('rounds the requested rate %f to %f, the nearest available', async (requested, rate) => {
    const media = await createReadyMedia();
    media.setRate(requested);
    expect(youtube.calls).toEqual([`rate ${rate}`]);
  });
});

describe('failures of a YouTube player', () => {
  it.each([2, 5, 100, 101, 150, 153])('include the error %i of the player', async (code) => {
    const media = await createReadyMedia();
    youtube.fail(code);
    expect(events).toEqual([{ type: 'failed', code }]);
    media.subscribe((event) => events.push(event));
    expect(events).toHaveLength(2);
  });

  it('aren’t cleared when the player becomes ready afterwards', async () => {
    createMedia();
    await vi.advanceTimersByTimeAsync(500);
    youtube.fail(150);
    youtube.becomeReady();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual([{ type: 'failed', code: 150 }]);
  });

  it('include a script that can’t be loaded', async () => {
    createMedia(() => Promise.reject(new Error('no network')));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual([{ type: 'failed', code: 'script' }]);
    expect(container.childElementCount).toBe(0);
  });

  it('include a player that isn’t ready in 15 seconds, which works when it loads later', async () => {
    const media = createMedia();
    await vi.advanceTimersByTimeAsync(15_499);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual([{ type: 'failed', code: 'timeout' }]);
    youtube.becomeReady();
    expect(events.at(-1)).toEqual({ type: 'ready', duration: 60_000 });
    media.play();
    expect(youtube.calls).toEqual(['play']);
  });

  it('exclude a player that is ready after 14 seconds', async () => {
    createMedia();
    await vi.advanceTimersByTimeAsync(14_000);
    youtube.becomeReady();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual([{ type: 'ready', duration: 60_000 }]);
  });
});

describe('destroying a YouTube player', () => {
  it('removes only its frame from the container', async () => {
    const other = document.createElement('p');
    container.append(other);
    const media = await createReadyMedia();
    media.destroy();
    expect(youtube.calls).toEqual(['destroy']);
    expect([...container.children]).toEqual([other]);
  });

  it('before its script has loaded prevents its creation', async () => {
    let finishLoading = () => {};
    const media = createMedia(
      () =>
        new Promise((resolve) => {
          finishLoading = () => resolve(youtube.api);
        }),
    );
    media.destroy();
    finishLoading();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(youtube.created).toHaveLength(0);
    expect(events).toEqual([]);
  });

  it('before its creation prevents it', async () => {
    const media = createMedia();
    await vi.advanceTimersByTimeAsync(300);
    media.destroy();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(youtube.created).toHaveLength(0);
  });

  it('before it is ready ends its events', async () => {
    const media = createMedia();
    await vi.advanceTimersByTimeAsync(1000);
    media.destroy();
    youtube.becomeReady();
    youtube.fail(150);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events).toEqual([]);
    expect(container.childElementCount).toBe(0);
  });

  it('doesn’t affect a second one in the same container, as in React’s strict mode', async () => {
    createMedia().destroy();
    createMedia();
    await vi.advanceTimersByTimeAsync(500);
    expect(container.querySelectorAll('iframe')).toHaveLength(1);
    expect(youtube.created).toHaveLength(1);
  });
});
