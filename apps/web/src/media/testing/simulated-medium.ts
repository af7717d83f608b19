import type { Media, MediaEvent } from '../media.ts';

/** A medium that follows the clock while it plays, and records calls. Milliseconds. */
export function createSimulatedMedium() {
  const listeners = new Set<(event: MediaEvent) => void>();
  const calls: string[] = [];
  let playingSince: number | null = null;
  let position = 0;
  let isSeeking = false;
  const currentPosition = () => position + (playingSince === null ? 0 : Date.now() - playingSince);
  const media: Media = {
    position: currentPosition,
    duration: () => 100_000,
    rate: () => 1,
    isPlaying: () => playingSince !== null,
    isSeeking: () => isSeeking,
    unlock: () => calls.push('unlock'),
    seek(to) {
      calls.push(`seek ${to}`);
      position = to;
      if (playingSince !== null) playingSince = Date.now();
    },
    show: (to) => calls.push(`show ${to}`),
    play() {
      calls.push('play');
      playingSince ??= Date.now();
    },
    pause() {
      calls.push('pause');
      position = currentPosition();
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
    destroy: () => calls.push('destroy'),
  };
  return {
    media,
    calls,
    emit: (event: MediaEvent) => {
      for (const listener of listeners) listener(event);
    },
    listenerCount: () => listeners.size,
    setSeeking: (seeking: boolean) => {
      isSeeking = seeking;
    },
  };
}
