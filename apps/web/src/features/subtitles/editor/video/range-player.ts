import type { Media } from '../../../../media/media.ts';

export type Range = { from: number; to: number };

/** How often the position is looked at while it plays, in milliseconds. */
const POLL_MS = 30;

export type RangePlayer = ReturnType<typeof createRangePlayer>;

/** Plays parts of a medium: from one position to another, in milliseconds. */
export function createRangePlayer(media: Media) {
  let range: Range | null = null;
  /** Asked for before the medium was ready. */
  let wanted: Range | null = null;
  let isReady = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const listeners = new Set<() => void>();

  function setRange(next: Range | null): void {
    range = next;
    clearInterval(timer);
    if (next) timer = setInterval(look, POLL_MS);
    for (const listener of listeners) listener();
  }

  function look(): void {
    // Until the seek has been carried out, the position is the old one.
    if (!range || media.isSeeking() || !media.isPlaying()) return;
    if (media.position() < range.to) return;
    media.pause();
    setRange(null);
  }

  function start(next: Range): void {
    media.seek(next.from);
    media.play();
    setRange(next);
  }

  const leave = media.subscribe((event) => {
    if (event.type === 'ready') {
      isReady = true;
      if (wanted) start(wanted);
      wanted = null;
    }
    if (event.type === 'ended' || event.type === 'failed' || event.type === 'blocked') setRange(null);
  });

  return {
    play(next: Range): void {
      media.unlock();
      if (isReady) start(next);
      else wanted = next;
    },
    stop(): void {
      wanted = null;
      media.pause();
      setRange(null);
    },
    isPlaying: () => range !== null,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy(): void {
      clearInterval(timer);
      leave();
      listeners.clear();
      media.destroy();
    },
  };
}
