import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHtmlMedia } from './html-media.ts';
import type { Media } from './media.ts';
import type { SimulatedElement } from './testing/simulated-element.ts';
import { createSimulatedElement } from './testing/simulated-element.ts';

const [NETWORK, DECODE, NOT_SUPPORTED] = [2, 3, 4];

let simulated: SimulatedElement;
let events: unknown[];

function listen(media: Media): Media {
  media.subscribe((event) => events.push(event));
  return media;
}

/** Creates a medium that has metadata, and clears its events. */
function createReadyMedia(renewUrl?: () => Promise<string>): Media {
  const media = listen(createHtmlMedia(simulated.element, renewUrl ? { renewUrl } : {}));
  simulated.load();
  events.length = 0;
  simulated.calls.length = 0;
  return media;
}

beforeEach(() => {
  simulated = createSimulatedElement();
  events = [];
});
afterEach(() => vi.unstubAllGlobals());

describe('a media element', () => {
  it('is ready once it has metadata', () => {
    const media = listen(createHtmlMedia(simulated.element));
    expect(events).toEqual([]);
    expect(media.duration()).toBe(0);
    simulated.load();
    expect(events).toEqual([{ type: 'ready', duration: 60_000 }]);
    expect(media.duration()).toBe(60_000);
  });

  it('reports its readiness to each new subscriber', () => {
    simulated.load();
    const media = createHtmlMedia(simulated.element);
    listen(media);
    listen(media);
    expect(events).toEqual(Array(2).fill({ type: 'ready', duration: 60_000 }));
  });

  it('reports an earlier failure to new subscribers', () => {
    simulated.state.error = { code: DECODE };
    listen(createHtmlMedia(simulated.element));
    expect(events).toEqual([{ type: 'failed', code: 'decode' }]);
  });

  it('has the duration 0 while it is unknown or infinite', () => {
    const media = createHtmlMedia(simulated.element);
    simulated.state.duration = Number.POSITIVE_INFINITY;
    expect(media.duration()).toBe(0);
  });

  it('accepts and returns positions in milliseconds', () => {
    const media = createReadyMedia();
    media.seek(12_345);
    expect(simulated.state.currentTime).toBe(12.345);
    simulated.state.currentTime = 1.5;
    expect(media.position()).toBe(1500);
  });

  it('shows the picture at a position, but doesn’t seek during playback', () => {
    const media = createReadyMedia();
    media.show(5000);
    expect(simulated.state.currentTime).toBe(5);
    expect(simulated.calls).not.toContain('play');
    simulated.state.paused = false;
    media.show(9000);
    expect(simulated.state.currentTime).toBe(5);
  });

  it('reports its events', () => {
    createReadyMedia();
    simulated.state.paused = false;
    simulated.fire('playing');
    simulated.fire('waiting');
    simulated.fire('seeked');
    simulated.state.paused = true;
    simulated.fire('pause');
    simulated.state.playbackRate = 0.75;
    simulated.fire('ratechange');
    expect(events).toEqual([
      { type: 'playing' },
      { type: 'buffering' },
      { type: 'seeked' },
      { type: 'paused' },
      { type: 'rate', rate: 0.75 },
    ]);
  });

  it('reports playback that resumes after waiting, though the browser doesn’t', () => {
    createReadyMedia();
    Object.assign(simulated.state, { paused: false, currentTime: 5 });
    simulated.fire('waiting');
    simulated.fire('timeupdate');
    expect(events).toEqual([{ type: 'buffering' }]);
    simulated.state.currentTime = 5.2;
    simulated.fire('timeupdate');
    simulated.fire('timeupdate');
    expect(events).toEqual([{ type: 'buffering' }, { type: 'playing' }]);
  });

  it('reports its end as an end, not as a pause', () => {
    createReadyMedia();
    Object.assign(simulated.state, { paused: true, ended: true });
    simulated.fire('pause');
    simulated.fire('ended');
    expect(events).toEqual([{ type: 'ended' }]);
  });

  it('ignores outdated start and pause events', () => {
    createReadyMedia();
    simulated.state.paused = true;
    simulated.fire('playing');
    simulated.fire('waiting');
    simulated.state.paused = false;
    simulated.fire('pause');
    expect(events).toEqual([]);
  });

  it('counts as playing if it isn’t paused, has data and doesn’t seek', () => {
    const media = createReadyMedia();
    simulated.state.paused = false;
    expect(media.isPlaying()).toBe(true);
    for (const [name, value] of Object.entries({ paused: true, ended: true, seeking: true, readyState: 2 })) {
      const before = { ...simulated.state };
      Object.assign(simulated.state, { [name]: value });
      expect(media.isPlaying(), name).toBe(false);
      Object.assign(simulated.state, before);
    }
  });

  it('is paused on destroy, stays in the page and reports no more events', () => {
    const media = createReadyMedia();
    media.play();
    media.destroy();
    expect(simulated.state.paused).toBe(true);
    expect(simulated.state.src).toBe('/clip.mp4?signature=old');
    simulated.fire('ended');
    simulated.fail(NETWORK);
    expect(events).toEqual([]);
  });
});

