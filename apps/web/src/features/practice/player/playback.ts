import { planNextCheck } from '../../../media/alarm.ts';
import type { Command, Phase, PracticeState, Readings, Step } from './practice-state.ts';
import { enter, enterWithTimer, getSpeed, isActive, withCommandsFirst } from './practice-state.ts';
import { heardWindow } from './segment-window.ts';

/** Maximum distance to the seek target that counts as arrived. All in milliseconds. */
const NEAR = 200;
const SEEK_TIMEOUT = 1500;
const SEEK_POLL = 50;
const START_TIMEOUT = 2000;
/** Long enough for a YouTube player to respond to the preceding pause. */
const START_POLL = 500;
const MIN_SPEED = 0.5;

/** Returns a pause if the medium plays or is about to. */
export function pauseCommands(state: PracticeState): Command[] {
  return state.isPlaying || isActive(state) ? [{ type: 'pause' }] : [];
}

export function startTransition(
  state: PracticeState,
  index: number,
  readings: Readings,
  pause: number,
): Step {
  const chosen = { ...state, index, round: 1, isReplay: false, window: null };
  if (pause === 0) return startSegment(chosen, readings);
  const until = readings.now + pause;
  return withCommandsFirst(
    pauseCommands(state),
    enterWithTimer({ ...chosen, isPlaying: false }, { name: 'transition', until }, pause),
  );
}

/** Plays the current segment from its start, without a delay. */
export function startSegment(state: PracticeState, readings: Readings): Step {
  const fresh = { ...state, isReplay: false, playRequested: false };
  if (!(state.index in state.segments)) return enter(fresh, { name: 'ready' });
  if (!state.settings.turn_first) return startRound(fresh, 1, readings);
  const silent = { ...fresh, round: 1, isPlaying: false };
  return withCommandsFirst(pauseCommands(state), enterTurn(silent, readings.now));
}

/** Below this, speech sounds unnatural. */
const SLOW = 0.75;

/** Replays the line within its turn; {@link endReplay} follows. */
export function startReplay(state: PracticeState, isSlow: boolean, readings: Readings): Step {
  const speed = isSlow ? Math.max(MIN_SPEED, state.settings.speed * SLOW) : state.settings.speed;
  return startRound({ ...state, isReplay: true }, state.round, readings, speed);
}

/** Returns to the turn, which waits for the learner. */
export const endReplay = (state: PracticeState, now: number): Step =>
  withCommandsFirst(
    pauseCommands(state),
    enter({ ...state, isPlaying: false }, { name: 'turn', since: now, until: null }),
  );

function startRound(
  state: PracticeState,
  round: number,
  readings: Readings,
  speed = getSpeed(state.settings, round),
): Step {
  const window = heardWindow(state.segments, state.index, state.settings);
  const started = { ...state, round, window, speed, isPlaying: false };
  const commands = pauseCommands(state);
  if (speed !== state.speed) commands.push({ type: 'rate', rate: speed });
  // Subtitles may extend past the medium's end: seeking there would play its last instant, or all of it.
  const next = isPastEnd(started)
    ? enterTurn(started, readings.now)
    : seekToStart(started, readings.now, false);
  return withCommandsFirst(commands, next);
}

const isPastEnd = (state: PracticeState): boolean =>
  state.duration > 0 && getWindow(state).from >= state.duration;

/** Seeks to the start of the window. A playing medium continues playing. */
export function seekToStart(state: PracticeState, now: number, again: boolean): Step {
  const { from } = getWindow(state);
  const phase: Phase = { name: 'seeking', deadline: now + SEEK_TIMEOUT, again };
  return withCommandsFirst([{ type: 'seek', position: from }], enterWithTimer(state, phase, SEEK_POLL));
}

