import type { MicrophoneProblem } from '../recording/recorder.ts';
import type { AfterTurn } from '../recording/recording-settings.ts';

/** A sound to play: the take, the original, both in stereo, or the part of the original that a hint marks. */
export type Sound = 'mine' | 'original' | 'both' | 'marked';

export type TurnPhase =
  /** It isn't the learner's turn, or it isn't recorded. */
  | { name: 'idle' }
  /** Waiting for the browser to open the microphone. */
  | { name: 'opening' }
  | { name: 'recording'; hasVoice: boolean }
  /**
   * The take is being measured. `isOpen`: the microphone isn't recorded any more, but still detects whether the learner
   * continues to speak.
   */
  | { name: 'processing'; isOpen?: true }
  /** The turn is over and nothing plays. `hasSpeech`: there is a take. */
  | { name: 'ready'; hasSpeech: boolean }
  /** `next` follows automatically. `isRetry`: hands-free, a second turn follows. */
  | { name: 'playing'; sound: Sound; next: readonly Sound[]; isRetry?: true }
  /** Hands-free: the next line follows after `delay` milliseconds; null until the take is compared. */
  | { name: 'advancing'; hasSpeech: boolean; delay: number | null };

export type TurnState = {
  phase: TurnPhase;
  /** True if the learner has enabled recording on this device. */
  isRecordingOn: boolean;
  after: AfterTurn;
  problem: MicrophoneProblem | null;
  /** True if no line follows. */
  isLast: boolean;
  /** Consecutive lines without speech: after two, hands-free practice waits. */
  silentLines: number;
  /** True once the line had its second turn, hands-free, after a doubtful take. */
  isRetried: boolean;
};

export type TurnEvent =
  | { type: 'settings'; isRecordingOn: boolean; after: AfterTurn }
  /** The learner's turn starts. `isBlocked`: its recording waits for `again`. */
  | { type: 'turn'; isLast: boolean; isBlocked?: true }
  /** The turn ends early: for another line, the same line again, or the end of practice. */
  | { type: 'leave' }
  | { type: 'again' }
  | { type: 'opened' }
  | { type: 'microphone-problem'; problem: MicrophoneProblem }
  /** The microphone sent sound. `hasVoice`: speech has been detected in this turn. */
  | { type: 'heartbeat'; hasVoice: boolean }
  /** The engine detected the end of the turn, or the learner ended it. `isPartial`: more speech could follow. */
  | { type: 'done'; isPartial?: true }
  /** The take is measured. `hasSpokenOn`: the turn ended too early. */
  | { type: 'processed'; hasSpeech: boolean; hasSpokenOn?: true }
  /** The take is compared. `isOtherLine`: it sounded like something else. */
  | { type: 'compared'; hasHint: boolean; isOtherLine: boolean }
  /** Plays sounds. An empty list stops playback and a pending auto-advance. */
  | { type: 'listen'; sounds: readonly Sound[] }
  | { type: 'sound-ended' }
  /** The video has stopped. This event can arrive while another sound is already playing. */
  | { type: 'video-ended' }
  /** The video is about to play. */
  | { type: 'yield-audio' }
  | { type: 'timeout' };

export type TurnCommand =
  | { type: 'open-microphone' }
  /** Stops all tracks immediately. The recording is dropped unless `isSaved`. */
  | { type: 'close-microphone'; isSaved: boolean }
  /** Saves the recording; the microphone stays open. */
  | { type: 'finish-recording' }
  | { type: 'play'; sound: Sound }
  | { type: 'stop-sound' }
  | { type: 'advance' }
  /** Sets the timer that sends `timeout`, in milliseconds; null cancels it. */
  | { type: 'set-timer'; delay: number | null };

type TurnStep = { state: TurnState; commands: TurnCommand[] };

/** Timeouts in milliseconds: for the permission prompt, for silence of the device, and for measuring a recording. */
const OPENING_MS = 30_000;
const HEARTBEAT_MS = 4000;
const PROCESSING_TIMEOUT_MS = 10_000;
const ADVANCE_MS = 1500;
/** Gives time to read a hint. */
const ADVANCE_WITH_HINT_MS = 3000;
const COMPARISON_TIMEOUT_MS = 3000;
const MAX_SILENT_LINES = 2;

export const createTurnState = (isRecordingOn: boolean, after: AfterTurn): TurnState => ({
  phase: { name: 'idle' },
  isRecordingOn,
  after,
  problem: null,
  isLast: false,
  silentLines: 0,
  isRetried: false,
});

