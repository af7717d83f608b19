import type { SpeechFrames } from '../analyse.ts';
import { spokenShare } from '../compare/compare.ts';
import { featuresOf } from '../dtw/features.ts';
import { FRAME, FRAMES_A_SECOND, HOP } from '../frames/framing.ts';
import { MEL_BANDS, melSpectrum } from '../frames/mel.ts';
import { mfccOf } from '../frames/mfcc.ts';
import { liveVoiceActivity } from '../voice-activity/live-voice-activity.ts';

export type TurnOptions = {
  /** The line to be said: its profile, or its length alone where the sound can't be read. Without either the wait is the longest. */
  line?: SpeechFrames;
  lineSeconds?: number;
};

export type TurnState = {
  phase: 'waiting' | 'speaking' | 'pausing' | 'ended';
  /** Why it ended: the learner finished, said nothing, or went on for too long. */
  reason: 'finished' | 'silent' | 'too-long' | null;
  /** Seconds from the start to the first and to the last speech so far; null before any. */
  start: number | null;
  end: number | null;
};

/** Seconds. The wait after speech runs from the longest to the shortest with the share of the line that was said. */
export const WAITS = {
  longest: 1.15,
  shortest: 0.6,
  /** Added in noise, from no contrast down to a quiet room. */
  noise: 0.35,
  /** Without a word. */
  silent: 6,
  /** From the beginning, beside three times the line. */
  most: 12,
};
const QUIET_ROOM_DB = 9;
const ALMOST_ALL = 0.95;
// Nobody says a line in less than this part of its time: where the warping says so, it is wrong.
const FASTEST = 1.35;
// The line's position is looked up once a pause has lasted this long: a comparison costs milliseconds.
const LOOK_S = 0.3;

/**
 * Returns a function that is fed blocks of sound (16 kHz, any length) and says whether the learner's turn has ended
 * (endpointing). Once ended it stays so. Every turn ends: by silence after speech, without any speech, or by its length.
 */
export function endOfTurn({ line, lineSeconds }: TurnOptions = {}): (block: Float32Array) => TurnState {
  const lineFeatures = line && featuresOf(line);
  const seconds = line ? line.speech.reduce((sum, flag) => sum + flag, 0) / FRAMES_A_SECOND : lineSeconds;
  const activity = liveVoiceActivity();
  const writeMel = melSpectrum();
  const mels: Float32Array[] = [];
  const flags: number[] = [];
  let pending = new Float32Array(FRAME - HOP);
  let state: TurnState = { phase: 'waiting', reason: null, start: null, end: null };
  let wait: number | null = null;
  let spoken = 0;

  function share(): number {
    if (seconds === undefined) return 0;
    // Time alone can't tell slow from finished: it shortens the wait by half at most.
    if (!lineFeatures) return Math.min(0.5, (0.5 * spoken) / FRAMES_A_SECOND / seconds);
    if (FASTEST * spoken < ALMOST_ALL * seconds * FRAMES_A_SECOND) return 0;
    const mel = new Float32Array(mels.length * MEL_BANDS);
    for (const [frame, levels] of mels.entries()) mel.set(levels, frame * MEL_BANDS);
    return spokenShare(featuresOf({ mfcc: mfccOf(mel), speech: Uint8Array.from(flags) }), lineFeatures);
  }

  function waitFor(contrast: number): number {
    const said = share();
    const noise = WAITS.noise * Math.max(0, 1 - contrast / QUIET_ROOM_DB);
    return (said >= ALMOST_ALL ? WAITS.shortest : WAITS.longest) + noise;
  }

  function advance(mel: Float32Array): void {
    const { speech, contrast } = activity(mel);
    mels.push(mel);
    flags.push(speech ? 1 : 0);
    const now = mels.length / FRAMES_A_SECOND;
    if (speech) {
      spoken++;
      wait = null;
      state = { phase: 'speaking', reason: null, start: state.start ?? now - 0.04, end: now };
    } else if (state.end === null) {
      if (now >= WAITS.silent) state = { ...state, phase: 'ended', reason: 'silent' };
    } else {
      const silence = now - state.end;
      if (wait === null && silence >= LOOK_S) wait = waitFor(contrast);
      const isOver = wait !== null && silence >= wait;
      state = isOver ? { ...state, phase: 'ended', reason: 'finished' } : { ...state, phase: 'pausing' };
    }
    if (state.phase !== 'ended' && now >= WAITS.most + 3 * (seconds ?? 0)) {
      state = { ...state, phase: 'ended', reason: 'too-long' };
    }
  }

  return (block) => {
    const samples = new Float32Array(pending.length + block.length);
    samples.set(pending);
    samples.set(block, pending.length);
    let at = 0;
    for (; at + FRAME <= samples.length && state.phase !== 'ended'; at += HOP) {
      const mel = new Float32Array(MEL_BANDS);
      writeMel(samples, at + FRAME / 2, mel);
      advance(mel);
    }
    pending = samples.slice(at);
    return state;
  };
}
