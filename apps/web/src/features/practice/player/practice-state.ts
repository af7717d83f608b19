import type { PlayerSettings } from '@sayback/contract';
import type { MediaEvent, MediaFailure } from '../../../media/media.ts';
import type { PlayWindow, Segment } from './segment-window.ts';

/** Player settings that the state machine uses. */
export type PracticeSettings = Pick<
  PlayerSettings,
  | 'speed'
  | 'speed_ladder'
  | 'repeats'
  | 'turn'
  | 'turn_length'
  | 'listen_through'
  | 'line_pause'
  | 'sound_delay'
  | 'padding_before'
  | 'padding_after'
  | 'padding_overlaps'
> & {
  /** True if each line starts with the learner's turn: it plays only on request. */
  turn_first?: boolean;
};

/** Points in time (`since`, `until`, `deadline`) are milliseconds on the player's clock. */
export type Phase =
  /** The medium isn't ready. */
  | { name: 'loading' }
  /** Nothing plays until Play Segment. `isOver`: the learner has listened through to the last segment. */
  | { name: 'ready'; isOver?: true }
  /** Another segment was chosen; it plays after the delay. */
  | { name: 'transition'; until: number }
  | { name: 'seeking'; deadline: number; isRetry: boolean }
  /** Play was called, but nothing plays yet. */
  | { name: 'starting'; deadline: number }
  | { name: 'playing' }
  | { name: 'buffering' }
  /** The learner's turn. The next segment follows at `until`; null waits for the learner. */
  | { name: 'turn'; since: number; until: number | null }
  /** The browser requires a tap on the medium. */
  | { name: 'blocked' }
  | { name: 'failed'; code: MediaFailure };

export type PracticeState = {
  segments: readonly Segment[];
  settings: PracticeSettings;
  phase: Phase;
  /** Position in `segments`; 0 when there are none. */
  index: number;
  /** Number of the current repeat in this turn, from 1. */
  round: number;
  /** True during and after a replay of the line in its turn. */
  isReplay: boolean;
  /** The rate that was last set. */
  speed: number;
  /** The medium's rate as last reported. */
  rate: number;
  /** Milliseconds; 0 if unknown. */
  duration: number;
  /** The range to play for the current segment; null before its first play. */
  window: PlayWindow | null;
  /** According to the medium's last event and the commands since then. */
  isPlaying: boolean;
  /** Play Segment was pressed before the medium was ready. */
  isPlayRequested: boolean;
  /** Generation of the pending wake; wakes of other generations are outdated. */
  generation: number;
};

export type PracticeEvent =
  | MediaEvent
  | { type: 'play-segment' }
  /** In a turn: plays the line once more, then the turn continues. */
  | { type: 'replay'; isSlow: boolean }
  | { type: 'stop' }
  | { type: 'previous' }
  | { type: 'next' }
  /** Like `next`, without the pause before the line. */
  | { type: 'advance' }
  | { type: 'select'; index: number }
  | { type: 'jump'; position: number }
  | { type: 'settings'; settings: PracticeSettings }
  /** `hasMoved`: the segment at the index is still the same one, with other ends. */
  | { type: 'segments'; segments: readonly Segment[]; index: number; hasMoved: boolean }
  | { type: 'visibility' }
  | { type: 'wake'; generation: number };

/** Readings taken when an event arrives. Milliseconds: `now` on the player's clock, `position` on the medium's. */
export type Readings = {
  now: number;
  position: number;
  rate: number;
  isPlaying: boolean;
  isSeeking: boolean;
  /** True if the page isn't visible, and so gets no animation frames. */
  isHidden: boolean;
};

export type Command =
  | { type: 'seek'; position: number }
  /** Shows the picture at a position, without playing. */
  | { type: 'show'; position: number }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'rate'; rate: number }
  /** Replaces the previous wake. With `onFrame` it comes at the next animation frame, if that is first. */
  | { type: 'wake'; generation: number; delay: number; onFrame: boolean }
  | { type: 'cancel-wake' };

export type Step = { state: PracticeState; commands: Command[] };

export function createInitialState(
  segments: readonly Segment[],
  settings: PracticeSettings,
  index: number,
): PracticeState {
  return {
    segments,
    settings,
    phase: { name: 'loading' },
    index: index in segments ? index : 0,
    round: 1,
    isReplay: false,
    speed: getSpeed(settings, 1),
    rate: settings.speed,
    duration: 0,
    window: null,
    isPlaying: false,
    isPlayRequested: false,
    generation: 0,
  };
}

/** Returns the speed of a segment's round, from 1. */
export const getSpeed = ({ listen_through, speed_ladder, speed }: PracticeSettings, round: number): number =>
  listen_through ? speed : (speed_ladder[round - 1] ?? speed);

const ACTIVE: ReadonlySet<Phase['name']> = new Set([
  'seeking',
  'starting',
  'playing',
  'buffering',
  'blocked',
]);

/** True if the medium plays or is about to. */
export function isActive({ phase }: PracticeState): boolean {
  return ACTIVE.has(phase.name);
}

export function withoutCommands(state: PracticeState): Step {
  return { state, commands: [] };
}

/** Enters a phase that only an event can end. */
export function enter(state: PracticeState, phase: Phase): Step {
  return {
    state: { ...state, phase, generation: state.generation + 1 },
    commands: [{ type: 'cancel-wake' }],
  };
}

/** Enters a phase, or stays in it, with a wake after `delay` milliseconds. */
export function enterWithTimer(state: PracticeState, phase: Phase, delay: number, onFrame = false): Step {
  const generation = state.generation + 1;
  return {
    state: { ...state, phase, generation },
    commands: [{ type: 'wake', generation, delay: Math.max(0, delay), onFrame }],
  };
}

export function prependCommands(commands: Command[], step: Step): Step {
  return { state: step.state, commands: [...commands, ...step.commands] };
}

const BUSY = new Set<Phase['name']>(['transition', 'seeking', 'starting', 'playing', 'buffering']);

/** True if there is something to stop, including a turn with a time limit. */
export const isBusy = (phase: Phase): boolean =>
  phase.name === 'turn' ? phase.until !== null : BUSY.has(phase.name);
