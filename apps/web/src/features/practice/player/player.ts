import { createAlarm } from '../../../media/alarm.ts';
import type { Clock } from '../../../media/clock.ts';
import { browserClock } from '../../../media/clock.ts';
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
import { initialState } from './practice-state.ts';
import type { Segment } from './segment-window.ts';

/** The player's state for rendering. The same object unless something in it changes. */
export type PlayerSnapshot = {
  phase: Phase;
  index: number;
  count: number;
  /** Number of the current repeat in this turn, from 1. */
  round: number;
  /** True during and after a replay of the line within the turn. */
  isReplay?: boolean;
  /** The medium's rate, which may differ from the speed that was set. */
  rate: number;
  /** The medium's duration in milliseconds; 0 if unknown. */
  duration: number;
  /** True if Play Segment was pressed before the medium was ready. */
  playRequested?: boolean;
};

export type Player = {
  /** For `useSyncExternalStore`, as is `getSnapshot`. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): PlayerSnapshot;
  /** The medium's position in milliseconds, for a slider that follows it. */
  position(): number;
  /** Plays the current segment from its start; before the medium is ready, as soon as it is. */
  playSegment(): void;
  /** In a turn: plays the line once more, optionally slower, and returns to the turn. */
  replay(isSlow: boolean): void;
  /** Stops playback and timers. With endless repeats, the turn follows. */
  stop(): void;
  previous(): void;
  next(): void;
  /** Goes to the next line without a pause, since the caller has already waited. */
  goOn(): void;
  /** Selects a segment; the current one is replayed. Out of range does nothing. */
  select(index: number): void;
  /** Selects the segment that contains the position (milliseconds), or the nearest. */
  jumpTo(position: number): void;
  /** Applies settings at once, also while a segment plays; only the padding before waits for the next start. */
  setSettings(settings: PracticeSettings): void;
  setVolume(volume: number): void;
  /** Sets another list of segments for the same medium, and stops. */
  setSegments(segments: readonly Segment[], index: number, hasMoved?: boolean): void;
  destroy(): void;
};

export type PlayerOptions = {
  /** Owned by the player from now on. */
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
  let state = initialState(segments, settings, index);
  let snapshot = view(state);
  const listeners = createListeners();
  const alarm = createAlarm(clock);
  const waiting: PracticeEvent[] = [];
  let isDispatching = false;
  let destroyed = false;

  /** A medium may respond to a command synchronously: its event waits until the current step is done. */
  function dispatch(event: PracticeEvent): void {
    waiting.push(event);
    if (isDispatching) return;
    isDispatching = true;
    let isTimedStop = false;
    try {
      for (let next = waiting.shift(); next && !destroyed; next = waiting.shift()) {
        const { state: reached, commands } = step(state, next, readings(media, clock));
        state = reached;
        for (const command of commands) carryOut(command);
        isTimedStop ||= next.type === 'wake' && commands.some(({ type }) => type === 'pause');
      }
    } finally {
      isDispatching = false;
    }
    publish(isTimedStop);
  }

  function publish(isTimedStop: boolean): void {
    if (destroyed || !differs(state, snapshot)) return;
    snapshot = view(state);
    // Firefox pauses only at the end of the task that requests it: rendering the turn in the same task would delay it.
    if (isTimedStop) clock.setTimer(() => listeners.notify(), 0);
    else listeners.notify();
  }

  function carryOut(command: Command): void {
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
          command.after,
          command.frame,
        );
        break;
    }
  }

  /** For user actions: browsers unlock media only within a gesture. */
  function gesture(event: PracticeEvent): void {
    if (destroyed) return;
    media.unlock();
    dispatch(event);
  }

  const unsubscribe = media.subscribe(dispatch);
  const unwatch = clock.onVisibilityChange(() => dispatch({ type: 'visibility' }));

  return {
    subscribe: (listener) => listeners.add(listener),
    getSnapshot: () => snapshot,
    position: () => media.position(),
    playSegment: () => gesture({ type: 'play-segment' }),
    replay: (isSlow) => gesture({ type: 'replay', isSlow }),
    stop: () => dispatch({ type: 'stop' }),
    previous: () => gesture({ type: 'previous' }),
    next: () => gesture({ type: 'next' }),
    goOn: () => dispatch({ type: 'go-on' }),
    select: (index) => gesture({ type: 'select', index }),
    jumpTo: (position) => gesture({ type: 'jump', position }),
    setVolume: (volume) => media.setVolume(volume),
    setSettings: (settings) => dispatch({ type: 'settings', settings }),
    setSegments: (segments, index, hasMoved = false) =>
      dispatch({ type: 'segments', segments, index, hasMoved }),
    destroy() {
      if (destroyed) return;
      destroyed = true;
      alarm.cancel();
      unsubscribe();
      unwatch();
      listeners.clear();
      media.destroy();
    },
  };
}

function readings(media: Media, clock: Clock): Readings {
  return {
    now: clock.now(),
    position: media.position(),
    rate: media.rate(),
    playing: media.isPlaying(),
    seeking: media.isSeeking(),
    hidden: clock.isHidden(),
  };
}

function view({
  phase,
  index,
  segments,
  round,
  isReplay,
  rate,
  duration,
  playRequested,
}: PracticeState): PlayerSnapshot {
  return { phase, index, count: segments.length, round, isReplay, rate, duration, playRequested };
}

function differs(state: PracticeState, snapshot: PlayerSnapshot): boolean {
  return (
    state.phase !== snapshot.phase ||
    state.index !== snapshot.index ||
    state.segments.length !== snapshot.count ||
    state.round !== snapshot.round ||
    state.isReplay !== snapshot.isReplay ||
    state.rate !== snapshot.rate ||
    state.duration !== snapshot.duration ||
    state.playRequested !== snapshot.playRequested
  );
}
