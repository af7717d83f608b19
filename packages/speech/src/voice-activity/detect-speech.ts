import { MEL_BANDS } from '../frames/mel.ts';
import { excessOf, meanOver } from './excess.ts';
import { flagsOf, joinRuns, runsOf } from './runs.ts';
import { clarityOf, fitTwoStates, type TwoStates } from './two-states.ts';

// Cost of a change between speech and pause, in log likelihood.
const CHANGE = 2;
// Maximum weight of a frame: one click doesn't start speech.
const MAX_FRAME_WEIGHT = 6;
// Minimum distance of the means: below it the recording contains no speech.
const MIN_CONTRAST_DB = 3;
// Depth below the loudest frames beyond which frames are breath, not speech, even in a very clean recording.
const DEPTH_DB = 30;
const LONGEST_CLOSURE = 12;
const SHORTEST_SPEECH = 6;

/** Variance up to which pauses are steady noise, not music, dB². */
const STEADY_VARIANCE = 1.5;
/** Factor by which removing held tones must make speech clearer to be worth it. */
const CLEARER = 1.1;
/** Frames averaged on either side over music: a struck instrument is shorter than a syllable. */
const STRUCK = 12;

/**
 * Voice activity of a whole recording: 1 for each frame of speech. Pause and speech are two normal distributions of the excess
 * over the noise, fitted to the recording (EM, Dempster et al. 1977); the most likely sequence is found by Viterbi, as in Sohn et
 * al. 1999 with a hidden Markov model. Closures of consonants up to 120 ms count as speech. If speech is clearer without held
 * tones (there is music), those are removed: `unsteady` then provides the mel levels.
 */
export function detectSpeech(mel: Float32Array, unsteady: () => Float32Array): Uint8Array {
  const model = modelOf(mel, unsteady);
  const { excess } = model;
  if (model.speech.mean - model.pause.mean < MIN_CONTRAST_DB) return new Uint8Array(excess.length);
  const levels = levelsOf(mel);
  const least = loudestOf(levels) - DEPTH_DB;
  const flags = likeliestStates(model).map((flag, frame) => ((levels[frame] as number) > least ? flag : 0));
  return flagsOf(joinRuns(runsOf(flags), LONGEST_CLOSURE, SHORTEST_SPEECH), excess.length);
}

function modelOf(mel: Float32Array, unsteady: () => Float32Array): TwoStates {
  const whole = fitTwoStates(excessOf(mel));
  if (whole.pause.variance <= STEADY_VARIANCE) return whole;
  const moving = fitTwoStates(excessOf(unsteady()));
  const hasMusic = clarityOf(moving) > CLEARER * clarityOf(whole);
  return hasMusic ? fitTwoStates(meanOver(moving.excess, STRUCK)) : whole;
}

/** Returns the level of each frame over all bands, dB. */
function levelsOf(mel: Float32Array): Float32Array {
  return Float32Array.from({ length: mel.length / MEL_BANDS }, (_, frame) => {
    let sum = 0;
    for (let i = frame * MEL_BANDS; i < (frame + 1) * MEL_BANDS; i++) sum += 10 ** ((mel[i] as number) / 10);
    return 10 * Math.log10(sum);
  });
}

function loudestOf(levels: Float32Array): number {
  const sorted = Float32Array.from(levels).sort();
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0;
}

/**
 * Returns the log likelihood ratio. Values beyond the two means are clamped to them: otherwise the wider distribution would win
 * there.
 */
function logRatio(value: number, { pause, speech }: TwoStates): number {
  const forSpeech = -((Math.min(value, speech.mean) - speech.mean) ** 2) / (2 * speech.variance);
  const forPause = -((Math.max(value, pause.mean) - pause.mean) ** 2) / (2 * pause.variance);
  const ratio = forSpeech - forPause - Math.log(speech.variance / pause.variance) / 2;
  return Math.max(-MAX_FRAME_WEIGHT, Math.min(MAX_FRAME_WEIGHT, ratio));
}

function likeliestStates(model: TwoStates): Uint8Array {
  const { excess } = model;
  const changed = { pause: new Uint8Array(excess.length), speech: new Uint8Array(excess.length) };
  let pause = 0;
  let speech = 0;
  for (const [frame, value] of excess.entries()) {
    const ratio = logRatio(value, model);
    const stopped = speech - CHANGE > pause;
    const started = pause - CHANGE > speech;
    changed.pause[frame] = stopped ? 1 : 0;
    changed.speech[frame] = started ? 1 : 0;
    [pause, speech] = [
      (stopped ? speech - CHANGE : pause) - ratio / 2,
      (started ? pause - CHANGE : speech) + ratio / 2,
    ];
  }
  const states = new Uint8Array(excess.length);
  let state = speech > pause ? 1 : 0;
  for (let frame = excess.length - 1; frame >= 0; frame--) {
    states[frame] = state;
    if ((state ? changed.speech : changed.pause)[frame]) state = 1 - state;
  }
  return states;
}
