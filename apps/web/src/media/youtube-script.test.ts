import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSimulatedYouTube } from './testing/simulated-youtube.ts';

type Page = Window & { YT?: unknown; onYouTubeIframeAPIReady?: () => void };
const page: Page = window;
const { api } = createSimulatedYouTube();

/** Replaces the document's head, so that no script is fetched. */
let head: HTMLElement;

/** Imports a fresh copy of the module, because it caches the script. */
async function importLoader() {
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
    const load = await importLoader();
    const loads = [load(), load()];
    expect([...head.children].map((script) => script.getAttribute('src'))).toEqual([
      'https://www.youtube.com/iframe_api',
    ]);
    finishLoading();
    expect(await Promise.all(loads)).toEqual([api, api]);
    expect(await load()).toBe(api);
    expect(head.children).toHaveLength(1);
  });

  it('isn’t loaded again if the page has it', async () => {
    page.YT = api;
    const load = await importLoader();
    expect(await load()).toBe(api);
    expect(head.children).toHaveLength(0);
  });

  it('is awaited while it is loading', async () => {
    page.YT = { loading: 1 };
    const load = await importLoader();
    const loaded = load();
    expect(head.children).toHaveLength(1);
    finishLoading();
    expect(await loaded).toBe(api);
  });

  it('also calls a callback that the page had before', async () => {
    const previousCallback = vi.fn();
    page.onYouTubeIframeAPIReady = previousCallback;
    const load = await importLoader();
    const loaded = load();
    finishLoading();
    await loaded;
    expect(previousCallback).toHaveBeenCalledTimes(1);
  });

  it('fails at once if it can’t be loaded, and is retried by the next player', async () => {
    const load = await importLoader();
    const failed = expect(load()).rejects.toThrow('can’t be loaded');
    head.firstElementChild?.dispatchEvent(new Event('error'));
    await failed;
    expect(head.children).toHaveLength(0);
    const second = load();
    expect(head.children).toHaveLength(1);
    finishLoading();
    expect(await second).toBe(api);
  });

  it('fails if it doesn’t call back in 15 seconds', async () => {
    const load = await importLoader();
    const failed = expect(load()).rejects.toThrow('15000 ms');
    await vi.advanceTimersByTimeAsync(15_000);
    await failed;
    expect(head.children).toHaveLength(0);
  });

  it('is used by the next player if it loads after the timeout', async () => {
    const load = await importLoader();
    const failed = expect(load(1000)).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(1000);
    await failed;
    finishLoading();
    expect(await load()).toBe(api);
  });

  it('fails if it calls back without defining YT', async () => {
    const load = await importLoader();
    const failed = expect(load()).rejects.toThrow('didn’t define YT');
    page.onYouTubeIframeAPIReady?.();
    await failed;
  });
});
