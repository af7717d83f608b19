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
  /** Blocks playback: with an event, without one, or not at all. */
  refuses: 'told' | 'quietly' | 'no';
  /** Like YouTube's player: the first seek starts it. */
  startsOnSeek: boolean;
  /** Interval between updates of its position; 0 for continuous ones. */
  reportInterval: number;
  /** Supported rates: the nearest one below is used. Null for any. */
  rates: number[] | null;
};

export type SimulatedMedia = Media & {
  behaviour: Behaviour;
  /** Ranges played, as positions. */
  heard: { from: number; to: number }[];
  orders: string[];
  becomeReady(): void;
  notify(event: MediaEvent): void;
  /** Simulates a tap on the medium itself. */
  startByHand(): void;
  /** Simulates a pause that the player didn't request. */
  pauseFromOutside(): void;
  unlocks(): number;
  isDestroyed(): boolean;
};

/** Creates a medium on a simulated clock, with the faults of real ones. */
export function createSimulatedMedia(clock: Clock, playRequested: Partial<Behaviour> = {}): SimulatedMedia {
  const behaviour: Behaviour = {
    duration: 60_000,
    seekLatency: 0,
    playLatency: 0,
    pauseLatency: 0,
    landing: (position) => position,
    stalls: [],
    reportsBuffering: true,
    reportsPlaying: true,
    refuses: 'no',
    startsOnSeek: false,
    reportInterval: 0,
    rates: null,
    ...playRequested,
  };
  const listeners = createListeners<[MediaEvent]>();
  const heard: SimulatedMedia['heard'] = [];
  const orders: string[] = [];
  let ready = false;
  let destroyed = false;
  let base = 0;
  let since = 0;
  let isPlaying = false;
  let wantsPlay = false;
  let everPlayed = false;
  let rate = 1;
  let seeks = 0;
  let unlocks = 0;
  let landed = 0;
  let cancelPlan: (() => void) | null = null;

  const exact = () => (isPlaying ? Math.min(behaviour.duration, base + (clock.now() - since) * rate) : base);

  function notify(event: MediaEvent): void {
    listeners.notify(event);
  }

  /** Brings the position up to now, and schedules what comes next. */
  function settle(nextMoving: boolean, position = exact()): void {
    if (isPlaying && exact() > base) {
      const last = heard.at(-1);
      // A change of rate, for example, doesn't split a range.
      if (last && Math.abs(last.to - base) < 1e-6) last.to = exact();
      else heard.push({ from: base, to: exact() });
    }
    base = position;
    since = clock.now();
    isPlaying = nextMoving;
    cancelPlan?.();
    cancelPlan = null;
    if (isPlaying) plan();
  }

  function plan(): void {
    const stall = behaviour.stalls.find(({ at }) => at > base) ?? null;
    const at = Math.min(stall?.at ?? Number.POSITIVE_INFINITY, behaviour.duration);
    cancelPlan = clock.setTimer(
      () => {
        if (exact() < at) return plan();
        settle(false);
        if (stall?.at === at) return stallFor(stall);
        wantsPlay = false;
        notify({ type: 'ended' });
      },
      Math.ceil((at - exact()) / rate),
    );
  }

  function stallFor(stall: { at: number; durationMs: number }): void {
    behaviour.stalls.splice(behaviour.stalls.indexOf(stall), 1);
    if (behaviour.reportsBuffering) notify({ type: 'buffering' });
    clock.setTimer(() => {
      if (wantsPlay) move();
    }, stall.durationMs);
  }

  function move(): void {
    everPlayed = true;
    settle(true);
    if (behaviour.reportsPlaying) notify({ type: 'playing' });
  }

  const media: SimulatedMedia = {
    behaviour,
    heard,
    orders,
    position() {
      if (!isPlaying || behaviour.reportInterval === 0) return exact();
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
      orders.push(`seek ${position}`);
      seeks += 1;
      const seek = seeks;
      const land = () => {
        if (seek !== seeks) return;
        landed = seek;
        settle(isPlaying, Math.min(behaviour.duration, behaviour.landing(position)));
        notify({ type: 'seeked' });
        if (behaviour.startsOnSeek && !everPlayed) {
          wantsPlay = true;
          move();
        }
      };
      if (behaviour.seekLatency === 0) land();
      else clock.setTimer(land, behaviour.seekLatency);
    },
    show(position) {
      orders.push(`show ${position}`);
    },
    play() {
      orders.push('play');
      if (behaviour.refuses === 'told') clock.setTimer(() => notify({ type: 'blocked' }), 1);
      if (behaviour.refuses !== 'no') return;
      wantsPlay = true;
      const start = () => {
        if (wantsPlay && !isPlaying && landed === seeks) move();
      };
      if (behaviour.playLatency === 0) start();
      else clock.setTimer(start, behaviour.playLatency);
    },
    pause() {
      orders.push('pause');
      wantsPlay = false;
      if (!isPlaying) return;
      settle(false);
      clock.setTimer(() => notify({ type: 'paused' }), behaviour.pauseLatency);
    },
    setVolume: () => undefined,
    setRate(newRate) {
      orders.push(`rate ${newRate}`);
      settle(isPlaying);
      rate = behaviour.rates?.findLast((possible) => possible <= newRate) ?? newRate;
      settle(isPlaying);
      notify({ type: 'rate', rate });
    },
    subscribe(listener) {
      const leave = listeners.add(listener);
      if (ready) listener({ type: 'ready', duration: behaviour.duration });
      return leave;
    },
    destroy() {
      destroyed = true;
      settle(false);
      listeners.clear();
    },
    becomeReady() {
      ready = true;
      notify({ type: 'ready', duration: behaviour.duration });
    },
    notify,
    startByHand() {
      behaviour.refuses = 'no';
      wantsPlay = true;
      move();
    },
    pauseFromOutside() {
      wantsPlay = false;
      settle(false);
      notify({ type: 'paused' });
    },
    unlocks: () => unlocks,
    isDestroyed: () => destroyed,
  };
  return media;
}