describe('starting playback', () => {
  it('reports a refusal by the browser', async () => {
    const media = createReadyMedia();
    simulated.rejection = new DOMException('no gesture', 'NotAllowedError');
    media.play();
    await waitFor(() => expect(events).toEqual([{ type: 'blocked' }]));
  });

  it('doesn’t report an interruption by a pause as a refusal', async () => {
    const media = createReadyMedia();
    simulated.rejection = new DOMException('interrupted', 'AbortError');
    media.play();
    await Promise.resolve();
    await Promise.resolve();
    expect(events).toEqual([]);
  });

  it('doesn’t report a refusal after a pause', async () => {
    const media = createReadyMedia();
    simulated.rejection = new DOMException('no gesture', 'NotAllowedError');
    media.play();
    media.pause();
    await Promise.resolve();
    await Promise.resolve();
    expect(events).toEqual([]);
  });

  it('unlocks by a play and a pause, until it has played', () => {
    const media = createReadyMedia();
    media.unlock();
    expect(simulated.calls).toEqual(['play', 'pause']);
    media.play();
    simulated.fire('playing');
    media.pause();
    simulated.calls.length = 0;
    media.unlock();
    expect(simulated.calls).toEqual([]);
  });
});

describe('an error', () => {
  it.each([
    [NETWORK, 'network'],
    [DECODE, 'decode'],
  ])('an error with code %i is reported as %s', (code, failure) => {
    const media = createReadyMedia();
    simulated.fail(code);
    expect(events).toEqual([{ type: 'failed', code: failure }]);
    listen(media);
    expect(events).toHaveLength(2);
  });

  it.each([
    ['unsupported', 'exists', () => Promise.resolve(new Response('a', { status: 206 }))],
    ['network', 'is refused', () => Promise.resolve(new Response('', { status: 503 }))],
    ['network', 'can’t be reached', () => Promise.reject(new TypeError('offline'))],
  ])('an unsupported-source error is reported as %s when the file %s', async (failure, _, response) => {
    const fetched = vi.fn<typeof fetch>(response);
    vi.stubGlobal('fetch', fetched);
    listen(createHtmlMedia(simulated.element));
    simulated.fail(NOT_SUPPORTED);
    await waitFor(() => expect(events).toEqual([{ type: 'failed', code: failure }]));
    expect(fetched.mock.calls[0]).toMatchObject([
      '/clip.mp4?signature=old',
      { headers: { range: 'bytes=0-0' } },
    ]);
  });

  it('is cleared when the caller sets another source that loads', () => {
    createReadyMedia();
    simulated.fail(NETWORK);
    simulated.load();
    expect(events.at(-1)).toEqual({ type: 'ready', duration: 60_000 });
  });
});

