import type { SpeechFrames } from '../analyse.ts';
import { findSpokenShare, spokenSeconds } from '../compare/compare.ts';
import { computeFeatures } from '../dtw/features.ts';
import { FRAMES_PER_SECOND } from '../frames/framing.ts';
import { createLiveFrames, type LiveFrame } from '../frames/live-frames.ts';
import { MEL_BANDS } from '../frames/mel.ts';
import { computeMfcc } from '../frames/mfcc.ts';
import { isLouderThanRest } from '../voice-activity/is-louder-than-rest.ts';
import { createVoiceDetector, measureLevel } from '../voice-activity/live-voice-activity.ts';
import { firstWordWait } from './first-word-wait.ts';

export type TurnOptions = {
  /**
   * The expected line: its speech profile, or only its length if the audio is unavailable. Without either, the longest wait
   * applies.
   */
  line?: SpeechFrames;
  lineSeconds?: number;
  /** Seconds added to the wait after speech, for a learner who was cut off earlier. */
  patience?: number;
  /** The learner's voice level in an earlier turn. A much softer voice is assumed to be somebody else's. */
  voiceLevel?: number | null;
};

export type TurnState = {
  phase: 'waiting' | 'speaking' | 'pausing' | 'ended';
  /** Reason for ending the turn: the learner finished, said nothing, or spoke for too long. Null before that. */
  reason: 'finished' | 'silent' | 'too-long' | null;
  /** Seconds from the start of the turn to the speech onset and offset; null before any speech. */
  start: number | null;
  end: number | null;
  /** Seconds until a turn without speech times out, during the last three seconds; otherwise null. */
  countdown: number | null;
  /** Voice level of a finished turn, for {@link TurnOptions.voiceLevel}; null before the end, or without a voice. */
  level: number | null;
  /** True if the turn finished before the end of the line. */
  isPartial?: true;
  /** True if the learner spoke again after the turn finished. */
  hasSpokenOn?: true;
};

/** Maximum length of a turn in seconds, in addition to three times the line's length. */
const MAX_SECONDS = 16;

/** Wait after speech in seconds, by the share of the line spoken so far; interpolated linearly (docs/speech.md). */
const WAITS_BY_SHARE = [
  { share: 0.5, wait: 2.5 },
  { share: 0.8, wait: 1.9 },
  { share: 0.88, wait: 1.8 },
  { share: 0.92, wait: 0.65 },
] as const;
// Maximum ratio of speech rates. A higher ratio means that the alignment is wrong.
const MAX_RATE_RATIO = 2.2;
// Upper limit of a share that is estimated from time, since time alone can't distinguish a slow take from a finished one.
const MAX_SHARE_BY_TIME = 0.88;
// Length of the pause after which the take is compared with the line; the comparison takes milliseconds.
const CHECK_AFTER_S = 0.3;
/** Quantile of a voice's frame levels that defines the voice level. */
const LEVEL_QUANTILE = 0.9;
/** Upper limits for a cough: share of the line's speech, seconds of speech, and seconds of voice. */
const COUGH_SHARE = 0.25;
const COUGH_S = 0.6;
const COUGH_VOICE_S = 0.22;
/**
 * A voice that is more than this many dB below the learner's level counts as music unless it is louder than the rest of the
 * recording.
 */
const SOFT_DB = 3;

/** A turn in progress. */
type TurnDetector = {
  /** Processes a block of audio (16 kHz, any length). After the turn has ended, only detects whether the learner continues. */
  feed: (block: Float32Array) => TurnState;
  /** Returns the speech flags so far, 1 for each frame of speech. */
  speech: () => Uint8Array;
};

/**
 * Detects the end of a learner's turn in blocks of audio (endpointing). A turn ends after a silence that follows speech, after a
 * timeout without speech, or at its maximum length. It never resumes.
 */
