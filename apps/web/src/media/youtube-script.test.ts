import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSimulatedYouTube } from './testing/simulated-youtube.ts';

type Page = Window & { YT?: unknown; onYouTubeIframeAPIReady?: () => void };
const page: Page = window;
const { api } = createSimulatedYouTube();

/** Receives the scripts appended to the head, without fetching them. */
let head: HTMLElement;

/** A fresh copy of the module, because it caches what it has loaded. */
async function freshLoader() {
  vi.resetModules();
  return (await import('./youtube-script.ts')).loadYouTubeScript;
}

function finishLoading(): void {
  page.YT = api;
  page.onYouTubeIframeAPIReady?.();
}

beforeEach(() => {
  vi.useFakeTimers();
  head = document.createElement('div');
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => head.append(...nodes));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  delete page.YT;
  delete page.onYouTubeIframeAPIReady;
});

describe('YouTube’s script', () => {
  it('is loaded once for several players', async () => {
    const load = await freshLoader();
    const both = [load(), load()];
    expect([...head.children].map((script) => script.getAttribute('src'))).toEqual([
      'https://www.youtube.com/iframe_api',
    ]);
    finishLoading();
    expect(await Promise.all(both)).toEqual([api, api]);
    expect(await load()).toBe(api);
    expect(head.children).toHaveLength(1);
  });

  it('isn’t loaded if the page has it', async () => {
    page.YT = api;
    const load = await freshLoader();
    expect(await load()).toBe(api);
    expect(head.children).toHaveLength(0);
  });

  it('is awaited if only its loader has run', async () => {
    page.YT = { loading: 1 };
    const load = await freshLoader();
    const loaded = load();
    expect(head.children).toHaveLength(1);
    finishLoading();
    expect(await loaded).toBe(api);
  });

  it('calls another callback of the page too', async () => {
    const other = vi.fn();
    page.onYouTubeIframeAPIReady = other;
    const load = await freshLoader();
    const loaded = load();
    finishLoading();
    await loaded;
    expect(other).toHaveBeenCalledTimes(1);
  });

  it('YouTube’s script that fails to load is an error at once, and is retried by the next player', async () => {
    const load = await freshLoader();
    const failed = expect(load()).rejects.toThrow('can’t be loaded');
    head.firstElementChild?.dispatchEvent(new Event('error'));
    await failed;
    expect(head.children).toHaveLength(0);
    const second = load();
    expect(head.children).toHaveLength(1);
    finishLoading();
    expect(await second).toBe(api);
  });

  it('YouTube’s script that never calls back is an error after 15 seconds', async () => {
    const load = await freshLoader();
    const failed = expect(load()).rejects.toThrow('15000 ms');
    await vi.advanceTimersByTimeAsync(15_000);
    await failed;
    expect(head.children).toHaveLength(0);
  });

  it('YouTube’s script that loads late is used by the next player', async () => {
    const load = await freshLoader();
    const failed = expect(load(1000)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
    finishLoading();
    expect(await load()).toBe(api);
  });

  it('YouTube’s script that calls back without a player is an error', async () => {
    const load = await freshLoader();
    const failed = expect(load()).rejects.toThrow('brought no YT');
    page.onYouTubeIframeAPIReady?.();
    await failed;
  });
});
