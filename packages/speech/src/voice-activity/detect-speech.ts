import { MEL_BANDS } from '../frames/mel.ts';
import { excessOf, meanOver } from './excess.ts';
import { flagsOf, joinRuns, runsOf } from './runs.ts';

// Cost of a change between speech and pause, in log likelihood.
const CHANGE = 2;
// Maximum weight of a frame: one click doesn't start speech.
const STRONGEST = 6;
// Minimum distance of the means: below it the recording holds no speech.
const LEAST_CONTRAST_DB = 3;
// Depth below the loudest frames at which even a very clean recording's frames aren't speech, but breath.
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
 * Voice activity of a whole recording: 1 for each frame of speech. Pause and speech are two normal distributions of the
 * excess over the noise, fitted to the recording (EM, Dempster et al. 1977); the most likely sequence is found by Viterbi,
 * as in Sohn et al. 1999 with a hidden Markov model. Closures of consonants up to 120 ms count as speech. If speech is
 * clearer without held tones (there is music), those are removed: `unsteady` returns the mel levels then.
 */
export function detectSpeech(mel: Float32Array, unsteady: () => Float32Array): Uint8Array {
  const model = modelOf(mel, unsteady);
  const { excess } = model;
  if (model.speech.mean - model.pause.mean < LEAST_CONTRAST_DB) return new Uint8Array(excess.length);
  const levels = levelsOf(mel);
  const least = loudestOf(levels) - DEPTH_DB;
  const flags = likeliestStates(model).map((flag, frame) => ((levels[frame] as number) > least ? flag : 0));
  return flagsOf(joinRuns(runsOf(flags), LONGEST_CLOSURE, SHORTEST_SPEECH), excess.length);
}

function modelOf(mel: Float32Array, unsteady: () => Float32Array): Model {
  const whole = fitTwoStates(excessOf(mel));
  if (whole.pause.variance <= STEADY_VARIANCE) return whole;
  const moving = fitTwoStates(excessOf(unsteady()));
  const hasMusic = clarityOf(moving) > CLEARER * clarityOf(whole);
  return hasMusic ? fitTwoStates(meanOver(moving.excess, STRUCK)) : whole;
}

/** The level of each frame over all bands, dB. */
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

type Normal = { mean: number; variance: number };
type Model = { excess: Float32Array; pause: Normal; speech: Normal };

/** Distance between the two means, in standard deviations. */
const clarityOf = ({ pause, speech }: Model): number =>
  (speech.mean - pause.mean) / Math.sqrt((pause.variance + speech.variance) / 2);

function fitTwoStates(excess: Float32Array): Model {
  const sorted = Float32Array.from(excess).sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const pause = { mean: at(0.1), variance: 4 };
  const speech = { mean: at(0.8), variance: 16 };
  let share = 0.6;
  for (let round = 0; round < 12; round++) {
    const sums = [0, 0, 0, 0, 0, 0] as [number, number, number, number, number, number];
    for (const value of excess) {
      const s = responsibility(value, pause, speech, share);
      sums[0] += 1 - s;
      sums[1] += (1 - s) * value;
      sums[2] += (1 - s) * value * value;
      sums[3] += s;
      sums[4] += s * value;
      sums[5] += s * value * value;
    }
    if (sums[0] < 1 || sums[3] < 1) break;
    pause.mean = sums[1] / sums[0];
    pause.variance = Math.max(1, sums[2] / sums[0] - pause.mean ** 2);
    speech.mean = sums[4] / sums[3];
    speech.variance = Math.max(4, sums[5] / sums[3] - speech.mean ** 2);
    share = Math.min(0.9, Math.max(0.1, sums[3] / excess.length));
  }
  return { excess, pause, speech };
}

function responsibility(value: number, pause: Normal, speech: Normal, share: number): number {
  if (value < pause.mean) return 0;
  if (value > speech.mean) return 1;
  const p = (1 - share) * density(value, pause);
  const s = share * density(value, speech);
  return s / (p + s + 1e-12);
}

const density = (value: number, { mean, variance }: Normal): number =>
  Math.exp(-((value - mean) ** 2) / (2 * variance)) / Math.sqrt(variance);

/** Beyond the two means a value counts like the mean: otherwise the wider distribution would win there. */
function logRatio(value: number, { pause, speech }: Model): number {
  const forSpeech = -((Math.min(value, speech.mean) - speech.mean) ** 2) / (2 * speech.variance);
  const forPause = -((Math.max(value, pause.mean) - pause.mean) ** 2) / (2 * pause.variance);
  const ratio = forSpeech - forPause - Math.log(speech.variance / pause.variance) / 2;
  return Math.max(-STRONGEST, Math.min(STRONGEST, ratio));
}

function likeliestStates(model: Model): Uint8Array {
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
