import { createListeners } from './listeners.ts';
import type { Media, MediaEvent, MediaFailure } from './media.ts';
import type { YouTubeApi } from './youtube-script.ts';
import { loadYouTubeScript } from './youtube-script.ts';

type YouTubeMediaOptions = {
  /** Parent element for the player's frame. `destroy` removes the frame. */
  container: HTMLElement;
  videoId: string;
  loadApi?: () => Promise<YouTubeApi>;
};

/** In milliseconds: the delay between loading the script and creating the player, and the time it then has to become ready. */
const CREATION_DELAY = 500;
const READY_TIMEOUT = 15_000;

/** Values of `YT.PlayerState`. */
const ENDED = 0;
const PLAYING = 1;
const PAUSED = 2;

/**
 * Creates a medium that plays a YouTube video. It fails with `script` if the player's script can't be loaded, with `timeout` if
 * the player isn't ready in time (`ready` can still follow), and with YouTube's own error codes.
 */
export function createYouTubeMedia({
  container,
  videoId,
  loadApi = loadYouTubeScript,
}: YouTubeMediaOptions): Media {
  const listeners = createListeners<[MediaEvent]>();
  // YouTube replaces the node with an iframe, so React mustn't own either.
  const frame = document.createElement('div');
  let created: YT.Player | null = null;
  /** `created`, once it is ready; until then, it has no methods. */
  let player: YT.Player | null = null;
  let failure: MediaFailure | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasPlayed = false;
  let duration = 0;
  let volume = 1;
  let isDestroyed = false;

  function fail(code: MediaFailure): void {
    if (isDestroyed) return;
    clearTimeout(timer);
    failure = code;
    listeners.notify({ type: 'failed', code });
  }

  function create(api: YouTubeApi): void {
    const target = document.createElement('div');
    frame.append(target);
    container.append(frame);
    timer = setTimeout(() => fail('timeout'), READY_TIMEOUT);
    created = new api.Player(target, {
      videoId,
      width: 640,
      height: 390,
      host: 'https://www.youtube-nocookie.com',
      playerVars: {
        controls: 0,
        disablekb: 1,
        playsinline: 1,
        rel: 0,
        iv_load_policy: 3,
        fs: 0,
        origin: window.location.origin,
      },
      events: {
        onReady: ({ target }) => handleReady(target),
        onStateChange: ({ data }) => handleStateChange(data),
        onPlaybackRateChange: ({ data }) => notify({ type: 'rate', rate: data }),
        onError: ({ data }) => fail(data),
        onAutoplayBlocked: () => notify({ type: 'blocked' }),
      },
    });
  }

  function notify(event: MediaEvent): void {
    if (!isDestroyed) listeners.notify(event);
  }

  function handleReady(target: YT.Player): void {
    // After YouTube's own errors nothing can play; after our timeout it still can.
    if (isDestroyed || (failure !== null && failure !== 'timeout')) return;
    clearTimeout(timer);
    failure = null;
    player = target;
    if (volume !== 1) applyVolume();
    duration = readDuration(target);
    notify({ type: 'ready', duration });
  }

  function applyVolume(): void {
    if (volume === 0) player?.mute();
    else player?.unMute();
    if (volume > 0) player?.setVolume(volume * 100);
  }

  function handleStateChange(state: number): void {
    if (!player || isDestroyed) return;
    if (state === PLAYING) {
      hasPlayed = true;
      // Some videos report their duration only when playing.
      if (readDuration(player) !== duration) {
        duration = readDuration(player);
        notify({ type: 'duration', duration });
      }
      notify({ type: 'playing' });
    } else if (state === PAUSED) notify({ type: 'paused' });
    else if (state === ENDED) notify({ type: 'ended' });
    // A blocked autoplay also reports buffering, so trust that state only after the first playback.
    else if (hasPlayed) notify({ type: 'buffering' });
  }

  loadApi().then(
    (api) => {
      if (!isDestroyed) timer = setTimeout(() => create(api), CREATION_DELAY);
    },
    () => fail('script'),
  );

  return {
    position: () => (player?.getCurrentTime() || 0) * 1000,
    duration: () => duration,
    rate: () => player?.getPlaybackRate() || 1,
    isPlaying: () => player?.getPlayerState() === PLAYING,
    isSeeking: () => false,
    // A cross-origin frame can't be unlocked.
    unlock() {},
    seek: (position) => player?.seekTo(position / 1000, true),
    // A seek would start playback. A cued player shows the video's thumbnail, and starts at `position` once it plays.
    show(position) {
      if (!hasPlayed) player?.cueVideoById({ videoId, startSeconds: position / 1000 });
    },
    play: () => player?.playVideo(),
    pause: () => player?.pauseVideo(),
    setRate: (rate) => player?.setPlaybackRate(findNearestRate(player.getAvailablePlaybackRates(), rate)),
    setVolume(requested) {
      if (requested === volume) return;
      volume = requested;
      applyVolume();
    },
    subscribe(listener) {
      const unsubscribe = listeners.add(listener);
      if (failure !== null) listener({ type: 'failed', code: failure });
      else if (player) listener({ type: 'ready', duration });
      return unsubscribe;
    },
    destroy() {
      isDestroyed = true;
      clearTimeout(timer);
      listeners.clear();
      created?.destroy();
      frame.remove();
    },
  };
}

/** Duration in milliseconds; 0 while YouTube doesn't know it. */
function readDuration(player: YT.Player): number {
  return (player.getDuration() || 0) * 1000;
}

/** Returns the available rate nearest to the requested one; in a tie, the slower. YouTube itself would round towards 1. */
function findNearestRate(available: readonly number[] | undefined, requested: number): number {
  const distance = (rate: number) => Math.abs(rate - requested);
  const [nearest] = [...(available ?? [])].sort((a, b) => distance(a) - distance(b) || a - b);
  return nearest ?? requested;
}
