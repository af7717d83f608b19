/** Time and callbacks for the player, replaceable in tests. Milliseconds. */
export type Clock = {
  /** Monotonic; only differences are meaningful. */
  now(): number;
  /** Each returns a function that cancels it. */
  setTimer(callback: () => void, delay: number): () => void;
  requestFrame(callback: () => void): () => void;
  isHidden(): boolean;
  onVisibilityChange(listener: () => void): () => void;
};

export function browserClock(): Clock {
  return {
    now: () => performance.now(),
    setTimer(callback, delay) {
      const timer = setTimeout(callback, delay);
      return () => clearTimeout(timer);
    },
    requestFrame(callback) {
      const frame = requestAnimationFrame(callback);
      return () => cancelAnimationFrame(frame);
    },
    isHidden: () => document.visibilityState === 'hidden',
    onVisibilityChange(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
  };
}
