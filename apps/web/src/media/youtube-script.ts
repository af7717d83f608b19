const SOURCE = 'https://www.youtube.com/iframe_api';
const TIMEOUT = 15_000;

export type YouTubeApi = typeof YT;
type Page = Window & { YT?: YouTubeApi; onYouTubeIframeAPIReady?: () => void };

let loading: Promise<YouTubeApi> | null = null;

/**
 * YouTube's player script, loaded once for the page. Rejects when it can't be loaded or isn't there after
 * `timeout` milliseconds; the next call then tries again.
 */
export function loadYouTubeScript(timeout = TIMEOUT): Promise<YouTubeApi> {
  loading ??= load(timeout).catch((reason: unknown) => {
    loading = null;
    throw reason;
  });
  return loading;
}

function load(timeout: number): Promise<YouTubeApi> {
  const page: Page = window;
  // The script puts up a YT without a Player first, while it loads the rest of itself.
  if (page.YT?.Player) return Promise.resolve(page.YT);
  const script = document.createElement('script');
  return new Promise<YouTubeApi>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${SOURCE} after ${timeout} ms`)), timeout);
    const before = page.onYouTubeIframeAPIReady;
    page.onYouTubeIframeAPIReady = () => {
      before?.();
      clearTimeout(timer);
      if (page.YT) resolve(page.YT);
      else reject(new Error(`${SOURCE} brought no YT`));
    };
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(new Error(`${SOURCE} can’t be loaded`));
    });
    script.src = SOURCE;
    script.async = true;
    document.head.append(script);
  }).catch((reason: unknown) => {
    script.remove();
    throw reason;
  });
}
