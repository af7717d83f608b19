import {
  awaitData,
  awaitSeek,
  awaitStart,
  continuePlaying,
  createPauseCommands,
  endReplay,
  endRound,
  scheduleTurn,
  seekToStart,
  startReplay,
  startSegment,
  startTransition,
} from './playback.ts';
import type {
  Command,
  PracticeEvent,
  PracticeSettings,
  PracticeState,
  Readings,
  Step,
} from './practice-state.ts';
import {
  enter,
  enterWithTimer,
  getSpeed,
  isActive,
  prependCommands,
  withoutCommands,
} from './practice-state.ts';
import { computePlayWindow, findSegmentIndex } from './segment-window.ts';

/**
 * Returns the player's next state and the commands to run, in order, for an event and the readings taken when it arrived. Pure.
 * Ignores events that are irrelevant in the current phase.
 */
export function step(state: PracticeState, event: PracticeEvent, readings: Readings): Step {
  switch (event.type) {
    case 'play-segment':
      return playSegment(state, readings);
    case 'replay':
      return state.phase.name === 'turn' || (state.isReplay && isActive(state))
        ? startReplay(state, event.isSlow, readings)
        : withoutCommands(state);
    case 'stop':
      return stop(state, readings);
    case 'previous':
      return select(state, state.index - 1, readings);
    case 'next':
      return select(state, state.index + 1, readings);
    case 'advance':
      return select(state, state.index + 1, readings, 0);
    case 'select':
      return select(state, event.index, readings);
    case 'jump':
      return select(state, findSegmentIndex(state.segments, event.position), readings);
    case 'settings':
      return changeSettings(state, event.settings, readings);
    case 'segments': {
      const { segments, index, hasMoved } = event;
      const line = segments[index];
      const isInTurn = state.phase.name === 'turn' || state.isReplay;
      // Continue if the learner's line is the same, or only its start and end moved in its turn.
      if (index === state.index && line && (line === state.segments[index] || (hasMoved && isInTurn)))
        return withoutCommands({ ...state, segments });
      const reset = { round: 1, isReplay: false, window: null };
      const replaced = { ...state, ...reset, segments, index: index in segments ? index : 0 };
      if (state.phase.name === 'loading' || state.phase.name === 'failed') return withoutCommands(replaced);
      return prependCommands(
        createPauseCommands(state),
        enter({ ...replaced, isPlaying: false }, { name: 'ready' }),
      );
    }
    case 'wake':
      return event.generation === state.generation ? handleWake(state, readings) : withoutCommands(state);
    case 'visibility':
    case 'seeked':
      return refresh(state, readings);
    case 'ready':
      return handleReady({ ...state, duration: event.duration }, readings);
    case 'duration':
      return withoutCommands({ ...state, duration: event.duration });
    case 'rate':
      return refresh({ ...state, rate: event.rate }, readings);
    case 'playing':
      return handlePlaying({ ...state, isPlaying: true }, readings);
    case 'paused':
      return handlePaused(state, readings);
    case 'buffering':
      return handleBuffering(state, readings);
    case 'ended':
      return handleEnded({ ...state, isPlaying: false }, readings);
    case 'blocked':
      return isActive(state)
        ? enter({ ...state, isPlaying: false }, { name: 'blocked' })
        : withoutCommands(state);
    case 'failed':
      return enter(
        { ...state, isPlaying: false, isPlayRequested: false },
        { name: 'failed', code: event.code },
      );
  }
}

function playSegment(state: PracticeState, readings: Readings): Step {
  switch (state.phase.name) {
    case 'loading':
      return withoutCommands({ ...state, isPlayRequested: true });
    // After its delay, a transition plays the segment.
    case 'transition':
    case 'failed':
      return withoutCommands(state);
    default:
      return startSegment(state, readings);
  }
}

function stop(state: PracticeState, { now }: Readings): Step {
  const { phase } = state;
  if (phase.name === 'loading') return withoutCommands({ ...state, isPlayRequested: false });
  if (phase.name === 'turn')
    return phase.until === null ? withoutCommands(state) : enter(state, { ...phase, until: null });
  if (phase.name !== 'transition' && !isActive(state)) return withoutCommands(state);
  if (state.isReplay) return endReplay(state, now);
  // With endless repeats, only a stop starts the turn.
  const hasPlayed = phase.name === 'playing' || (isActive(state) && state.round > 1);
  const startsTurn = state.settings.repeats === 0 && !state.settings.listen_through && hasPlayed;
  const stopped = { ...state, isPlaying: false };
  return prependCommands(
    createPauseCommands(state),
    enter(stopped, startsTurn ? { name: 'turn', since: now, until: null } : { name: 'ready' }),
  );
}

