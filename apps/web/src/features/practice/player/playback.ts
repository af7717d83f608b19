import { planNextCheck } from '../../../media/alarm.ts';
import type { Command, Phase, PracticeState, Readings, Step } from './practice-state.ts';
import { enter, enterWithTimer, getSpeed, isActive, prependCommands } from './practice-state.ts';
import { computePlayWindow } from './segment-window.ts';

/** Maximum distance to a seek's target at which it counts as done. All constants in milliseconds. */
const NEAR = 200;
const SEEK_TIMEOUT = 1500;
const SEEK_POLL = 50;
const START_TIMEOUT = 2000;
/** Gives a YouTube player time to respond to the preceding pause. */
const START_POLL = 500;
const MIN_SPEED = 0.5;

/** Returns a pause command if the medium plays or is about to. */
export function createPauseCommands(state: PracticeState): Command[] {
  return state.isPlaying || isActive(state) ? [{ type: 'pause' }] : [];
}

export function startTransition(
  state: PracticeState,
  index: number,
  readings: Readings,
  pause: number,
): Step {
  const selected = { ...state, index, round: 1, isReplay: false, window: null };
  if (pause === 0) return startSegment(selected, readings);
  const until = readings.now + pause;
  return prependCommands(
    createPauseCommands(state),
    enterWithTimer({ ...selected, isPlaying: false }, { name: 'transition', until }, pause),
  );
}

export function startSegment(state: PracticeState, readings: Readings): Step {
  const reset = { ...state, isReplay: false, isPlayRequested: false };
  if (!(state.index in state.segments)) return enter(reset, { name: 'ready' });
  if (!state.settings.turn_first) return startRound(reset, 1, readings);
  const next = enterTurn({ ...reset, round: 1, isPlaying: false }, readings.now);
  return prependCommands(createPauseCommands(state), next);
}

/** Factor of a slow replay. Slower speech sounds unnatural. */
const SLOW_FACTOR = 0.75;

/** Replays the line in its turn; {@link endReplay} follows. */
export function startReplay(state: PracticeState, isSlow: boolean, readings: Readings): Step {
  const speed = isSlow ? Math.max(MIN_SPEED, state.settings.speed * SLOW_FACTOR) : state.settings.speed;
  return startRound({ ...state, isReplay: true }, state.round, readings, speed);
}

/** Returns to the turn, which waits for the learner. */
export const endReplay = (state: PracticeState, now: number): Step =>
  prependCommands(
    createPauseCommands(state),
    enter({ ...state, isPlaying: false }, { name: 'turn', since: now, until: null }),
  );

function startRound(
  state: PracticeState,
  round: number,
  readings: Readings,
  speed = getSpeed(state.settings, round),
): Step {
  const window = computePlayWindow(state.segments, state.index, state.settings);
  const started = { ...state, round, window, speed, isPlaying: false };
  const commands = createPauseCommands(state);
  if (speed !== state.speed) commands.push({ type: 'rate', rate: speed });
  // Subtitles can extend past the medium's end: seeking there would play its last instant, or all of it.
  const next = isPastEnd(started)
    ? enterTurn(started, readings.now)
    : seekToStart(started, readings.now, false);
  return prependCommands(commands, next);
}

const isPastEnd = (state: PracticeState): boolean =>
  state.duration > 0 && getWindow(state).from >= state.duration;

/** Seeks to the start of the window. A playing medium continues playing. */
export function seekToStart(state: PracticeState, now: number, isRetry: boolean): Step {
  const { from } = getWindow(state);
  const phase: Phase = { name: 'seeking', deadline: now + SEEK_TIMEOUT, isRetry };
  return prependCommands([{ type: 'seek', position: from }], enterWithTimer(state, phase, SEEK_POLL));
}

