const SOURCE = 'https://www.youtube.com/iframe_api';
const TIMEOUT = 15_000;

export type YouTubeApi = typeof YT;
type Page = Window & { YT?: YouTubeApi; onYouTubeIframeAPIReady?: () => void };

let loading: Promise<YouTubeApi> | null = null;

/**
 * Loads YouTube's player script, once per page. Rejects if it can't be loaded or isn't ready after `timeout` milliseconds;
 * the next call retries.
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
  // The script first defines a YT without a Player, while it loads the rest.
  if (page.YT?.Player) return Promise.resolve(page.YT);
  const script = document.createElement('script');
  return new Promise<YouTubeApi>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${SOURCE} after ${timeout} ms`)), timeout);
    const previousCallback = page.onYouTubeIframeAPIReady;
    page.onYouTubeIframeAPIReady = () => {
      previousCallback?.();
      clearTimeout(timer);
      if (page.YT) resolve(page.YT);
      else reject(new Error(`${SOURCE} didn’t define YT`));
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