function select(
  state: PracticeState,
  index: number,
  readings: Readings,
  pause = state.settings.line_pause,
): Step {
  if (!(index in state.segments)) return withoutCommands(state);
  if (state.phase.name === 'loading' || state.phase.name === 'failed')
    return withoutCommands({ ...state, index });
  return index === state.index
    ? playSegment(state, readings)
    : startTransition(state, index, readings, pause);
}

function changeSettings(before: PracticeState, settings: PracticeSettings, readings: Readings): Step {
  let state: PracticeState = { ...before, settings };
  if (state.window) {
    // Keep the start: the seek to it is done or in progress.
    const { to } = computePlayWindow(state.segments, state.index, settings);
    state = { ...state, window: { from: state.window.from, to } };
  }
  const { phase } = state;
  const { turn, turn_length } = before.settings;
  state.speed = getSpeed(settings, state.round);
  const next =
    phase.name === 'turn' && (turn !== settings.turn || turn_length !== settings.turn_length)
      ? scheduleTurn(state, phase.since, readings.now)
      : refresh(state, readings);
  return state.speed === before.speed ? next : prependCommands([{ type: 'rate', rate: state.speed }], next);
}

function handleWake(state: PracticeState, readings: Readings): Step {
  const { phase } = state;
  switch (phase.name) {
    case 'transition':
      if (readings.now < phase.until) return enterWithTimer(state, phase, phase.until - readings.now);
      return startSegment(state, readings);
    case 'turn':
      if (phase.until === null) return withoutCommands(state);
      if (readings.now < phase.until) return enterWithTimer(state, phase, phase.until - readings.now);
      return select(state, state.index + 1, readings);
    case 'starting':
      return awaitStart(state, readings);
    case 'buffering':
      if (readings.isPlaying) return handlePlaying({ ...state, isPlaying: true }, readings);
      return awaitData(state, readings);
    default:
      return refresh(state, readings);
  }
}

/** Continues with new readings: the position, rate or visibility can have changed. */
function refresh(state: PracticeState, readings: Readings): Step {
  if (state.phase.name === 'seeking') return awaitSeek(state, readings);
  if (state.phase.name === 'playing') return continuePlaying(state, readings);
  return withoutCommands(state);
}

function handleReady(state: PracticeState, readings: Readings): Step {
  if (state.phase.name !== 'loading' && state.phase.name !== 'failed') return withoutCommands(state);
  const speed = getSpeed(state.settings, 1);
  const rate: Command = { type: 'rate', rate: speed };
  if (state.isPlayRequested) return prependCommands([rate], startSegment({ ...state, speed }, readings));
  const segment = state.segments[state.index];
  // At the first segment, the video's own thumbnail stays.
  const isResumed = segment && state.index > 0 && !(state.duration > 0 && segment.start >= state.duration);
  const show: Command[] = isResumed ? [{ type: 'show', position: Math.max(0, segment.start) }] : [];
  // In this order, since a cued YouTube video would play at the usual rate.
  return prependCommands([...show, rate], enter({ ...state, speed }, { name: 'ready' }));
}

function handlePlaying(state: PracticeState, readings: Readings): Step {
  switch (state.phase.name) {
    case 'seeking':
      return awaitSeek(state, readings);
    case 'starting':
    case 'playing':
    case 'buffering':
      return continuePlaying(state, readings);
    case 'blocked':
      return resume(state, readings);
    case 'failed':
      return withoutCommands(state);
    // A late response to a cancelled play, or a headset key.
    default:
      return { state: { ...state, isPlaying: false }, commands: [{ type: 'pause' }] };
  }
}

/**
 * Resumes after the learner started the medium with a tap. Outside the window, seeks to its start without a pause, which would
 * require another tap.
 */
function resume(state: PracticeState, readings: Readings): Step {
  const { window } = state;
  const isInside = window !== null && window.from <= readings.position && readings.position < window.to;
  return isInside ? continuePlaying(state, readings) : seekToStart(state, readings.now, false);
}

function handlePaused(before: PracticeState, readings: Readings): Step {
  // The event is late: the medium is playing again.
  if (readings.isPlaying) return withoutCommands(before);
  const state = { ...before, isPlaying: false };
  // In other phases, the player itself has paused it.
  const isExternalPause = state.phase.name === 'playing' || state.phase.name === 'buffering';
  return isExternalPause ? enter(state, { name: 'ready' }) : withoutCommands(state);
}

function handleBuffering(state: PracticeState, readings: Readings): Step {
  const { name } = state.phase;
  return name === 'starting' || name === 'playing' || name === 'blocked'
    ? awaitData(state, readings)
    : withoutCommands(state);
}

/** Treats the medium's end as the segment's end, except during a seek: then it comes from the previous playback. */
function handleEnded(state: PracticeState, readings: Readings): Step {
  return isActive(state) && state.phase.name !== 'seeking'
    ? endRound(state, readings)
    : withoutCommands(state);
}