const enter = (
  state: TurnState,
  phase: TurnPhase,
  timeout: number | null,
  ...leading: TurnCommand[]
): TurnStep => ({
  state: { ...state, phase },
  commands: [...leading, { type: 'set-timer', delay: timeout }],
});

const unchanged = (state: TurnState): TurnStep => ({ state, commands: [] });

/**
 * Returns the next state of the recorded turn, and the commands to run in order. Pure. The microphone is always closed before
 * playback, one sound plays at a time, and every turn ends.
 */
export function stepTurn(state: TurnState, event: TurnEvent): TurnStep {
  const step = handleEvent(state, event);
  if (!isListening(state.phase) || isListening(step.state.phase)) return step;
  return { ...step, commands: [{ type: 'close-microphone', isSaved: false }, ...step.commands] };
}

const isListening = (phase: TurnPhase) => phase.name === 'processing' && phase.isOpen === true;

function handleEvent(state: TurnState, event: TurnEvent): TurnStep {
  const { phase } = state;
  switch (event.type) {
    case 'settings': {
      const { isRecordingOn, after } = event;
      const changed = {
        ...state,
        isRecordingOn,
        after,
        ...(isRecordingOn && !state.isRecordingOn && { problem: null }),
      };
      if (!isRecordingOn && (phase.name === 'opening' || phase.name === 'recording'))
        return enter(changed, { name: 'idle' }, null, { type: 'close-microphone', isSaved: false });
      return isRecordingOn ? unchanged(changed) : stopListening(changed);
    }
    case 'turn': {
      const turn = { ...state, isLast: event.isLast, isRetried: false };
      return event.isBlocked ? enter(turn, { name: 'idle' }, null, ...stopAll(phase)) : start(turn);
    }
    case 'again':
      return start({ ...state, problem: null });
    case 'leave':
      return enter(state, { name: 'idle' }, null, ...stopAll(phase));
    case 'opened':
      return phase.name === 'opening'
        ? enter(state, { name: 'recording', hasVoice: false }, HEARTBEAT_MS)
        : unchanged(state);
    case 'heartbeat':
      return phase.name === 'recording'
        ? enter(state, { ...phase, hasVoice: event.hasVoice }, HEARTBEAT_MS)
        : unchanged(state);
    case 'microphone-problem':
      return phase.name === 'opening' || phase.name === 'recording'
        ? fail(state, event.problem)
        : unchanged(state);
    case 'done':
      if (phase.name === 'opening')
        return enter(state, { name: 'ready', hasSpeech: false }, null, ...stopAll(phase));
      if (phase.name !== 'recording') return stopListening(state);
      return event.isPartial
        ? enter(state, { name: 'processing', isOpen: true }, PROCESSING_TIMEOUT_MS, {
            type: 'finish-recording',
          })
        : enter(state, { name: 'processing' }, PROCESSING_TIMEOUT_MS, {
            type: 'close-microphone',
            isSaved: true,
          });
    case 'processed':
      return phase.name === 'processing' ? handleTake(state, event) : unchanged(state);
    case 'compared':
      return handleComparison(state, event);
    case 'listen':
      return phase.name === 'ready' ||
        phase.name === 'playing' ||
        // The turn was left with a result, for the settings or a replay.
        (phase.name === 'idle' && event.sounds.length > 0) ||
        (phase.name === 'advancing' && (phase.hasSpeech || event.sounds.length === 0))
        ? listen(state, event.sounds)
        : unchanged(state);
    case 'video-ended':
      return phase.name === 'playing' && phase.sound === 'original'
        ? stepTurn(state, { type: 'sound-ended' })
        : unchanged(state);
    case 'sound-ended':
      return phase.name === 'playing' ? handleSoundEnd(state, phase) : unchanged(state);
    case 'yield-audio':
      return yieldAudio(state);
    case 'timeout':
      return handleTimeout(state);
  }
}

/** Returns commands that stop playback and recording. Speech is saved. */
function stopAll(phase: TurnPhase): TurnCommand[] {
  if (phase.name === 'opening' || phase.name === 'recording')
    return [{ type: 'close-microphone', isSaved: phase.name === 'recording' && phase.hasVoice }];
  return phase.name === 'playing' ? [{ type: 'stop-sound' }] : [];
}

function start(state: TurnState): TurnStep {
  if (!state.isRecordingOn || state.problem)
    return enter(state, { name: 'idle' }, null, ...stopAll(state.phase));
  return enter(state, { name: 'opening' }, OPENING_MS, ...stopAll(state.phase), { type: 'open-microphone' });
}

