import { createAlarm, planNextCheck } from './alarm.ts';
import { browserClock } from './clock.ts';
import { createListeners } from './listeners.ts';
import type { Media, MediaFailure } from './media.ts';

/** A range of a medium, in milliseconds. */
export type Clip = { from: number; to: number };

/** `position` and `duration` in milliseconds; `clip` is the range that is playing, null for normal playback. */
export type Playback = {
  status: 'loading' | 'ready' | 'failed';
  /** Cause of the failure; null unless it failed. */
  failure: MediaFailure | null;
  position: number;
  duration: number;
  isPlaying: boolean;
  clip: Clip | null;
  /** 1 is the medium's own speed. */
  rate: number;
};

export type ClipPlayer = ReturnType<typeof createClipPlayer>;

/** Interval for reporting the position, in milliseconds. */
const POLL_MS = 50;
/** Distance to a clip's start at which its seek counts as done, and the seek's timeout, in milliseconds. */
const NEAR_MS = 200;
const SEEK_TIMEOUT_MS = 1500;

export const INITIAL_PLAYBACK: Playback = {
  status: 'loading',
  failure: null,
  position: 0,
  duration: 0,
  isPlaying: false,
  clip: null,
  rate: 1,
};

/** Plays a medium, or clips of it, and reports its position. Requests made before it is ready are carried out then. */
export function createClipPlayer(media: Media, clock = browserClock()) {
  let state = INITIAL_PLAYBACK;
  /** Requested before the medium was ready. */
  let pending: (() => void) | null = null;
  /** Time at which to stop waiting for a seek to a clip's start. */
  let seekDeadline: number | null = null;
  let hasPlayed = false;
  const listeners = createListeners();
  const alarm = createAlarm(clock);
  const poll = setInterval(() => {
    if (state.status === 'ready' && !media.isSeeking()) set({ position: media.position() });
  }, POLL_MS);

  function set(changed: Partial<Playback>): void {
    const hasChanged = Object.entries(changed).some(
      ([name, value]) => state[name as keyof Playback] !== value,
    );
    if (!hasChanged) return;
    state = { ...state, ...changed };
    listeners.notify();
  }

  /** True while the position is still the one before the seek to a clip's start. YouTube has no event for its end. */
  function isSeeking(clip: Clip): boolean {
    if (media.isSeeking()) return true;
    if (seekDeadline === null || clock.now() >= seekDeadline) return false;
    const position = media.position();
    // A position just before the end can be left from playing the same clip before.
    const hasArrived =
      position >= clip.from - NEAR_MS && position < Math.max(clip.from + NEAR_MS, clip.to - NEAR_MS);
    if (hasArrived) seekDeadline = null;
    return !hasArrived;
  }

  /** Stops the clip at its end, or waits for it as precisely as a timer can. */
  function checkEnd(): void {
    const { clip } = state;
    if (!clip) return;
    if (isSeeking(clip) || !media.isPlaying()) {
      alarm.set(checkEnd, POLL_MS, false);
      return;
    }
    const remaining = (clip.to - media.position()) / media.rate();
    if (remaining <= 0) {
      pauseMedium();
      return;
    }
    const { delay, onFrame } = planNextCheck(remaining, clock.isHidden());
    alarm.set(checkEnd, delay, onFrame);
  }

  function pauseMedium(): void {
    alarm.cancel();
    media.pause();
    set({ clip: null, isPlaying: false });
  }

  function start(clip: Clip | null): void {
    alarm.cancel();
    if (clip) media.seek(clip.from);
    media.play();
    set({ clip, isPlaying: true, ...(clip && { position: clip.from }) });
    seekDeadline = clock.now() + SEEK_TIMEOUT_MS;
    checkEnd();
  }

  function seek(ms: number): void {
    media.seek(ms);
    set({ position: ms });
  }

  /** Runs the action now, or once the medium is ready. */
  function runWhenReady(action: () => void): void {
    if (state.status === 'ready') action();
    else pending = action;
  }

  const unsubscribe = media.subscribe((event) => {
    if (event.type === 'ready') {
      set({ status: 'ready', failure: null, duration: event.duration });
      pending?.();
      pending = null;
    } else if (event.type === 'duration') set({ duration: event.duration });
    else if (event.type === 'rate') set({ rate: event.rate });
    else if (event.type === 'failed')
      set({ status: 'failed', failure: event.code, isPlaying: false, clip: null });
    else if (event.type === 'playing') {
      hasPlayed = true;
      set({ isPlaying: true });
    } else if (event.type === 'paused' || event.type === 'ended' || event.type === 'blocked')
      set({ isPlaying: false, clip: null, position: media.position() });
  });
  const unwatchVisibility = clock.onVisibilityChange(checkEnd);

  return {
    getState: () => state,
    subscribe: listeners.add,
    /** Plays from a position in milliseconds, or from the current one, to the end. */
    play(from?: number): void {
      media.unlock();
      runWhenReady(() => {
        if (from !== undefined) seek(from);
        start(null);
      });
    },
    playClip(clip: Clip): void {
      media.unlock();
      runWhenReady(() => start(clip));
    },
    pause(): void {
      pending = null;
      pauseMedium();
    },
    /** Pauses, and rewinds. */
    stop(): void {
      pending = null;
      pauseMedium();
      seek(0);
    },
    /** Seeks. A clip that was playing continues as normal playback. */
    seek(ms: number): void {
      set({ clip: null });
      runWhenReady(() => seek(ms));
    },
    /** Shows the picture at a position without starting playback, which a seek can do. Ignored while it plays or isn't ready. */
    show(ms: number): void {
      if (state.status !== 'ready' || state.isPlaying) return;
      if (hasPlayed) media.seek(ms);
      else media.show(ms);
      set({ position: ms });
    },
    setRate: (rate: number) => media.setRate(rate),
    /** The medium's most precise current position, in milliseconds. */
    position: () => (state.status === 'ready' ? media.position() : 0),
    destroy(): void {
      clearInterval(poll);
      alarm.cancel();
      unsubscribe();
      unwatchVisibility();
      listeners.clear();
      media.destroy();
    },
  };
}