describe('an expired URL', () => {
  const fresh = '/clip.mp4?signature=new';

  it('is renewed, and playback continues at its position and rate', async () => {
    const media = createReadyMedia(() => Promise.resolve(fresh));
    media.setRate(0.75);
    media.play();
    simulated.state.currentTime = 31.5;
    events.length = 0;
    simulated.fail(NETWORK);
    expect(events).toEqual([{ type: 'buffering' }]);
    await waitFor(() => expect(simulated.state.src).toBe(fresh));
    expect(media.position()).toBe(31_500);
    expect(media.isSeeking()).toBe(true);
    simulated.load();
    expect(simulated.state).toMatchObject({ currentTime: 31.5, playbackRate: 0.75, paused: false });
    expect(media.isSeeking()).toBe(false);
    expect(events).toEqual([{ type: 'buffering' }]);
  });

  it('is renewed if the first request is refused', async () => {
    listen(createHtmlMedia(simulated.element, { renewUrl: () => Promise.resolve(fresh) }));
    simulated.fail(NOT_SUPPORTED);
    await waitFor(() => expect(simulated.state.src).toBe(fresh));
    simulated.load();
    expect(events).toEqual([{ type: 'ready', duration: 60_000 }]);
    expect(simulated.state.paused).toBe(true);
  });

  it('applies the commands that arrive during the renewal', async () => {
    const media = createReadyMedia(() => Promise.resolve(fresh));
    simulated.fail(NETWORK);
    media.seek(20_000);
    media.setRate(1.25);
    media.play();
    expect(events).toEqual([{ type: 'buffering' }]);
    await waitFor(() => expect(simulated.state.src).toBe(fresh));
    simulated.load();
    expect(simulated.state).toMatchObject({ currentTime: 20, playbackRate: 1.25, paused: false });
  });

  it('stays paused after a pause during the renewal', async () => {
    const media = createReadyMedia(() => Promise.resolve(fresh));
    media.play();
    simulated.fail(NETWORK);
    media.pause();
    await waitFor(() => expect(simulated.state.src).toBe(fresh));
    simulated.load();
    expect(simulated.state.paused).toBe(true);
  });

  it('fails if the renewed URL fails too, without another request', async () => {
    const renewUrl = vi.fn(() => Promise.resolve(fresh));
    createReadyMedia(renewUrl);
    simulated.fail(NETWORK);
    await waitFor(() => expect(simulated.state.src).toBe(fresh));
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 403 })));
    simulated.fail(NOT_SUPPORTED);
    await waitFor(() => expect(events).toEqual([{ type: 'failed', code: 'network' }]));
    expect(renewUrl).toHaveBeenCalledTimes(1);
  });

  it('fails if the renewal fails', async () => {
    createReadyMedia(() => Promise.reject(new Error('offline')));
    simulated.fail(NETWORK);
    await waitFor(() => expect(events).toEqual([{ type: 'failed', code: 'network' }]));
  });

  it('is renewed a second time after playback', async () => {
    const renewUrl = vi.fn(() => Promise.resolve(fresh));
    const media = createReadyMedia(renewUrl);
    simulated.fail(NETWORK);
    await waitFor(() => expect(simulated.state.src).toBe(fresh));
    simulated.load();
    media.play();
    simulated.fire('playing');
    simulated.fail(NETWORK);
    expect(renewUrl).toHaveBeenCalledTimes(2);
  });

  it('isn’t renewed if the file can’t be decoded', () => {
    const renewUrl = vi.fn(() => Promise.resolve(fresh));
    createReadyMedia(renewUrl);
    simulated.fail(DECODE);
    expect(renewUrl).not.toHaveBeenCalled();
  });

  it('isn’t replaced after destroy', async () => {
    let resolveUrl = (_url: string) => {};
    const media = createReadyMedia(
      () =>
        new Promise((resolve) => {
          resolveUrl = resolve;
        }),
    );
    simulated.fail(NETWORK);
    media.destroy();
    resolveUrl(fresh);
    await Promise.resolve();
    await Promise.resolve();
    expect(simulated.state.src).toBe('/clip.mp4?signature=old');
  });
});
