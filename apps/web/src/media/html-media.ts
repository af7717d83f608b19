import { createElementPosition } from './element-position.ts';
import { createListeners } from './listeners.ts';
import type { Media, MediaEvent, MediaFailure } from './media.ts';

type HtmlMediaOptions = {
  /**
   * Returns a fresh URL for the same file, once the signed one has expired. Called once after a network failure, and again
   * only after playback in between.
   */
  renewUrl?: () => Promise<string>;
};

/** Codes of `MediaError`. Code 4 means unsupported, or that the first request was refused or had no response. */
const ABORTED = 1;
const NETWORK = 2;
const DECODE = 3;
/** Milliseconds without a response after which a file counts as unreachable. */
const PROBE_TIMEOUT = 10_000;
const HAVE_METADATA = 1;
const HAVE_FUTURE_DATA = 3;

/**
 * A `<video>` or `<audio>` element as a medium. The caller owns the element, its source and its attributes; `destroy`
 * pauses it and leaves it in place.
 */
export function createHtmlMedia(element: HTMLMediaElement, { renewUrl }: HtmlMediaOptions = {}): Media {
  const listeners = createListeners<[MediaEvent]>();
  const lifetime = new AbortController();
  let isReady = false;
  let failure: MediaFailure | null = null;
  let rate = element.playbackRate || 1;
  let shouldPlay = false;
  let hasPlayed = false;
  /** Position at which it waits for data, in seconds; null if it doesn't. */
  let stalledAt: number | null = null;
  let canRenew = renewUrl !== undefined;
  /** Position to resume from while a fresh URL is fetched and loaded, in seconds. */
  let renewal: { position: number } | null = null;

  function on(type: keyof HTMLMediaElementEventMap, listener: () => void): void {
    element.addEventListener(type, listener, { signal: lifetime.signal });
  }

  function start(): void {
    element.play()?.catch((reason: unknown) => {
      // AbortError means a pause or a load in between; other failures arrive as error events.
      if (!shouldPlay || lifetime.signal.aborted) return;
      if (!(reason instanceof DOMException) || reason.name !== 'NotAllowedError') return;
      shouldPlay = false;
      listeners.notify({ type: 'blocked' });
    });
  }

  function fail(code: MediaFailure): void {
    renewal = null;
    failure = code;
    listeners.notify({ type: 'failed', code });
  }

  async function renew(requestUrl: () => Promise<string>): Promise<void> {
    canRenew = false;
    renewal = { position: element.currentTime };
    if (shouldPlay) listeners.notify({ type: 'buffering' });
    try {
      const url = await requestUrl();
      if (!lifetime.signal.aborted) element.src = url;
    } catch {
      if (!lifetime.signal.aborted) fail('network');
    }
  }

  function handleError(): void {
    const code = element.error?.code;
    if (code === ABORTED) return;
    if (code === DECODE) fail('decode');
    else if (renewUrl && canRenew) void renew(renewUrl);
    else if (code === NETWORK) fail('network');
    else void reportCause(element.src);
  }

  /** Requests the first byte of the file: browsers report an unreachable one as unsupported. */
  async function reportCause(url: string): Promise<void> {
    const signal = AbortSignal.any([lifetime.signal, AbortSignal.timeout(PROBE_TIMEOUT)]);
    const response = await fetch(url, { headers: { range: 'bytes=0-0' }, signal }).catch(() => null);
    void response?.body?.cancel();
    if (!lifetime.signal.aborted) fail(response?.ok ? 'unsupported' : 'network');
  }

  function handleMetadata(): void {
    // Loading resets the rate.
    element.playbackRate = rate;
    if (renewal) {
      element.currentTime = renewal.position;
      renewal = null;
      if (shouldPlay) start();
    }
    if (isReady && failure === null) return;
    isReady = true;
    failure = null;
    listeners.notify({ type: 'ready', duration: readDuration(element) });
  }

  function handlePlaying(): void {
    stalledAt = null;
    // The event fires in a later task: the element can be paused by then.
    if (element.paused) return;
    hasPlayed = true;
    canRenew = renewUrl !== undefined;
    listeners.notify({ type: 'playing' });
  }

  on('loadedmetadata', handleMetadata);
  on('error', handleError);
  on('durationchange', () => {
    if (isReady && !renewal) listeners.notify({ type: 'duration', duration: readDuration(element) });
  });
  on('playing', handlePlaying);
  // WebKitGTK resumes after a seek without the event.
  on('timeupdate', () => {
    if (stalledAt !== null && !element.seeking && element.currentTime > stalledAt) handlePlaying();
  });
  on('pause', () => {
    if (element.paused && !element.ended && !renewal) listeners.notify({ type: 'paused' });
  });
  on('waiting', () => {
    if (element.paused) return;
    stalledAt = element.currentTime;
    listeners.notify({ type: 'buffering' });
  });
  on('seeked', () => listeners.notify({ type: 'seeked' }));
  on('ended', () => {
    shouldPlay = false;
    listeners.notify({ type: 'ended' });
  });
  on('ratechange', () => {
    if (!renewal) listeners.notify({ type: 'rate', rate: element.playbackRate });
  });
  const isPlaying = () =>
    !element.paused && !element.ended && !element.seeking && element.readyState >= HAVE_FUTURE_DATA;
  const position = createElementPosition(element, isPlaying);

  if (element.readyState >= HAVE_METADATA) handleMetadata();
  else if (element.error) handleError();

  return {
    position: () => (renewal ? renewal.position * 1000 : position()),
    duration: () => readDuration(element),
    rate: () => element.playbackRate || 1,
    isPlaying,
    isSeeking: () => element.seeking || renewal !== null,
    unlock() {
      if (hasPlayed || !element.paused) return;
      element.play()?.catch(() => {});
      element.pause();
    },
    seek(position) {
      if (renewal) renewal.position = position / 1000;
      else element.currentTime = position / 1000;
    },
    show(position) {
      if (element.paused && !renewal) element.currentTime = position / 1000;
    },
    play() {
      shouldPlay = true;
      if (renewal) listeners.notify({ type: 'buffering' });
      else start();
    },
    pause() {
      shouldPlay = false;
      element.pause();
    },
    setRate(requested) {
      rate = requested;
      element.playbackRate = requested;
    },
    setVolume(volume) {
      // On iPhones only muting works.
      element.muted = volume === 0;
      if (volume > 0) element.volume = volume;
    },
    subscribe(listener) {
      const unsubscribe = listeners.add(listener);
      if (failure !== null) listener({ type: 'failed', code: failure });
      else if (isReady) listener({ type: 'ready', duration: readDuration(element) });
      return unsubscribe;
    },
    destroy() {
      lifetime.abort();
      listeners.clear();
      element.pause();
    },
  };
}

/** Duration in milliseconds; 0 if unknown or endless. */
function readDuration({ duration }: HTMLMediaElement): number {
  return Number.isFinite(duration) ? duration * 1000 : 0;
}
