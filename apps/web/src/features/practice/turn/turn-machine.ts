import type { MicrophoneProblem } from '../recording/recorder.ts';
import type { AfterTurn } from '../recording/recording-settings.ts';

/** A sound to play: the take, the original line, one in each ear, or the part of the original that a hint marks. */
export type Sound = 'mine' | 'original' | 'both' | 'marked';

export type TurnPhase =
  /** It isn't the learner's turn, or it isn't recorded. */
  | { name: 'idle' }
  /** Waiting for the browser to open the microphone. */
  | { name: 'opening' }
  | { name: 'recording'; hasVoice: boolean }
  /**
   * The take is being measured. `isOpen`: the microphone is no longer recorded, but still detects whether the learner speaks
   * on.
   */
  | { name: 'processing'; isOpen?: true }
  /** The turn is over and nothing plays. `hasSpeech`: there is a take. */
  | { name: 'ready'; hasSpeech: boolean }
  /** `next` follows automatically. `isRetry`: hands-free, and the line is said again afterwards. */
  | { name: 'playing'; sound: Sound; next: readonly Sound[]; isRetry?: true }
  /** Hands-free: the next line follows after this many milliseconds; null until the take is compared. */
  | { name: 'advancing'; hasSpeech: boolean; after: number | null };

export type TurnState = {
  phase: TurnPhase;
  /** The learner wants to be recorded on this device. */
  records: boolean;
  after: AfterTurn;
  problem: MicrophoneProblem | null;
  /** True if no line follows. */
  isLast: boolean;
  /** Lines in a row without speech: after two, hands-free practice waits. */
  silentLines: number;
  /** Hands-free: the line was played and recorded once more, after a doubtful take. */
  isRetried: boolean;
};

export type TurnEvent =
  | { type: 'settings'; records: boolean; after: AfterTurn }
  /** The learner's turn starts. */
  | { type: 'turn'; isLast: boolean }
  /** The turn was left: for another line, the same line again, or the end of practice. */
  | { type: 'left' }
  | { type: 'again' }
  | { type: 'opened' }
  | { type: 'microphone-problem'; problem: MicrophoneProblem }
  /** Sound arrived from the microphone. `hasVoice`: speech was detected by now. */
  | { type: 'heartbeat'; hasVoice: boolean }
  /** The engine detected the end of the turn, or the learner pressed the main key. `isPartial`: more may follow. */
  | { type: 'done'; isPartial?: true }
  /** `hasSpokenOn`: the turn ended too early. */
  | { type: 'processed'; hasSpeech: boolean; hasSpokenOn?: true }
  /** The take was compared. `isOtherLine`: it sounded like something else. */
  | { type: 'compared'; hasHint: boolean; isOtherLine: boolean }
  /** Plays sounds. Without any, playback and a pending auto-advance are stopped. */
  | { type: 'listen'; sounds: readonly Sound[] }
  | { type: 'sound-over' }
  /** The video has ended; the event may arrive late, when another sound is already playing. */
  | { type: 'video-over' }
  /** The video is about to play sound. */
  | { type: 'silence' }
  | { type: 'alarm' };

export type TurnCommand =
  | { type: 'open-microphone' }
  /** Stops immediately: no track is live afterwards. The recording is dropped unless it is saved. */
  | { type: 'close-microphone'; isSaved: boolean }
  /** Saves the recording; the microphone stays open. */
  | { type: 'finish-recording' }
  | { type: 'play'; sound: Sound }
  | { type: 'stop-sound' }
  | { type: 'go-on' }
  /** Replaces the previous alarm; null cancels it. */
  | { type: 'alarm'; after: number | null };

export type TurnStep = { state: TurnState; commands: TurnCommand[] };