/** Plays once the position is close enough. After the timeout, seeks once more, then plays from any position. */
export function awaitSeek(state: PracticeState, readings: Readings): Step {
  const { phase } = state;
  if (phase.name !== 'seeking') throw new Error(`Not seeking but ${phase.name}`);
  const distance = Math.abs(readings.position - getWindow(state).from);
  if (readings.isSeeking || distance > NEAR) {
    if (readings.now < phase.deadline) return enterWithTimer(state, phase, SEEK_POLL);
    // A medium that is still seeking would only restart its seek.
    if (!phase.isRetry && !readings.isSeeking) return seekToStart(state, readings.now, true);
  }
  if (state.isPlaying) return continuePlaying(state, readings);
  const starting: Phase = { name: 'starting', deadline: readings.now + START_TIMEOUT };
  return prependCommands([{ type: 'play' }], enterWithTimer(state, starting, START_POLL));
}

/** Waits for playback to start, by polling: some media send no event. After the timeout, playback counts as blocked. */
export function awaitStart(state: PracticeState, readings: Readings): Step {
  const { phase } = state;
  if (phase.name !== 'starting') throw new Error(`Not starting but ${phase.name}`);
  if (readings.isPlaying) return continuePlaying({ ...state, isPlaying: true }, readings);
  if (readings.now < phase.deadline) return enterWithTimer(state, phase, START_POLL);
  return enter(state, { name: 'blocked' });
}

export const continuePlaying = (state: PracticeState, readings: Readings): Step =>
  checkEnd(state, 'playing', readings);

/** Waits for data. Checks the position as during playback, since some media resume without an event. */
export const awaitData = (state: PracticeState, readings: Readings): Step =>
  checkEnd(state, 'buffering', readings);

/** Stops at the window's end, or waits for it, on the medium's clock and at its rate. */
function checkEnd(state: PracticeState, name: 'playing' | 'buffering', readings: Readings): Step {
  const remaining = (getWindow(state).to - readings.position) / readings.rate;
  if (remaining <= 0) return endRound(state, readings);
  const phase: Phase = state.phase.name === name ? state.phase : { name };
  const { delay, onFrame } = planNextCheck(remaining, readings.isHidden);
  return enterWithTimer(state, phase, delay, onFrame);
}

/** Handles a segment's end: repeats it, or starts the learner's turn. */
export function endRound(state: PracticeState, readings: Readings): Step {
  const { repeats, listen_through } = state.settings;
  if (state.isReplay) return endReplay(state, readings.now);
  if (listen_through) return continueListening(state, readings);
  if (repeats === 0 || state.round < repeats) return startRound(state, state.round + 1, readings);
  return prependCommands(createPauseCommands(state), enterTurn({ ...state, isPlaying: false }, readings.now));
}

/** Continues with the next segment while the medium plays; seeks only if that segment isn't next in time. */
function continueListening(state: PracticeState, readings: Readings): Step {
  const index = state.index + 1;
  if (!(index in state.segments)) return stopListening(state);
  const window = computePlayWindow(state.segments, index, state.settings);
  const next = { ...state, index, round: 1, window };
  if (isPastEnd(next)) return stopListening(state);
  const isInside = window.from <= readings.position && readings.position < window.to;
  return isInside && state.isPlaying
    ? continuePlaying(next, readings)
    : seekToStart(next, readings.now, false);
}

function stopListening(state: PracticeState): Step {
  return prependCommands(
    createPauseCommands(state),
    enter({ ...state, isPlaying: false }, { name: 'ready', isOver: true }),
  );
}

const enterTurn = (state: PracticeState, since: number): Step => scheduleTurn(state, since, since);

/**
 * Schedules the end of the turn that started at `since`, if the settings limit turns and a segment follows. A turn whose end has
 * already passed waits for the learner.
 */
export function scheduleTurn(state: PracticeState, since: number, now: number): Step {
  const { segments, index, settings } = state;
  const segment = segments[index];
  if (settings.turn === 'wait' || !segment || index === segments.length - 1) {
    return enter(state, { name: 'turn', since, until: null });
  }
  const until = since + Math.max(0, segment.end - segment.start) * settings.turn_length;
  if (until < now) return enter(state, { name: 'turn', since, until: null });
  return enterWithTimer(state, { name: 'turn', since, until }, until - now);
}

function getWindow(state: PracticeState) {
  if (!state.window) throw new Error(`No window while ${state.phase.name}`);
  return state.window;
}
