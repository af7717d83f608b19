import {
  awaitData,
  awaitSeek,
  awaitStart,
  beginSegment,
  beginTransition,
  endRound,
  playOn,
  scheduleTurn,
  seekToStart,
  silence,
} from './playback.ts';
import type { Moment, PracticeEvent, PracticeSettings, PracticeState, Step } from './practice-state.ts';
import { enter, enterUntil, isAtWork, preceded, stay } from './practice-state.ts';
import { playWindow, segmentAt } from './segment-window.ts';

/**
 * One step of the practice player: an event and what is read when it comes in, to the next state and the
 * commands to carry out, in order. Pure. An event that means nothing in a phase changes nothing.
 */
export function step(state: PracticeState, event: PracticeEvent, moment: Moment): Step {
  switch (event.type) {
    case 'play-segment':
      return playSegment(state, moment);
    case 'stop':
      return stop(state, moment);
    case 'previous':
      return choose(state, state.index - 1, moment);
    case 'next':
      return choose(state, state.index + 1, moment);
    case 'select':
      return choose(state, event.index, moment);
    case 'jump':
      return choose(state, segmentAt(state.segments, event.position), moment);
    case 'settings':
      return changeSettings(state, event.settings, moment);
    case 'segments': {
      const { segments, index } = event;
      const replaced = { ...state, segments, index: index in segments ? index : 0, round: 1, window: null };
      if (state.phase.name === 'loading' || state.phase.name === 'failed') return stay(replaced);
      return preceded(silence(state), enter({ ...replaced, moving: false }, { name: 'ready' }));
    }
    case 'wake':
      return event.generation === state.generation ? wake(state, moment) : stay(state);
    case 'visibility':
    case 'seeked':
      return readAgain(state, moment);
    case 'ready':
      return mediumReady({ ...state, duration: event.duration }, moment);
    case 'duration':
      return stay({ ...state, duration: event.duration });
    case 'rate':
      return readAgain({ ...state, rate: event.rate }, moment);
    case 'playing':
      return mediumPlaying({ ...state, moving: true }, moment);
    case 'paused':
      return mediumPaused(state, moment);
    case 'buffering':
      return mediumBuffering(state, moment);
    case 'ended':
      return mediumEnded({ ...state, moving: false }, moment);
    case 'blocked':
      return isAtWork(state) ? enter({ ...state, moving: false }, { name: 'blocked' }) : stay(state);
    case 'failed':
      return enter({ ...state, moving: false, wanted: false }, { name: 'failed', code: event.code });
  }
}

function playSegment(state: PracticeState, moment: Moment): Step {
  switch (state.phase.name) {
    case 'loading':
      return stay({ ...state, wanted: true });
    // The delay comes first, and then it plays anyway.
    case 'transition':
    case 'failed':
      return stay(state);
    default:
      return beginSegment(state, moment);
  }
}

/** After a stop nothing plays, and nothing goes on by itself. */
function stop(state: PracticeState, { now }: Moment): Step {
  const { phase } = state;
  if (phase.name === 'loading') return stay({ ...state, wanted: false });
  if (phase.name === 'turn')
    return phase.until === null ? stay(state) : enter(state, { ...phase, until: null });
  if (phase.name !== 'transition' && !isAtWork(state)) return stay(state);
  // Endless repeats have no other way to the turn.
  const heard = phase.name === 'playing' || (isAtWork(state) && state.round > 1);
  const turn = state.settings.repeats === 0 && heard;
  const stopped = { ...state, moving: false };
  return preceded(
    silence(state),
    enter(stopped, turn ? { name: 'turn', since: now, until: null } : { name: 'ready' }),
  );
}

function choose(state: PracticeState, index: number, moment: Moment): Step {
  if (!(index in state.segments)) return stay(state);
  if (state.phase.name === 'loading' || state.phase.name === 'failed') return stay({ ...state, index });
  return index === state.index ? playSegment(state, moment) : beginTransition(state, index, moment);
}

