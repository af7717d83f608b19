import {
  awaitData,
  awaitSeek,
  awaitStart,
  endReplay,
  endRound,
  pauseCommands,
  playOn,
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
import { enter, enterWithTimer, getSpeed, isActive, noChange, withCommandsFirst } from './practice-state.ts';
import { heardWindow, segmentAt } from './segment-window.ts';

/**
 * One step of the practice player: returns the next state and the commands to run, in order, for an event and the readings
 * taken when it arrived. Pure. An event that is irrelevant in the current phase changes nothing.
 */
export function step(state: PracticeState, event: PracticeEvent, readings: Readings): Step {
  switch (event.type) {
    case 'play-segment':
      return playSegment(state, readings);
    case 'replay':
      return state.phase.name === 'turn' || (state.isReplay && isActive(state))
        ? startReplay(state, event.isSlow, readings)
        : noChange(state);
    case 'stop':
      return stop(state, readings);
    case 'previous':
      return choose(state, state.index - 1, readings);
    case 'next':
      return choose(state, state.index + 1, readings);
    case 'go-on':
      return choose(state, state.index + 1, readings, 0);
    case 'select':
      return choose(state, event.index, readings);
    case 'jump':
      return choose(state, segmentAt(state.segments, event.position), readings);
    case 'settings':
      return changeSettings(state, event.settings, readings);
    case 'segments': {
      const { segments, index, hasMoved } = event;
      const line = segments[index];
      const isInTurn = state.phase.name === 'turn' || state.isReplay;
      // The learner's line is unchanged, or only its ends moved in its turn: continue.
      if (index === state.index && line && (line === state.segments[index] || (hasMoved && isInTurn)))
        return noChange({ ...state, segments });
      const first = { round: 1, isReplay: false, window: null };
      const replaced = { ...state, ...first, segments, index: index in segments ? index : 0 };
      if (state.phase.name === 'loading' || state.phase.name === 'failed') return noChange(replaced);
      return withCommandsFirst(
        pauseCommands(state),
        enter({ ...replaced, isPlaying: false }, { name: 'ready' }),
      );
    }
    case 'wake':
      return event.generation === state.generation ? wake(state, readings) : noChange(state);
    case 'visibility':
    case 'seeked':
      return readAgain(state, readings);
    case 'ready':
      return mediumReady({ ...state, duration: event.duration }, readings);
    case 'duration':
      return noChange({ ...state, duration: event.duration });
    case 'rate':
      return readAgain({ ...state, rate: event.rate }, readings);
    case 'playing':
      return mediumPlaying({ ...state, isPlaying: true }, readings);
    case 'paused':
      return mediumPaused(state, readings);
    case 'buffering':
      return mediumBuffering(state, readings);
    case 'ended':
      return mediumEnded({ ...state, isPlaying: false }, readings);
    case 'blocked':
      return isActive(state) ? enter({ ...state, isPlaying: false }, { name: 'blocked' }) : noChange(state);
    case 'failed':
      return enter(
        { ...state, isPlaying: false, playRequested: false },
        { name: 'failed', code: event.code },
      );
  }
}

function playSegment(state: PracticeState, readings: Readings): Step {
  switch (state.phase.name) {
    case 'loading':
      return noChange({ ...state, playRequested: true });
    // It plays after the delay anyway.
    case 'transition':
    case 'failed':
      return noChange(state);
    default:
      return startSegment(state, readings);
  }
}

function stop(state: PracticeState, { now }: Readings): Step {
  const { phase } = state;
  if (phase.name === 'loading') return noChange({ ...state, playRequested: false });
  if (phase.name === 'turn')
    return phase.until === null ? noChange(state) : enter(state, { ...phase, until: null });
  if (phase.name !== 'transition' && !isActive(state)) return noChange(state);
  if (state.isReplay) return endReplay(state, now);
  // With endless repeats, only a stop leads to the turn.
  const heard = phase.name === 'playing' || (isActive(state) && state.round > 1);
  const turn = state.settings.repeats === 0 && !state.settings.listen_through && heard;
  const stopped = { ...state, isPlaying: false };
  return withCommandsFirst(
    pauseCommands(state),
    enter(stopped, turn ? { name: 'turn', since: now, until: null } : { name: 'ready' }),
  );
}

function choose(
  state: PracticeState,
  index: number,
  readings: Readings,
  pause = state.settings.line_pause,
): Step {
  if (!(index in state.segments)) return noChange(state);
  if (state.phase.name === 'loading' || state.phase.name === 'failed') return noChange({ ...state, index });
  return index === state.index
    ? playSegment(state, readings)
    : startTransition(state, index, readings, pause);
}

function changeSettings(before: PracticeState, settings: PracticeSettings, readings: Readings): Step {
  let state: PracticeState = { ...before, settings };
  if (state.window) {
    // The start is unchanged: the seek is done or in progress.
    const { to } = heardWindow(state.segments, state.index, settings);
    state = { ...state, window: { from: state.window.from, to } };
  }
  const { phase } = state;
  const { turn, turn_length } = before.settings;
  state.speed = getSpeed(settings, state.round);
  const next =
    phase.name === 'turn' && (turn !== settings.turn || turn_length !== settings.turn_length)
      ? scheduleTurn(state, phase.since, readings.now)
      : readAgain(state, readings);
  return state.speed === before.speed ? next : withCommandsFirst([{ type: 'rate', rate: state.speed }], next);
}

function wake(state: PracticeState, readings: Readings): Step {
  const { phase } = state;
  switch (phase.name) {
    case 'transition':
      if (readings.now < phase.until) return enterWithTimer(state, phase, phase.until - readings.now);
      return startSegment(state, readings);
    case 'turn':
      if (phase.until === null) return noChange(state);
      if (readings.now < phase.until) return enterWithTimer(state, phase, phase.until - readings.now);
      return choose(state, state.index + 1, readings);
    case 'starting':
      return awaitStart(state, readings);
    case 'buffering':
      if (readings.playing) return mediumPlaying({ ...state, isPlaying: true }, readings);
      return awaitData(state, readings);
    default:
      return readAgain(state, readings);
  }
}

/** Re-reads the medium: position, rate or visibility may have changed. */
function readAgain(state: PracticeState, readings: Readings): Step {
  if (state.phase.name === 'seeking') return awaitSeek(state, readings);
  if (state.phase.name === 'playing') return playOn(state, readings);
  return noChange(state);
}

function mediumReady(state: PracticeState, readings: Readings): Step {
  if (state.phase.name !== 'loading' && state.phase.name !== 'failed') return noChange(state);
  const speed = getSpeed(state.settings, 1);
  const rate: Command = { type: 'rate', rate: speed };
  if (state.playRequested) return withCommandsFirst([rate], startSegment({ ...state, speed }, readings));
  const segment = state.segments[state.index];
  // The first segment keeps the video's own thumbnail.
  const isResumed = segment && state.index > 0 && !(state.duration > 0 && segment.start >= state.duration);
  const resumed: Command[] = isResumed ? [{ type: 'show', position: Math.max(0, segment.start) }] : [];
  // In this order, since a cued YouTube video would play at the usual rate.
  return withCommandsFirst([...resumed, rate], enter({ ...state, speed }, { name: 'ready' }));
}

function mediumPlaying(state: PracticeState, readings: Readings): Step {
  switch (state.phase.name) {
    case 'seeking':
      return awaitSeek(state, readings);
    case 'starting':
    case 'playing':
    case 'buffering':
      return playOn(state, readings);
    case 'blocked':
      return pickUp(state, readings);
    case 'failed':
      return noChange(state);
    // A late response to a cancelled play, or a headset key: it must not play now.
    default:
      return { state: { ...state, isPlaying: false }, commands: [{ type: 'pause' }] };
  }
}

/**
 * Resumes after the learner started the medium with a tap: continues anywhere in the window, or seeks to its start without a
 * pause, which would need another tap.
 */
function pickUp(state: PracticeState, readings: Readings): Step {
  const { window } = state;
  const inside = window !== null && window.from <= readings.position && readings.position < window.to;
  return inside ? playOn(state, readings) : seekToStart(state, readings.now, false);
}

function mediumPaused(before: PracticeState, readings: Readings): Step {
  // The event is late: the medium is playing again.
  if (readings.playing) return noChange(before);
  const state = { ...before, isPlaying: false };
  // In other phases it is caused by our own pause.
  const stoppedByOthers = state.phase.name === 'playing' || state.phase.name === 'buffering';
  return stoppedByOthers ? enter(state, { name: 'ready' }) : noChange(state);
}

function mediumBuffering(state: PracticeState, readings: Readings): Step {
  const { name } = state.phase;
  return name === 'starting' || name === 'playing' || name === 'blocked'
    ? awaitData(state, readings)
    : noChange(state);
}

/** Treats the medium's end as the segment's end. During a seek, it is the end of what played before. */
function mediumEnded(state: PracticeState, readings: Readings): Step {
  return isActive(state) && state.phase.name !== 'seeking' ? endRound(state, readings) : noChange(state);
}