/** Plays once the position is close enough. After the timeout, seeks once more, then plays from any position. */
export function awaitSeek(state: PracticeState, readings: Readings): Step {
  const { phase } = state;
  if (phase.name !== 'seeking') throw new Error(`Not seeking but ${phase.name}`);
  const distance = Math.abs(readings.position - getWindow(state).from);
  if (readings.seeking || distance > NEAR) {
    if (readings.now < phase.deadline) return enterWithTimer(state, phase, SEEK_POLL);
    // A medium that is still seeking would only start over.
    if (!phase.again && !readings.seeking) return seekToStart(state, readings.now, true);
  }
  if (state.isPlaying) return playOn(state, readings);
  const starting: Phase = { name: 'starting', deadline: readings.now + START_TIMEOUT };
  return withCommandsFirst([{ type: 'play' }], enterWithTimer(state, starting, START_POLL));
}

/** Waits for playback to start. After the timeout it counts as blocked. Polls, since some media send no event. */
export function awaitStart(state: PracticeState, readings: Readings): Step {
  const { phase } = state;
  if (phase.name !== 'starting') throw new Error(`Not starting but ${phase.name}`);
  if (readings.playing) return playOn({ ...state, isPlaying: true }, readings);
  if (readings.now < phase.deadline) return enterWithTimer(state, phase, START_POLL);
  return enter(state, { name: 'blocked' });
}

/** Stops at the window's end, or waits for it, on the medium's clock and at its rate. */
export function playOn(state: PracticeState, readings: Readings): Step {
  const remaining = (getWindow(state).to - readings.position) / readings.rate;
  if (remaining <= 0) return endRound(state, readings);
  const phase: Phase = state.phase.name === 'playing' ? state.phase : { name: 'playing' };
  const { after, frame } = planNextCheck(remaining, readings.hidden);
  return enterWithTimer(state, phase, after, frame);
}

/** Waits for data. Reads the position as during playback, since some media resume without an event. */
export function awaitData(state: PracticeState, readings: Readings): Step {
  const remaining = (getWindow(state).to - readings.position) / readings.rate;
  if (remaining <= 0) return endRound(state, readings);
  const phase: Phase = state.phase.name === 'buffering' ? state.phase : { name: 'buffering' };
  const { after, frame } = planNextCheck(remaining, readings.hidden);
  return enterWithTimer(state, phase, after, frame);
}

/** Handles a segment's end: repeats it, or starts the learner's turn. */
export function endRound(state: PracticeState, readings: Readings): Step {
  const { repeats, listen_through } = state.settings;
  if (state.isReplay) return endReplay(state, readings.now);
  if (listen_through) return listenOn(state, readings);
  if (repeats === 0 || state.round < repeats) return startRound(state, state.round + 1, readings);
  return withCommandsFirst(pauseCommands(state), enterTurn({ ...state, isPlaying: false }, readings.now));
}

/** Continues with the next segment while the medium plays; seeks only if that one isn't ahead. */
function listenOn(state: PracticeState, readings: Readings): Step {
  const index = state.index + 1;
  if (!(index in state.segments)) return stopListening(state);
  const window = heardWindow(state.segments, index, state.settings);
  const next = { ...state, index, round: 1, window };
  if (isPastEnd(next)) return stopListening(state);
  const isWithin = window.from <= readings.position && readings.position < window.to;
  return isWithin && state.isPlaying ? playOn(next, readings) : seekToStart(next, readings.now, false);
}

function stopListening(state: PracticeState): Step {
  return withCommandsFirst(
    pauseCommands(state),
    enter({ ...state, isPlaying: false }, { name: 'ready', isOver: true }),
  );
}

function enterTurn(state: PracticeState, since: number): Step {
  return scheduleTurn(state, since, since);
}

/** Schedules the turn that started at `since`: without a limit, or until the next segment, as the settings say. */
export function scheduleTurn(state: PracticeState, since: number, now: number): Step {
  const { segments, index, settings } = state;
  const segment = segments[index];
  if (settings.turn === 'wait' || !segment || index === segments.length - 1) {
    return enter(state, { name: 'turn', since, until: null });
  }
  const until = since + Math.max(0, segment.end - segment.start) * settings.turn_length;
  return enterWithTimer(state, { name: 'turn', since, until }, until - now);
}

function getWindow(state: PracticeState) {
  if (!state.window) throw new Error(`No window while ${state.phase.name}`);
  return state.window;
}