/** Milliseconds: the permission prompt may stay unanswered, a device may send nothing, a recording may never arrive. */
const OPENING_MS = 30_000;
const HEARTBEAT_MS = 4000;
const PROCESSING_TIMEOUT_MS = 10_000;
const ADVANCE_MS = 1500;
/** Long enough to read a hint. */
const ADVANCE_WITH_HINT_MS = 3000;
const COMPARISON_TIMEOUT_MS = 3000;
const MAX_SILENT_LINES = 2;

export const initialTurn = (records: boolean, after: AfterTurn): TurnState => ({
  phase: { name: 'idle' },
  records,
  after,
  problem: null,
  isLast: false,
  silentLines: 0,
  isRetried: false,
});

const enter = (
  state: TurnState,
  phase: TurnPhase,
  alarm: number | null,
  ...first: TurnCommand[]
): TurnStep => ({
  state: { ...state, phase },
  commands: [...first, { type: 'alarm', after: alarm }],
});

const unchanged = (state: TurnState): TurnStep => ({ state, commands: [] });

/**
 * One step of the recorded turn: returns the next state, and the commands to run in order. Pure. In any case the microphone is
 * closed before anything plays, one sound plays at a time, and every turn ends.
 */
export function stepTurn(state: TurnState, event: TurnEvent): TurnStep {
  const step = nextStep(state, event);
  if (!listensOn(state.phase) || listensOn(step.state.phase)) return step;
  return { ...step, commands: [{ type: 'close-microphone', isSaved: false }, ...step.commands] };
}

const listensOn = (phase: TurnPhase) => phase.name === 'processing' && phase.isOpen === true;

function nextStep(state: TurnState, event: TurnEvent): TurnStep {
  const { phase } = state;
  switch (event.type) {
    case 'settings': {
      const { records, after } = event;
      const changed = { ...state, records, after, ...(records && !state.records && { problem: null }) };
      if (!records && (phase.name === 'opening' || phase.name === 'recording'))
        return enter(changed, { name: 'idle' }, null, { type: 'close-microphone', isSaved: false });
      return records ? unchanged(changed) : stopListeningOn(changed);
    }
    case 'turn':
      return start({ ...state, isLast: event.isLast, isRetried: false });
    case 'again':
      return start({ ...state, problem: null });
    case 'left':
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
      if (phase.name !== 'recording') return stopListeningOn(state);
      return event.isPartial
        ? enter(state, { name: 'processing', isOpen: true }, PROCESSING_TIMEOUT_MS, {
            type: 'finish-recording',
          })
        : enter(state, { name: 'processing' }, PROCESSING_TIMEOUT_MS, {
            type: 'close-microphone',
            isSaved: true,
          });
    case 'processed':
      return phase.name === 'processing' ? afterTake(state, event) : unchanged(state);
    case 'compared':
      return afterComparison(state, event);
    case 'listen':
      return phase.name === 'ready' ||
        phase.name === 'playing' ||
        (phase.name === 'advancing' && (phase.hasSpeech || event.sounds.length === 0))
        ? listen(state, event.sounds)
        : unchanged(state);
    case 'video-over':
      return phase.name === 'playing' && phase.sound === 'original'
        ? stepTurn(state, { type: 'sound-over' })
        : unchanged(state);
    case 'sound-over':
      return phase.name === 'playing' ? afterSound(state, phase) : unchanged(state);
    case 'silence':
      return yieldAudio(state);
    case 'alarm':
      return onAlarm(state);
  }
}

/** Stops all playback and recording. Speech so far is saved. */
function stopAll(phase: TurnPhase): TurnCommand[] {
  if (phase.name === 'opening' || phase.name === 'recording')
    return [{ type: 'close-microphone', isSaved: phase.name === 'recording' && phase.hasVoice }];
  return phase.name === 'playing' ? [{ type: 'stop-sound' }] : [];
}

function start(state: TurnState): TurnStep {
  if (!state.records || state.problem) return enter(state, { name: 'idle' }, null, ...stopAll(state.phase));
  return enter(state, { name: 'opening' }, OPENING_MS, ...stopAll(state.phase), { type: 'open-microphone' });
}

