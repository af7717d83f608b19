import { createAlarm } from '../../../media/alarm.ts';
import { browserClock, type Clock } from '../../../media/clock.ts';
import { createListeners } from '../../../media/listeners.ts';
import type { Media } from '../../../media/media.ts';
import { step } from './practice-machine.ts';
import type {
  Command,
  Phase,
  PracticeEvent,
  PracticeSettings,
  PracticeState,
  Readings,
} from './practice-state.ts';
import { createInitialState } from './practice-state.ts';
import type { Segment } from './segment-window.ts';

/** The player's state for rendering: the same object until one of its values changes. */
export type PlayerSnapshot = {
  phase: Phase;
  index: number;
  count: number;
  /** Number of the current repeat in this turn, from 1. */
  round: number;
  /** True during and after a replay of the line in its turn. */
  isReplay?: boolean;
  /** The medium's rate, which can differ from the requested speed. */
  rate: number;
  /** The medium's duration in milliseconds; 0 if unknown. */
  duration: number;
  /** True if Play Segment was pressed before the medium was ready. */
  isPlayRequested?: boolean;
};

export type Player = {
  /** `subscribe` and `getSnapshot` are for `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): PlayerSnapshot;
  /** The medium's position in milliseconds, for a slider that follows it. */
  position(): number;
  /** Plays the current segment from its start, once the medium is ready. */
  playSegment(): void;
  /** In a turn: plays the line once more, optionally slower, and returns to the turn. */
  replay(isSlow: boolean): void;
  /** Stops playback and timers. With endless repeats, the turn follows. */
  stop(): void;
  previous(): void;
  next(): void;
  /** Goes to the next line without a pause: the caller has already waited. */
  advance(): void;
  /** Selects a segment, or restarts the current one. Ignores an index out of range. */
  select(index: number): void;
  /** Selects the segment that contains the position (milliseconds), or the nearest. */
  jumpTo(position: number): void;
  /** Applies settings at once. Only the padding before a segment waits for its next start. */
  setSettings(settings: PracticeSettings): void;
  setVolume(volume: number): void;
  /** Replaces the segments and stops, unless the current one is the same. `hasMoved`: it is, with another start or end. */
  setSegments(segments: readonly Segment[], index: number, hasMoved?: boolean): void;
  destroy(): void;
};

type PlayerOptions = {
  /** The player owns and destroys it. */
  media: Media;
  segments: readonly Segment[];
  settings: PracticeSettings;
  /** The segment to start with; the first by default. */
  index?: number;
  clock?: Clock;
};

/** Runs the practice machine on a medium and a clock. Nothing plays until `playSegment`. */
export function createPlayer({
  media,
  segments,
  settings,
  index = 0,
  clock = browserClock(),
}: PlayerOptions): Player {
  let state = createInitialState(segments, settings, index);
  let snapshot = createSnapshot(state);
  const listeners = createListeners();
  const alarm = createAlarm(clock);
  const queue: PracticeEvent[] = [];
  let isDispatching = false;
  let isDestroyed = false;

  /** A medium can respond to a command synchronously: its event waits until the current step is done. */
  function dispatch(event: PracticeEvent): void {
    queue.push(event);
    if (isDispatching) return;
    isDispatching = true;
    let isTimedStop = false;
    try {
      for (let next = queue.shift(); next && !isDestroyed; next = queue.shift()) {
        const { state: nextState, commands } = step(state, next, takeReadings(media, clock));
        state = nextState;
        for (const command of commands) run(command);
        isTimedStop ||= next.type === 'wake' && commands.some(({ type }) => type === 'pause');
      }
    } finally {
      isDispatching = false;
    }
    publish(isTimedStop);
  }

  function publish(isTimedStop: boolean): void {
    if (isDestroyed || !hasChanged(state, snapshot)) return;
    snapshot = createSnapshot(state);
    // Firefox pauses only at the end of the task that requests it: rendering the turn in the same task would delay it.
    if (isTimedStop) clock.setTimer(() => listeners.notify(), 0);
    else listeners.notify();
  }

  function run(command: Command): void {
    switch (command.type) {
      case 'seek':
        media.seek(command.position);
        break;
      case 'show':
        media.show(command.position);
        break;
      case 'play':
        media.play();
        break;
      case 'pause':
        media.pause();
        break;
      case 'rate':
        media.setRate(command.rate);
        break;
      case 'cancel-wake':
        alarm.cancel();
        break;
      case 'wake':
        alarm.set(
          () => dispatch({ type: 'wake', generation: command.generation }),
          command.delay,
          command.onFrame,
        );
        break;
    }
  }

  /** Dispatches a user action. Browsers unlock media only in a gesture. */
  function dispatchGesture(event: PracticeEvent): void {
    if (isDestroyed) return;
    media.unlock();
    dispatch(event);
  }

  const unsubscribe = media.subscribe(dispatch);
  const unwatchVisibility = clock.onVisibilityChange(() => dispatch({ type: 'visibility' }));

  return {
    subscribe: (listener) => listeners.add(listener),
    getSnapshot: () => snapshot,
    position: () => media.position(),
    playSegment: () => dispatchGesture({ type: 'play-segment' }),
    replay: (isSlow) => dispatchGesture({ type: 'replay', isSlow }),
    stop: () => dispatch({ type: 'stop' }),
    previous: () => dispatchGesture({ type: 'previous' }),
    next: () => dispatchGesture({ type: 'next' }),
    advance: () => dispatch({ type: 'advance' }),
    select: (index) => dispatchGesture({ type: 'select', index }),
    jumpTo: (position) => dispatchGesture({ type: 'jump', position }),
    setVolume: (volume) => media.setVolume(volume),
    setSettings: (settings) => dispatch({ type: 'settings', settings }),
    setSegments: (segments, index, hasMoved = false) =>
      dispatch({ type: 'segments', segments, index, hasMoved }),
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      alarm.cancel();
      unsubscribe();
      unwatchVisibility();
      listeners.clear();
      media.destroy();
    },
  };
}

function takeReadings(media: Media, clock: Clock): Readings {
  return {
    now: clock.now(),
    position: media.position(),
    rate: media.rate(),
    isPlaying: media.isPlaying(),
    isSeeking: media.isSeeking(),
    isHidden: clock.isHidden(),
  };
}

function createSnapshot({
  phase,
  index,
  segments,
  round,
  isReplay,
  rate,
  duration,
  isPlayRequested,
}: PracticeState): PlayerSnapshot {
  return { phase, index, count: segments.length, round, isReplay, rate, duration, isPlayRequested };
}

function hasChanged(state: PracticeState, snapshot: PlayerSnapshot): boolean {
  return (
    state.phase !== snapshot.phase ||
    state.index !== snapshot.index ||
    state.segments.length !== snapshot.count ||
    state.round !== snapshot.round ||
    state.isReplay !== snapshot.isReplay ||
    state.rate !== snapshot.rate ||
    state.duration !== snapshot.duration ||
    state.isPlayRequested !== snapshot.isPlayRequested
  );
}
