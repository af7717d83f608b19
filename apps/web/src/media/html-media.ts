import { createElementPosition } from './element-position.ts';
import { createListeners } from './listeners.ts';
import type { Media, MediaEvent, MediaFailure } from './media.ts';

export type HtmlMediaOptions = {
  /**
   * Returns a fresh URL for the same file, once the signed one has expired. Called once after a network failure, and again
   * only after playback in between.
   */
  renewUrl?: () => Promise<string>;
};

/** Codes of `MediaError`; 4 also means a first request that was refused or had no response. */
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
  const attached = new AbortController();
  let ready = false;
  let failure: MediaFailure | null = null;
  let rate = element.playbackRate || 1;
  let wantsPlay = false;
  let hasPlayed = false;
  /** Position at which it waits for data, in seconds. */
  let waitsAt: number | null = null;
  let canRenew = renewUrl !== undefined;
  /** Position to resume from while a fresh URL is fetched and loaded, in seconds. */
  let renewal: { position: number } | null = null;

  function on(type: keyof HTMLMediaElementEventMap, listener: () => void): void {
    element.addEventListener(type, listener, { signal: attached.signal });
  }

  function start(): void {
    element.play()?.catch((reason: unknown) => {
      // AbortError means a pause or a load in between; other failures arrive as error events.
      if (!wantsPlay || attached.signal.aborted) return;
      if (!(reason instanceof DOMException) || reason.name !== 'NotAllowedError') return;
      wantsPlay = false;
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
    if (wantsPlay) listeners.notify({ type: 'buffering' });
    try {
      const url = await requestUrl();
      if (!attached.signal.aborted) element.src = url;
    } catch {
      if (!attached.signal.aborted) fail('network');
    }
  }

  function failed(): void {
    const code = element.error?.code;
    if (code === ABORTED) return;
    const mayBeExpired = code !== DECODE;
    if (renewUrl && canRenew && mayBeExpired) void renew(renewUrl);
    else if (code === DECODE) fail('decode');
    else if (code === NETWORK) fail('network');
    else void reportWhy(element.src);
  }

  /** Browsers report an unreachable file as unsupported: request its first byte to tell the difference. */
  async function reportWhy(url: string): Promise<void> {
    const signal = AbortSignal.any([attached.signal, AbortSignal.timeout(PROBE_TIMEOUT)]);
    const response = await fetch(url, { headers: { range: 'bytes=0-0' }, signal }).catch(() => null);
    void response?.body?.cancel();
    if (!attached.signal.aborted) fail(response?.ok ? 'unsupported' : 'network');
  }

  function loaded(): void {
    // Loading resets the rate.
    element.playbackRate = rate;
    if (renewal) {
      element.currentTime = renewal.position;
      renewal = null;
      if (wantsPlay) start();
    }
    if (ready && failure === null) return;
    ready = true;
    failure = null;
    listeners.notify({ type: 'ready', duration: readDuration(element) });
  }

  on('loadedmetadata', loaded);
  on('error', failed);
  on('durationchange', () => {
    if (ready && !renewal) listeners.notify({ type: 'duration', duration: readDuration(element) });
  });
  function played(): void {
    waitsAt = null;
    // The event fires in a later task, so it may have been paused meanwhile.
    if (element.paused) return;
    hasPlayed = true;
    canRenew = renewUrl !== undefined;
    listeners.notify({ type: 'playing' });
  }

  on('playing', played);
  // WebKitGTK resumes after a seek without the event.
  on('timeupdate', () => {
    if (waitsAt !== null && !element.seeking && element.currentTime > waitsAt) played();
  });
  on('pause', () => {
    if (element.paused && !element.ended && !renewal) listeners.notify({ type: 'paused' });
  });
  on('waiting', () => {
    if (element.paused) return;
    waitsAt = element.currentTime;
    listeners.notify({ type: 'buffering' });
  });
  on('seeked', () => listeners.notify({ type: 'seeked' }));
  on('ended', () => {
    wantsPlay = false;
    listeners.notify({ type: 'ended' });
  });
  on('ratechange', () => {
    if (!renewal) listeners.notify({ type: 'rate', rate: element.playbackRate });
  });
  const isPlaying = () =>
    !element.paused && !element.ended && !element.seeking && element.readyState >= HAVE_FUTURE_DATA;
  const position = createElementPosition(element, isPlaying);

  if (element.readyState >= HAVE_METADATA) loaded();
  else if (element.error) failed();

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
      wantsPlay = true;
      if (renewal) listeners.notify({ type: 'buffering' });
      else start();
    },
    pause() {
      wantsPlay = false;
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
      const leave = listeners.add(listener);
      if (failure !== null) listener({ type: 'failed', code: failure });
      else if (ready) listener({ type: 'ready', duration: readDuration(element) });
      return leave;
    },
    destroy() {
      attached.abort();
      listeners.clear();
      element.pause();
    },
  };
}

/** Duration in milliseconds; 0 if unknown or endless. */
function readDuration({ duration }: HTMLMediaElement): number {
  return Number.isFinite(duration) ? duration * 1000 : 0;
}
