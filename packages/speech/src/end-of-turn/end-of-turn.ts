import type { SpeechFrames } from '../analyse.ts';
import { spokenSeconds, spokenShare } from '../compare/compare.ts';
import { featuresOf } from '../dtw/features.ts';
import { FRAMES_A_SECOND } from '../frames/framing.ts';
import { type LiveFrame, liveFrames } from '../frames/live-frames.ts';
import { MEL_BANDS } from '../frames/mel.ts';
import { mfccOf } from '../frames/mfcc.ts';
import { levelOf, liveVoiceActivity } from '../voice-activity/live-voice-activity.ts';
import { standsOut } from '../voice-activity/stands-out.ts';

export type TurnOptions = {
  /** The line to say: its profile, or only its length if the sound can't be read. Without either, the longest wait applies. */
  line?: SpeechFrames;
  lineSeconds?: number;
  /** Seconds added to the wait after speech, for a learner who was cut off before. */
  patience?: number;
  /** The learner's level in an earlier turn: a much softer voice is somebody else's. */
  voiceLevel?: number | null;
};

export type TurnState = {
  phase: 'waiting' | 'speaking' | 'pausing' | 'ended';
  /** Reason for the end: the learner finished, said nothing, or continued for too long. */
  reason: 'finished' | 'silent' | 'too-long' | null;
  /** Seconds from the start to the first and to the last speech so far; null before any. */
  start: number | null;
  end: number | null;
  /** Whole seconds until a turn without speech ends; null before the last three, and once somebody speaks. */
  countdown: number | null;
  /** Voice level of a finished turn, for {@link TurnOptions.voiceLevel}; null before that, and without a voice. */
  level: number | null;
  /** True if the turn finished although more of the line was expected. */
  isPartial?: true;
  /** True if the learner spoke again after the turn finished. */
  hasSpokenOn?: true;
};

/** Seconds. */
export const WAITS = {
  /** Wait for speech before the countdown, and during it. */
  silent: 8,
  countdown: 3,
  /** Maximum length from the start, in addition to three times the line. */
  most: 16,
};

/** Wait after speech, seconds, by the share of the line that was said: interpolated between, constant outside (docs/speech.md). */
const WAIT_BY_SHARE = [
  { share: 0.5, wait: 2.5 },
  { share: 0.8, wait: 1.9 },
  { share: 0.88, wait: 1.8 },
  { share: 0.92, wait: 0.65 },
] as const;
// Maximum ratio of speech rates: beyond it, the warping is wrong.
const FASTEST = 2.2;
// Upper limit of a share estimated by time: time alone can't distinguish slow from finished.
const MAX_SHARE_BY_TIME = 0.88;
// Length of a pause after which the position in the line is computed, since a comparison takes milliseconds.
const LOOK_S = 0.3;
/** Share of a voice's frames that are softer than its level. */
const LEVEL_SHARE = 0.9;
/** Limits of a cough: the share of the line's speech, seconds of speech, and seconds of voice. */
const COUGH_SHARE = 0.25;
const COUGH_S = 0.6;
const COUGH_VOICE_S = 0.22;
/** Distance below the learner's level, dB, from which a voice must stand out from the rest: otherwise it is music. */
const SOFT_DB = 3;

/** A turn in progress. */
type TurnEar = {
  /** Takes a block of sound (16 kHz, any length). After the end it only detects whether the learner speaks on. */
  feed: (block: Float32Array) => TurnState;
  /** Returns the speech flags so far, 1 for each frame of speech. */
  speech: () => Uint8Array;
};

/**
 * Returns a function that takes blocks of sound (16 kHz, any length) and returns whether the learner's turn has ended
 * (endpointing). An ended turn stays ended. Every turn ends: by silence after speech, without any speech, or by its length.
 */
export const endOfTurn = (options: TurnOptions = {}): TurnEar['feed'] => listenToTurn(options).feed;

