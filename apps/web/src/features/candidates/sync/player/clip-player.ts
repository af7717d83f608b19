import type { Media } from '../../../../media/media.ts';

/** A part of a medium, in milliseconds. */
export type Clip = { from: number; to: number };

/** `position` and `duration` in milliseconds; `clip` is the part that is being played, null for playing on. */
export type Playback = {
  status: 'loading' | 'ready' | 'failed';
  position: number;
  duration: number;
  isPlaying: boolean;
  clip: Clip | null;
};

export type ClipPlayer = ReturnType<typeof createClipPlayer>;

/** How often the position is looked at, in milliseconds: 100 are asked for. */
const POLL_MS = 50;

export const NOTHING_PLAYED: Playback = {
  status: 'loading',
  position: 0,
  duration: 0,
  isPlaying: false,
  clip: null,
};

/** Plays a medium on and in parts, and tells where it is. What is asked for before it is ready is done then. */
export function createClipPlayer(media: Media) {
  let state = NOTHING_PLAYED;
  /** Asked for before the medium was ready. */
  let wanted: (() => void) | null = null;
  const listeners = new Set<() => void>();
  const timer = setInterval(look, POLL_MS);
  let finish: ReturnType<typeof setTimeout> | undefined;

  function set(changed: Partial<Playback>): void {
    const isOther = Object.entries(changed).some(([name, value]) => state[name as keyof Playback] !== value);
    if (!isOther) return;
    state = { ...state, ...changed };
    for (const listener of listeners) listener();
  }

  function look(): void {
    if (state.status !== 'ready') return;
    // Until a seek has been carried out, the position is the old one.
    if (media.isSeeking()) return;
    const position = media.position();
    set({ position });
    const { clip } = state;
    if (!clip || !media.isPlaying()) return;
    clearTimeout(finish);
    const left = (clip.to - position) / media.rate();
    if (left <= 0) end();
    // The next look would come too late.
    else if (left < POLL_MS) finish = setTimeout(look, left);
  }

  function end(): void {
    clearTimeout(finish);
    media.pause();
    set({ clip: null, isPlaying: false });
  }

  function start(clip: Clip | null): void {
    clearTimeout(finish);
    if (clip) seek(clip.from);
    media.play();
    set({ clip, isPlaying: true });
  }

  function seek(ms: number): void {
    media.seek(ms);
    set({ position: ms });
  }

  /** Does it now, or when the medium is ready. */
  function whenReady(action: () => void): void {
    if (state.status === 'ready') action();
    else wanted = action;
  }

  const leave = media.subscribe((event) => {
    if (event.type === 'ready') {
      set({ status: 'ready', duration: event.duration });
      wanted?.();
      wanted = null;
    } else if (event.type === 'duration') set({ duration: event.duration });
    else if (event.type === 'failed') set({ status: 'failed', isPlaying: false, clip: null });
    else if (event.type === 'playing') set({ isPlaying: true });
    else if (event.type === 'paused' || event.type === 'ended' || event.type === 'blocked')
      set({ isPlaying: false, clip: null, position: media.position() });
  });

  return {
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** From where it is, to the end. */
    play(): void {
      media.unlock();
      whenReady(() => start(null));
    },
    playClip(clip: Clip): void {
      media.unlock();
      whenReady(() => start(clip));
    },
    pause(): void {
      wanted = null;
      end();
    },
    /** Pauses, and goes back to the beginning. */
    stop(): void {
      wanted = null;
      end();
      seek(0);
    },
    /** Goes there; what was played as a part is played on from there. */
    seek(ms: number): void {
      set({ clip: null });
      whenReady(() => seek(ms));
    },
    /** As exact as the medium knows it at this moment, in milliseconds. */
    position: () => (state.status === 'ready' ? media.position() : 0),
    destroy(): void {
      clearInterval(timer);
      clearTimeout(finish);
      leave();
      listeners.clear();
      media.destroy();
    },
  };
}