export function listenToTurn({
  line,
  lineSeconds,
  patience = 0,
  voiceLevel = null,
}: TurnOptions = {}): TurnDetector {
  const splitFrames = createLiveFrames();
  const detectVoice = createVoiceDetector(voiceLevel);
  const lineFeatures = line && computeFeatures(line);
  const lineLength = line ? spokenSeconds(line.speech) : lineSeconds;
  const mels: Float32Array[] = [];
  const flags: number[] = [];
  const voiceLevels: number[] = [];
  let state: TurnState = INITIAL_STATE;
  let waitSeconds: number | null = null;
  let lineShare = 0;
  let voicedFramesAfter = 0;
  /** Frame at which the wait for the first word started. */
  let silentFrom = 0;

  const countSpeechSeconds = () => flags.reduce((sum, flag) => sum + flag, 0) / FRAMES_PER_SECOND;

  function estimateShare(): number {
    if (lineLength === undefined) return 0;
    if (!lineFeatures) return Math.min(MAX_SHARE_BY_TIME, countSpeechSeconds() / lineLength);
    const mel = new Float32Array(mels.length * MEL_BANDS);
    for (const [frame, levels] of mels.entries()) mel.set(levels, frame * MEL_BANDS);
    const take = computeFeatures({ mfcc: computeMfcc(mel), speech: Uint8Array.from(flags) });
    return Math.min(
      (MAX_RATE_RATIO * countSpeechSeconds()) / lineLength,
      findSpokenShare(take, lineFeatures),
    );
  }

  function isCough(): boolean {
    const maxSpeech = Math.min(COUGH_S, COUGH_SHARE * (lineLength ?? Number.POSITIVE_INFINITY));
    return voiceLevels.length / FRAMES_PER_SECOND < COUGH_VOICE_S && countSpeechSeconds() < maxSpeech;
  }

  /**
   * Returns true if the detected voice is softer than the learner's known level, and no louder than the rest of the recording.
   */
  function isMusic(): boolean {
    const level = quantile(voiceLevels, LEVEL_QUANTILE);
    if (voiceLevel === null || level === null || level > voiceLevel - SOFT_DB) return false;
    return !isLouderThanRest(mels.map(measureLevel), flags);
  }

  function retract(frames: number): void {
    flags.fill(0, flags.length - frames);
    voiceLevels.splice(-frames);
    const last = flags.lastIndexOf(1);
    if (last < 0) state = INITIAL_STATE;
    else state = { ...state, phase: 'pausing', end: (last + 1) / FRAMES_PER_SECOND };
    waitSeconds = null;
  }

  function end(reason: TurnState['reason']): void {
    state = {
      ...state,
      phase: 'ended',
      reason,
      countdown: null,
      level: quantile(voiceLevels, LEVEL_QUANTILE),
    };
  }

  function advance(frame: LiveFrame): void {
    const { speech, voiceLevel: frameLevel, isMaybeSpeech, earlierFrames, retracted } = detectVoice(frame);
    if (frameLevel !== null) voiceLevels.push(frameLevel);
    mels.push(frame.mel);
    flags.push(speech ? 1 : 0);
    const now = flags.length / FRAMES_PER_SECOND;
    if (retracted > 0) retract(retracted + 1);
    if (now >= MAX_SECONDS + 3 * (lineLength ?? 0)) end('too-long');
    else if (speech) {
      flags.fill(1, flags.length - 1 - earlierFrames);
      waitSeconds = null;
      const start = state.start ?? now - (1 + earlierFrames) / FRAMES_PER_SECOND;
      state = { ...INITIAL_STATE, phase: 'speaking', start, end: now };
    } else if (state.end === null) waitForFirstWord(now, isMaybeSpeech);
    else waitForMore(now - state.end, isMaybeSpeech);
  }

  function waitForFirstWord(now: number, isMaybeSpeech: boolean): void {
    const { countdown, hasEnded } = firstWordWait(now - silentFrom / FRAMES_PER_SECOND);
    if (hasEnded && !isMaybeSpeech) end('silent');
    else if (countdown !== state.countdown) state = { ...state, countdown };
  }

  function waitForMore(silence: number, isMaybeSpeech: boolean): void {
    if (state.phase !== 'pausing') state = { ...state, phase: 'pausing' };
    if (waitSeconds === null && silence >= CHECK_AFTER_S) {
      lineShare = estimateShare();
      waitSeconds = isCough() ? WAITS_BY_SHARE[0].wait : interpolateWait(lineShare) + patience;
    }
    if (waitSeconds === null || silence < waitSeconds || isMaybeSpeech) return;
    if (isCough()) {
      // Restarts the wait, because the sound wasn't a word.
      state = INITIAL_STATE;
      silentFrom = flags.length;
      waitSeconds = null;
    } else {
      end('finished');
      if (lineShare < MAX_SHARE_BY_TIME) state = { ...state, isPartial: true };
    }
  }

  function listenAfterEnd(frame: LiveFrame): void {
    if (detectVoice(frame).voiceLevel !== null) voicedFramesAfter++;
    if (voicedFramesAfter / FRAMES_PER_SECOND >= COUGH_VOICE_S && state.reason === 'finished')
      state = { ...state, hasSpokenOn: true };
  }

  return {
    feed(block) {
      for (const frame of splitFrames(block)) {
        if (state.phase !== 'ended') advance(frame);
        else if (!state.hasSpokenOn) listenAfterEnd(frame);
      }
      return state;
    },
    speech: () => (isCough() || isMusic() ? new Uint8Array(flags.length) : Uint8Array.from(flags)),
  };
}

function quantile(values: readonly number[], fraction: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(fraction * (sorted.length - 1))] ?? null;
}

const INITIAL_STATE: TurnState = {
  phase: 'waiting',
  reason: null,
  start: null,
  end: null,
  countdown: null,
  level: null,
};

function interpolateWait(share: number): number {
  const [first] = WAITS_BY_SHARE;
  let from: { share: number; wait: number } = first;
  if (share <= from.share) return from.wait;
  for (const to of WAITS_BY_SHARE) {
    if (share < to.share)
      return from.wait + ((to.wait - from.wait) * (share - from.share)) / (to.share - from.share);
    from = to;
  }
  return from.wait;
}