/** {@link endOfTurn}, with the speech flags. */
export function listenToTurn({
  line,
  lineSeconds,
  patience = 0,
  voiceLevel = null,
}: TurnOptions = {}): TurnEar {
  const framesOf = liveFrames();
  const activity = liveVoiceActivity(voiceLevel);
  const lineFeatures = line && featuresOf(line);
  const seconds = line ? spokenSeconds(line.speech) : lineSeconds;
  const mels: Float32Array[] = [];
  const flags: number[] = [];
  const voices: number[] = [];
  let state: TurnState = NOTHING_SAID;
  let wait: number | null = null;
  let share = 0;
  let voicedFramesAfter = 0;
  /** Frame at which the wait for a first word began. */
  let silentFrom = 0;

  const spoken = () => flags.reduce((sum, flag) => sum + flag, 0) / FRAMES_A_SECOND;

  function shareSaid(): number {
    if (seconds === undefined) return 0;
    if (!lineFeatures) return Math.min(MAX_SHARE_BY_TIME, spoken() / seconds);
    const mel = new Float32Array(mels.length * MEL_BANDS);
    for (const [frame, levels] of mels.entries()) mel.set(levels, frame * MEL_BANDS);
    const take = featuresOf({ mfcc: mfccOf(mel), speech: Uint8Array.from(flags) });
    return Math.min((FASTEST * spoken()) / seconds, spokenShare(take, lineFeatures));
  }

  function isCough(): boolean {
    const least = Math.min(COUGH_S, COUGH_SHARE * (seconds ?? Number.POSITIVE_INFINITY));
    return voices.length / FRAMES_A_SECOND < COUGH_VOICE_S && spoken() < least;
  }

  /** Returns true if the learner's level is known, and what was taken for a voice is softer and as loud as the rest. */
  function isMusic(): boolean {
    const level = quantileOf(voices, LEVEL_SHARE);
    if (voiceLevel === null || level === null || level > voiceLevel - SOFT_DB) return false;
    return !standsOut(mels.map(levelOf), flags);
  }

  function forget(frames: number): void {
    flags.fill(0, flags.length - frames);
    voices.splice(-frames);
    const last = flags.lastIndexOf(1);
    if (last < 0) state = NOTHING_SAID;
    else state = { ...state, phase: 'pausing', end: (last + 1) / FRAMES_A_SECOND };
    wait = null;
  }

  function end(reason: TurnState['reason']): void {
    state = { ...state, phase: 'ended', reason, countdown: null, level: quantileOf(voices, LEVEL_SHARE) };
  }

  function advance(frame: LiveFrame): void {
    const { speech, voice, isOpen, since, retracted } = activity(frame);
    if (voice !== null) voices.push(voice);
    mels.push(frame.mel);
    flags.push(speech ? 1 : 0);
    const now = flags.length / FRAMES_A_SECOND;
    if (retracted > 0) forget(retracted + 1);
    if (now >= WAITS.most + 3 * (seconds ?? 0)) end('too-long');
    else if (speech) {
      flags.fill(1, flags.length - 1 - since);
      wait = null;
      const start = state.start ?? now - (1 + since) / FRAMES_A_SECOND;
      state = { ...NOTHING_SAID, phase: 'speaking', start, end: now };
    } else if (state.end === null) awaitWord(now, isOpen);
    else awaitMore(now - state.end, isOpen);
  }

  function awaitWord(now: number, isOpen: boolean): void {
    const left = silentFrom / FRAMES_A_SECOND + WAITS.silent + WAITS.countdown - now;
    const countdown = left <= WAITS.countdown ? Math.max(1, Math.ceil(left)) : null;
    if (left <= 0 && !isOpen) end('silent');
    else if (countdown !== state.countdown) state = { ...state, countdown };
  }

  function awaitMore(silence: number, isOpen: boolean): void {
    if (state.phase !== 'pausing') state = { ...state, phase: 'pausing' };
    if (wait === null && silence >= LOOK_S) {
      share = shareSaid();
      wait = isCough() ? WAIT_BY_SHARE[0].wait : waitFor(share) + patience;
    }
    if (wait === null || silence < wait || isOpen) return;
    if (isCough()) {
      // Store its start: if more follows, it was the first word.
      state = NOTHING_SAID;
      silentFrom = flags.length;
      wait = null;
    } else {
      end('finished');
      if (share < MAX_SHARE_BY_TIME) state = { ...state, isPartial: true };
    }
  }

  function listenOn(frame: LiveFrame): void {
    if (activity(frame).voice !== null) voicedFramesAfter++;
    if (voicedFramesAfter / FRAMES_A_SECOND >= COUGH_VOICE_S && state.reason === 'finished')
      state = { ...state, hasSpokenOn: true };
  }

  return {
    feed(block) {
      for (const frame of framesOf(block)) {
        if (state.phase !== 'ended') advance(frame);
        else if (!state.hasSpokenOn) listenOn(frame);
      }
      return state;
    },
    speech: () => (isCough() || isMusic() ? new Uint8Array(flags.length) : Uint8Array.from(flags)),
  };
}

function quantileOf(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? null;
}

const NOTHING_SAID: TurnState = {
  phase: 'waiting',
  reason: null,
  start: null,
  end: null,
  countdown: null,
  level: null,
};

function waitFor(share: number): number {
  const [first] = WAIT_BY_SHARE;
  let from: { share: number; wait: number } = first;
  if (share <= from.share) return from.wait;
  for (const to of WAIT_BY_SHARE) {
    if (share < to.share)
      return from.wait + ((to.wait - from.wait) * (share - from.share)) / (to.share - from.share);
    from = to;
  }
  return from.wait;
}
