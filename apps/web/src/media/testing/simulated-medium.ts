import type { Media, MediaEvent } from '../media.ts';

/** A medium that follows the clock while it plays, and records calls. Milliseconds. */
export function createSimulatedMedium() {
  const listeners = new Set<(event: MediaEvent) => void>();
  const done: string[] = [];
  let playingSince: number | null = null;
  let position = 0;
  let isSeeking = false;
  const current = () => position + (playingSince === null ? 0 : Date.now() - playingSince);
  const media: Media = {
    position: current,
    duration: () => 100_000,
    rate: () => 1,
    isPlaying: () => playingSince !== null,
    isSeeking: () => isSeeking,
    unlock: () => done.push('unlock'),
    seek(to) {
      done.push(`seek ${to}`);
      position = to;
      if (playingSince !== null) playingSince = Date.now();
    },
    show: (to) => done.push(`show ${to}`),
    play() {
      done.push('play');
      playingSince ??= Date.now();
    },
    pause() {
      done.push('pause');
      position = current();
      playingSince = null;
    },
    setRate(rate) {
      for (const listener of listeners) listener({ type: 'rate', rate });
    },
    setVolume: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy: () => done.push('destroy'),
  };
  return {
    media,
    done,
    tell: (event: MediaEvent) => {
      for (const listener of listeners) listener(event);
    },
    listening: () => listeners.size,
    setSeeking: (seeking: boolean) => {
      isSeeking = seeking;
    },
  };
}