const fail = (state: TurnState, problem: MicrophoneProblem): TurnStep =>
  enter({ ...state, problem }, { name: 'idle' }, null, { type: 'close-microphone', isSaved: false });

const stopListening = (state: TurnState): TurnStep =>
  isListening(state.phase) ? enter(state, { name: 'processing' }, PROCESSING_TIMEOUT_MS) : unchanged(state);

/** Handles the measured take. Nothing plays while the learner continues to speak. */
function handleTake(
  before: TurnState,
  { hasSpeech, hasSpokenOn }: Pick<Extract<TurnEvent, { type: 'processed' }>, 'hasSpeech' | 'hasSpokenOn'>,
): TurnStep {
  if (before.after === 'go-on' && !hasSpeech && !before.isRetried) return retry(before);
  const state = { ...before, silentLines: hasSpeech ? 0 : before.silentLines + 1 };
  if (state.after === 'go-on' && !state.isLast && state.silentLines < MAX_SILENT_LINES) {
    return hasSpeech
      ? enter(state, { name: 'advancing', hasSpeech, delay: null }, COMPARISON_TIMEOUT_MS)
      : enter(state, { name: 'advancing', hasSpeech, delay: ADVANCE_MS }, ADVANCE_MS);
  }
  const ready = { ...state, phase: { name: 'ready', hasSpeech } as const };
  if (!hasSpeech || hasSpokenOn || state.after === 'wait' || state.after === 'go-on')
    return enter(ready, ready.phase, null);
  return listen(ready, state.after === 'mine' ? ['mine'] : ['original', 'mine']);
}

/** Hands-free: a doubtful take gets one second turn, otherwise the next line follows. */
function handleComparison(
  state: TurnState,
  { hasHint, isOtherLine }: Extract<TurnEvent, { type: 'compared' }>,
): TurnStep {
  const { phase } = state;
  const isAdvancing = phase.name === 'advancing' && phase.delay === null;
  const isLastReady = state.after === 'go-on' && state.isLast && phase.name === 'ready';
  if (isOtherLine && !state.isRetried && (isAdvancing || isLastReady)) return retry(state);
  if (!isAdvancing) return unchanged(state);
  const delay = hasHint ? ADVANCE_WITH_HINT_MS : ADVANCE_MS;
  return enter(state, { ...phase, delay }, delay);
}

/** Plays the original once more, before a second turn. */
const retry = (state: TurnState): TurnStep =>
  enter(
    { ...state, isRetried: true },
    { name: 'playing', sound: 'original', next: [], isRetry: true },
    null,
    { type: 'play', sound: 'original' },
  );

const handleSoundEnd = (
  state: TurnState,
  { next, isRetry }: Extract<TurnPhase, { name: 'playing' }>,
): TurnStep => {
  const ready = { ...state, phase: { name: 'ready', hasSpeech: true } as const };
  return isRetry ? start(ready) : listen(ready, next);
};

/** Plays the first sound and queues the others. */
function listen(state: TurnState, [sound, ...next]: readonly Sound[]): TurnStep {
  const before = stopAll(state.phase);
  if (!sound) {
    const hasSpeech = state.phase.name !== 'advancing' || state.phase.hasSpeech;
    return enter(state, { name: 'ready', hasSpeech }, null, ...before);
  }
  // No timeout: the sound reports its end.
  return enter(state, { name: 'playing', sound, next }, null, ...before, { type: 'play', sound });
}

/** Yields audio to the video, unless the video plays as this turn's original. */
function yieldAudio(state: TurnState): TurnStep {
  const { phase } = state;
  if (phase.name === 'playing' && phase.sound === 'original') return unchanged(state);
  if (phase.name === 'playing')
    return enter(state, { name: 'ready', hasSpeech: true }, null, ...stopAll(phase));
  return phase.name === 'opening' || phase.name === 'recording'
    ? enter(state, { name: 'idle' }, null, ...stopAll(phase))
    : stopListening(state);
}

function handleTimeout(state: TurnState): TurnStep {
  switch (state.phase.name) {
    case 'opening':
      return fail(state, 'unanswered');
    case 'recording':
      return fail(state, 'busy');
    case 'processing':
      return handleTake(state, { hasSpeech: false });
    case 'advancing':
      return enter(state, { name: 'ready', hasSpeech: state.phase.hasSpeech }, null, { type: 'advance' });
    default:
      return unchanged(state);
  }
}
