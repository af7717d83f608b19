import { MEL_BANDS } from '../frames/mel.ts';
import { findRuns, joinRuns, runsToFlags } from './runs.ts';
import { computeSnr, movingAverage } from './snr.ts';
import { fitTwoStates, measureSeparation, type TwoStates } from './two-states.ts';

// Cost of a transition between speech and pause, as a log likelihood.
const CHANGE_COST = 2;
// Maximum weight of a frame, so that a single click doesn't start speech.
const MAX_FRAME_WEIGHT = 6;
// Minimum distance between the means in a recording with speech.
const MIN_CONTRAST_DB = 3;
// Frames further below the loudest ones than this are breath, even in a very clean recording.
const MAX_DEPTH_DB = 30;
const MAX_CLOSURE_FRAMES = 12;
const MIN_SPEECH_FRAMES = 6;

/** Maximum variance of steady noise, dB²: pauses with music vary more. */
const STEADY_VARIANCE = 1.5;
/** Minimum factor by which removing sustained tones must improve the separation of speech and pauses. */
const MIN_IMPROVEMENT = 1.1;
/** Number of frames to average on either side if there is music: a plucked or struck note is shorter than a syllable. */
const MUSIC_RADIUS = 12;

/**
 * Returns the voice activity of a whole recording: 1 for each frame of speech. Fits two normal distributions to the SNR, for
 * pauses and speech (EM, Dempster et al. 1977), and finds the most likely sequence by Viterbi, like the hidden Markov model of
 * Sohn et al. 1999. Closures of consonants up to 120 ms count as speech. If there is music, uses levels without sustained tones
 * (`unsteady`).
 */
export function detectSpeech(mel: Float32Array, unsteady: () => Float32Array): Uint8Array {
  const model = fitModel(mel, unsteady);
  const { snr } = model;
  if (model.speech.mean - model.pause.mean < MIN_CONTRAST_DB) return new Uint8Array(snr.length);
  const levels = measureLevels(mel);
  const minLevel = findLoudest(levels) - MAX_DEPTH_DB;
  const flags = findLikeliestStates(model).map((flag, frame) =>
    (levels[frame] as number) > minLevel ? flag : 0,
  );
  return runsToFlags(joinRuns(findRuns(flags), MAX_CLOSURE_FRAMES, MIN_SPEECH_FRAMES), snr.length);
}

function fitModel(mel: Float32Array, unsteady: () => Float32Array): TwoStates {
  const plainModel = fitTwoStates(computeSnr(mel));
  if (plainModel.pause.variance <= STEADY_VARIANCE) return plainModel;
  const unsteadyModel = fitTwoStates(computeSnr(unsteady()));
  const hasMusic = measureSeparation(unsteadyModel) > MIN_IMPROVEMENT * measureSeparation(plainModel);
  return hasMusic ? fitTwoStates(movingAverage(unsteadyModel.snr, MUSIC_RADIUS)) : plainModel;
}

/** Returns the level of each frame over all bands, dB. */
function measureLevels(mel: Float32Array): Float32Array {
  return Float32Array.from({ length: mel.length / MEL_BANDS }, (_, frame) => {
    let sum = 0;
    for (let i = frame * MEL_BANDS; i < (frame + 1) * MEL_BANDS; i++) sum += 10 ** ((mel[i] as number) / 10);
    return 10 * Math.log10(sum);
  });
}

function findLoudest(levels: Float32Array): number {
  const sorted = Float32Array.from(levels).sort();
  return sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0;
}

/** Returns the log likelihood ratio. Clamps values outside the two means, where the wider distribution would win otherwise. */
function logRatio(value: number, { pause, speech }: TwoStates): number {
  const forSpeech = -((Math.min(value, speech.mean) - speech.mean) ** 2) / (2 * speech.variance);
  const forPause = -((Math.max(value, pause.mean) - pause.mean) ** 2) / (2 * pause.variance);
  const ratio = forSpeech - forPause - Math.log(speech.variance / pause.variance) / 2;
  return Math.max(-MAX_FRAME_WEIGHT, Math.min(MAX_FRAME_WEIGHT, ratio));
}

function findLikeliestStates(model: TwoStates): Uint8Array {
  const { snr } = model;
  const changed = { pause: new Uint8Array(snr.length), speech: new Uint8Array(snr.length) };
  let pause = 0;
  let speech = 0;
  for (const [frame, value] of snr.entries()) {
    const ratio = logRatio(value, model);
    const stopped = speech - CHANGE_COST > pause;
    const started = pause - CHANGE_COST > speech;
    changed.pause[frame] = stopped ? 1 : 0;
    changed.speech[frame] = started ? 1 : 0;
    [pause, speech] = [
      (stopped ? speech - CHANGE_COST : pause) - ratio / 2,
      (started ? pause - CHANGE_COST : speech) + ratio / 2,
    ];
  }
  const states = new Uint8Array(snr.length);
  let state = speech > pause ? 1 : 0;
  for (let frame = snr.length - 1; frame >= 0; frame--) {
    states[frame] = state;
    if ((state ? changed.speech : changed.pause)[frame]) state = 1 - state;
  }
  return states;
}