function changeSettings(before: PracticeState, settings: PracticeSettings, moment: Moment): Step {
  let state: PracticeState = { ...before, settings };
  if (state.window) {
    // Where it starts stays as it was: the seek is done or under way.
    const { to } = playWindow(state.segments, state.index, settings);
    state = { ...state, window: { from: state.window.from, to } };
  }
  const { phase } = state;
  const { speed, turn, turn_length } = before.settings;
  if (phase.name === 'turn' && (turn !== settings.turn || turn_length !== settings.turn_length)) {
    return withRate(speed, settings, scheduleTurn(state, phase.since, moment.now));
  }
  return withRate(speed, settings, readAgain(state, moment));
}

function withRate(before: number, { speed }: PracticeSettings, next: Step): Step {
  return before === speed ? next : preceded([{ type: 'rate', rate: speed }], next);
}

function wake(state: PracticeState, moment: Moment): Step {
  const { phase } = state;
  switch (phase.name) {
    case 'transition':
      if (moment.now < phase.until) return enterUntil(state, phase, phase.until - moment.now);
      return beginSegment(state, moment);
    case 'turn':
      if (phase.until === null) return stay(state);
      if (moment.now < phase.until) return enterUntil(state, phase, phase.until - moment.now);
      return choose(state, state.index + 1, moment);
    case 'starting':
      return awaitStart(state, moment);
    case 'buffering':
      if (moment.playing) return mediumPlaying({ ...state, moving: true }, moment);
      return awaitData(state, moment);
    default:
      return readAgain(state, moment);
  }
}

/** Position, rate or visibility may have changed: goes by what is read now. */
function readAgain(state: PracticeState, moment: Moment): Step {
  if (state.phase.name === 'seeking') return awaitSeek(state, moment);
  if (state.phase.name === 'playing') return playOn(state, moment);
  return stay(state);
}

function mediumReady(state: PracticeState, moment: Moment): Step {
  if (state.phase.name !== 'loading' && state.phase.name !== 'failed') return stay(state);
  const next = state.wanted ? beginSegment(state, moment) : enter(state, { name: 'ready' });
  return preceded([{ type: 'rate', rate: state.settings.speed }], next);
}

function mediumPlaying(state: PracticeState, moment: Moment): Step {
  switch (state.phase.name) {
    case 'seeking':
      return awaitSeek(state, moment);
    case 'starting':
    case 'playing':
    case 'buffering':
      return playOn(state, moment);
    case 'blocked':
      return pickUp(state, moment);
    case 'failed':
      return stay(state);
    // A late answer to a play that has been called off, or a key on a headset: it isn't to play now.
    default:
      return { state: { ...state, moving: false }, commands: [{ type: 'pause' }] };
  }
}

/** The person started it by hand: anywhere in the window will do, else back to its start, without a pause
 * that would need the next tap. */
function pickUp(state: PracticeState, moment: Moment): Step {
  const { window } = state;
  const inside = window !== null && window.from <= moment.position && moment.position < window.to;
  return inside ? playOn(state, moment) : seekToStart(state, moment.now, false);
}

function mediumPaused(before: PracticeState, moment: Moment): Step {
  // It was told late, and plays again.
  if (moment.playing) return stay(before);
  const state = { ...before, moving: false };
  // In the other phases it answers a pause of our own.
  const stoppedByOthers = state.phase.name === 'playing' || state.phase.name === 'buffering';
  return stoppedByOthers ? enter(state, { name: 'ready' }) : stay(state);
}

function mediumBuffering(state: PracticeState, moment: Moment): Step {
  const { name } = state.phase;
  return name === 'starting' || name === 'playing' || name === 'blocked'
    ? awaitData(state, moment)
    : stay(state);
}

/** The medium's end counts as the segment's. While seeking it is the end of what played before. */
function mediumEnded(state: PracticeState, moment: Moment): Step {
  return isAtWork(state) && state.phase.name !== 'seeking' ? endRound(state, moment) : stay(state);
}
