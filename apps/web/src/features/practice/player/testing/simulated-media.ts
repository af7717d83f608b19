import type { Clock } from '../../../../media/clock.ts';
import { createListeners } from '../../../../media/listeners.ts';
import type { Media, MediaEvent } from '../../../../media/media.ts';

export type Behaviour = {
  /** All in milliseconds. */
  duration: number;
  seekLatency: number;
  playLatency: number;
  /** Delay between a pause and its event. */
  pauseLatency: number;
  /** Returns the position where a seek lands. */
  landing: (position: number) => number;
  /** Positions at which it stalls for data, once each. */
  stalls: { at: number; durationMs: number }[];
  /** True if buffering is reported as an event; otherwise only the position shows it. */
  reportsBuffering: boolean;
  /** True if playing is reported as an event; otherwise it can only be read. */
  reportsPlaying: boolean;
  /** Whether it blocks playback, and reports that. */
  blocks: 'with-event' | 'silently' | 'never';
  /** True if the first seek starts it, as with YouTube's player. */
  startsOnSeek: boolean;
  /** Interval between updates of its position; 0 for continuous ones. */
  reportInterval: number;
  /** Supported rates, of which the nearest lower one is used; null for any. */
  rates: number[] | null;
};

export type SimulatedMedia = Media & {
  behaviour: Behaviour;
  /** Ranges played, as positions. */
  played: { from: number; to: number }[];
  calls: string[];
  becomeReady(): void;
  notify(event: MediaEvent): void;
  /** Simulates a tap on the medium itself. */
  tapPlay(): void;
  /** Simulates a pause that the player didn't request. */
  pauseExternally(): void;
  unlocks(): number;
  isDestroyed(): boolean;
};

/** Creates a medium on a simulated clock, with the problems of real ones. */
export function createSimulatedMedia(clock: Clock, changes: Partial<Behaviour> = {}): SimulatedMedia {
  const behaviour: Behaviour = {
    duration: 60_000,
    seekLatency: 0,
    playLatency: 0,
    pauseLatency: 0,
    landing: (position) => position,
    stalls: [],
    reportsBuffering: true,
    reportsPlaying: true,
    blocks: 'never',
    startsOnSeek: false,
    reportInterval: 0,
    rates: null,
    ...changes,
  };
  const listeners = createListeners<[MediaEvent]>();
  const played: SimulatedMedia['played'] = [];
  const calls: string[] = [];
  let isReady = false;
  let isDestroyed = false;
  let base = 0;
  let since = 0;
  let isPlaying = false;
  let shouldPlay = false;
  let hasPlayed = false;
  let rate = 1;
  let seeks = 0;
  let unlocks = 0;
  let landedSeek = 0;
  let cancelTimer: (() => void) | null = null;

  const exactPosition = () =>
    isPlaying ? Math.min(behaviour.duration, base + (clock.now() - since) * rate) : base;

  function notify(event: MediaEvent): void {
    listeners.notify(event);
  }

  /** Updates the position and the played ranges, and schedules the next stall or the end. */
  function update(nextPlaying: boolean, position = exactPosition()): void {
    if (isPlaying && exactPosition() > base) {
      const last = played.at(-1);
      // A change of the rate doesn't split a range.
      if (last && Math.abs(last.to - base) < 1e-6) last.to = exactPosition();
      else played.push({ from: base, to: exactPosition() });
    }
    base = position;
    since = clock.now();
    isPlaying = nextPlaying;
    cancelTimer?.();
    cancelTimer = null;
    if (isPlaying) schedule();
  }

  function schedule(): void {
    const stall = behaviour.stalls.find(({ at }) => at > base) ?? null;
    const at = Math.min(stall?.at ?? Number.POSITIVE_INFINITY, behaviour.duration);
    cancelTimer = clock.setTimer(
      () => {
        if (exactPosition() < at) return schedule();
        update(false);
        if (stall?.at === at) return stallFor(stall);
        shouldPlay = false;
        notify({ type: 'ended' });
      },
      Math.ceil((at - exactPosition()) / rate),
    );
  }

  function stallFor(stall: { at: number; durationMs: number }): void {
    behaviour.stalls.splice(behaviour.stalls.indexOf(stall), 1);
    if (behaviour.reportsBuffering) notify({ type: 'buffering' });
    clock.setTimer(() => {
      if (shouldPlay) startPlaying();
    }, stall.durationMs);
  }

  function startPlaying(): void {
    hasPlayed = true;
    update(true);
    if (behaviour.reportsPlaying) notify({ type: 'playing' });
  }

  const media: SimulatedMedia = {
    behaviour,
    played,
    calls,
    position() {
      if (!isPlaying || behaviour.reportInterval === 0) return exactPosition();
      const elapsed = clock.now() - since;
      return base + Math.floor(elapsed / behaviour.reportInterval) * behaviour.reportInterval * rate;
    },
    duration: () => behaviour.duration,
    rate: () => rate,
    isPlaying: () => isPlaying,
    isSeeking: () => false,
    unlock() {
      unlocks += 1;
    },
    seek(position) {
      calls.push(`seek ${position}`);
      seeks += 1;
      const seek = seeks;
      const land = () => {
        if (seek !== seeks) return;
        landedSeek = seek;
        update(isPlaying, Math.min(behaviour.duration, behaviour.landing(position)));
        notify({ type: 'seeked' });
        if (behaviour.startsOnSeek && !hasPlayed) {
          shouldPlay = true;
          startPlaying();
        }
      };
      if (behaviour.seekLatency === 0) land();
      else clock.setTimer(land, behaviour.seekLatency);
    },
    show(position) {
      calls.push(`show ${position}`);
    },
    play() {
      calls.push('play');
      if (behaviour.blocks === 'with-event') clock.setTimer(() => notify({ type: 'blocked' }), 1);
      if (behaviour.blocks !== 'never') return;
      shouldPlay = true;
      const start = () => {
        if (shouldPlay && !isPlaying && landedSeek === seeks) startPlaying();
      };
      if (behaviour.playLatency === 0) start();
      else clock.setTimer(start, behaviour.playLatency);
    },
    pause() {
      calls.push('pause');
      shouldPlay = false;
      if (!isPlaying) return;
      update(false);
      clock.setTimer(() => notify({ type: 'paused' }), behaviour.pauseLatency);
    },
    setVolume: () => undefined,
    setRate(newRate) {
      calls.push(`rate ${newRate}`);
      update(isPlaying);
      rate = behaviour.rates?.findLast((possible) => possible <= newRate) ?? newRate;
      update(isPlaying);
      notify({ type: 'rate', rate });
    },
    subscribe(listener) {
      const unsubscribe = listeners.add(listener);
      if (isReady) listener({ type: 'ready', duration: behaviour.duration });
      return unsubscribe;
    },
    destroy() {
      isDestroyed = true;
      update(false);
      listeners.clear();
    },
    becomeReady() {
      isReady = true;
      notify({ type: 'ready', duration: behaviour.duration });
    },
    notify,
    tapPlay() {
      behaviour.blocks = 'never';
      shouldPlay = true;
      startPlaying();
    },
    pauseExternally() {
      shouldPlay = false;
      update(false);
      notify({ type: 'paused' });
    },
    unlocks: () => unlocks,
    isDestroyed: () => isDestroyed,
  };
  return media;
}
