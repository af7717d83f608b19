/**
 * Reason why a medium can't be played. A number is YouTube's error code: 2 bad id, 5 browser player, 100 removed, 101 and 150
 * embedding not allowed, 153 no referrer sent.
 */
export type MediaFailure = 'script' | 'timeout' | 'network' | 'decode' | 'unsupported' | number;

/** The events of a medium. Durations in milliseconds. */
export type MediaEvent =
  | { type: 'ready'; duration: number }
  | { type: 'duration'; duration: number }
  | { type: 'playing' }
  | { type: 'paused' }
  /** It should be playing and waits for data. A medium that the browser could still block doesn't send this event. */
  | { type: 'buffering' }
  | { type: 'seeked' }
  | { type: 'ended' }
  | { type: 'rate'; rate: number }
  /** The browser refused to start playback without a gesture on the medium itself. */
  | { type: 'blocked' }
  | { type: 'failed'; code: MediaFailure };

/** A playable medium. Positions and durations are milliseconds on the medium's own clock. */
export type Media = {
  position(): number;
  /** 0 while unknown. */
  duration(): number;
  /** The current rate, which can differ from the requested one. */
  rate(): number;
  isPlaying(): boolean;
  isSeeking(): boolean;
  /**
   * Call it in a user gesture, before seeking and playing: some browsers allow a later play() only for an element on which
   * play() was once called in a gesture.
   */
  unlock(): void;
  seek(position: number): void;
  /** Shows the picture at a position without playing; if a seek would start playback, it appears when it plays. */
  show(position: number): void;
  play(): void;
  pause(): void;
  setRate(rate: number): void;
  /** 0 (muted) to 1. */
  setVolume(volume: number): void;
  /** Reports events from now on; `ready` or `failed` at once if already reached. */
  subscribe(listener: (event: MediaEvent) => void): () => void;
  /** Stops it and frees its resources; no events follow. */
  destroy(): void;
};