const fail = (state: TurnState, problem: MicrophoneProblem): TurnStep =>
  enter({ ...state, problem }, { name: 'idle' }, null, { type: 'close-microphone', isSaved: false });

const stopListeningOn = (state: TurnState): TurnStep =>
  listensOn(state.phase) ? enter(state, { name: 'processing' }, PROCESSING_TIMEOUT_MS) : unchanged(state);

/** Enters the phase after processing: the take is ready, or nothing was said. Nothing plays while the learner speaks on. */
function afterTake(
  before: TurnState,
  { hasSpeech, hasSpokenOn }: Pick<Extract<TurnEvent, { type: 'processed' }>, 'hasSpeech' | 'hasSpokenOn'>,
): TurnStep {
  if (before.after === 'go-on' && !hasSpeech && !before.isRetried) return retry(before);
  const state = { ...before, silentLines: hasSpeech ? 0 : before.silentLines + 1 };
  if (state.after === 'go-on' && !state.isLast && state.silentLines < MAX_SILENT_LINES) {
    return hasSpeech
      ? enter(state, { name: 'advancing', hasSpeech, after: null }, COMPARISON_TIMEOUT_MS)
      : enter(state, { name: 'advancing', hasSpeech, after: ADVANCE_MS }, ADVANCE_MS);
  }
  const ready = { ...state, phase: { name: 'ready', hasSpeech } as const };
  if (!hasSpeech || hasSpokenOn || state.after === 'wait' || state.after === 'go-on')
    return enter(ready, ready.phase, null);
  return listen(ready, state.after === 'mine' ? ['mine'] : ['original', 'mine']);
}

/** Hands-free: a doubtful take gets a second turn; after that, the next line follows in any case. */
function afterComparison(
  state: TurnState,
  { hasHint, isOtherLine }: Extract<TurnEvent, { type: 'compared' }>,
): TurnStep {
  const { phase } = state;
  const isAdvancing = phase.name === 'advancing' && phase.after === null;
  const isLastReady = state.after === 'go-on' && state.isLast && phase.name === 'ready';
  if (isOtherLine && !state.isRetried && (isAdvancing || isLastReady)) return retry(state);
  if (!isAdvancing) return unchanged(state);
  const after = hasHint ? ADVANCE_WITH_HINT_MS : ADVANCE_MS;
  return enter(state, { ...phase, after }, after);
}

/** Plays the original once more; the learner's turn follows. */
const retry = (state: TurnState): TurnStep =>
  enter(
    { ...state, isRetried: true },
    { name: 'playing', sound: 'original', next: [], isRetry: true },
    null,
    {
      type: 'play',
      sound: 'original',
    },
  );

const afterSound = (
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
  // The sound reports its own end.
  return enter(state, { name: 'playing', sound, next }, null, ...before, { type: 'play', sound });
}

/** Yields audio to the video: as the original of this turn, or because the learner plays a line. */
function yieldAudio(state: TurnState): TurnStep {
  const { phase } = state;
  if (phase.name === 'playing' && phase.sound === 'original') return unchanged(state);
  if (phase.name === 'playing')
    return enter(state, { name: 'ready', hasSpeech: true }, null, ...stopAll(phase));
  return phase.name === 'opening' || phase.name === 'recording'
    ? enter(state, { name: 'idle' }, null, ...stopAll(phase))
    : stopListeningOn(state);
}

function onAlarm(state: TurnState): TurnStep {
  switch (state.phase.name) {
    case 'opening':
      return fail(state, 'unanswered');
    case 'recording':
      return fail(state, 'busy');
    case 'processing':
      return afterTake(state, { hasSpeech: false });
    case 'advancing':
      return enter(state, { name: 'ready', hasSpeech: state.phase.hasSpeech }, null, { type: 'go-on' });
    default:
      return unchanged(state);
  }
}
