import { COEFFICIENTS } from '../frames/mfcc.ts';

/** Features for comparing two voices: one unit vector per frame, and the sound's frame that each comes from. */
export type Features = { vectors: Float32Array; frames: Uint32Array };

const DELTA_REACH = 2;
const DELTA_WEIGHT = 0.7;
// Higher coefficients describe the voice more than the word. Dividing each by its spread instead loses a fifth of the lines that
// can be distinguished across synthesisers.
const WEIGHTS = Float64Array.from({ length: COEFFICIENTS }, (_, c) => 1 / Math.sqrt(1 + 0.3 * c));
/** Length of a vector: coefficients and their slopes. */
export const DIMENSIONS = 2 * COEFFICIENTS;
// Frames kept of a pause, so that a stop in the sound remains one.
export const KEPT_PAUSE = 4;

/**
 * Converts the speech of a sound to unit vectors: MFCC without their mean over the speech (cepstral mean normalisation, Atal
 * 1974: removes the microphone and much of the voice), the higher ones weighted less, with slopes over 50 ms (Furui 1986). Pauses
 * are cut to 80 ms: their length says nothing about the words. Whitened, each is divided by its spread: worse for distinguishing
 * lines, better for finding omissions (docs/speech.md).
 */
export function featuresOf(
  { mfcc, speech }: { mfcc: Float32Array; speech: Uint8Array },
  { whitened = false } = {},
): Features {
  const frames = selectFrames(speech);
  const vectors = new Float32Array(frames.length * DIMENSIONS);
  const { mean, spread } = statisticsOf(mfcc, speech);
  const weights = whitened ? spread.map((value) => 1 / value) : WEIGHTS;
  const slopeWeight = whitened ? 2 * DELTA_WEIGHT : DELTA_WEIGHT;
  const at = (frame: number, c: number): number =>
    ((mfcc[frame * COEFFICIENTS + c] as number) - (mean[c] as number)) * (weights[c] as number);
  const last = mfcc.length / COEFFICIENTS - 1;
  for (const [index, frame] of frames.entries()) {
    const start = index * DIMENSIONS;
    const before = Math.max(0, frame - DELTA_REACH);
    const after = Math.min(last, frame + DELTA_REACH);
    let squares = 0;
    for (let c = 0; c < COEFFICIENTS; c++) {
      const value = at(frame, c);
      const slope = slopeWeight * (at(after, c) - at(before, c)) * 0.5;
      vectors[start + c] = value;
      vectors[start + COEFFICIENTS + c] = slope;
      squares += value * value + slope * slope;
    }
    const length = Math.sqrt(squares) || 1;
    for (let i = start; i < start + DIMENSIONS; i++) vectors[i] = (vectors[i] as number) / length;
  }
  return { vectors, frames };
}

function selectFrames(speech: Uint8Array): Uint32Array {
  const first = speech.indexOf(1);
  const last = speech.lastIndexOf(1);
  const frames: number[] = [];
  for (let frame = first; first >= 0 && frame <= last; frame++) {
    const near = speech.subarray(Math.max(0, frame - KEPT_PAUSE), frame + KEPT_PAUSE + 1);
    if (near.includes(1)) frames.push(frame);
  }
  return Uint32Array.from(frames);
}

function statisticsOf(mfcc: Float32Array, speech: Uint8Array): { mean: Float64Array; spread: Float64Array } {
  const sum = new Float64Array(COEFFICIENTS);
  const squares = new Float64Array(COEFFICIENTS);
  let count = 0;
  for (let frame = 0; frame < speech.length; frame++) {
    if (!speech[frame]) continue;
    count++;
    for (let c = 0; c < COEFFICIENTS; c++) {
      const value = mfcc[frame * COEFFICIENTS + c] as number;
      sum[c] = (sum[c] as number) + value;
      squares[c] = (squares[c] as number) + value * value;
    }
  }
  const mean = sum.map((value) => value / Math.max(1, count));
  const spread = squares.map((value, c) =>
    Math.sqrt(Math.max(1, value / Math.max(1, count) - (mean[c] as number) ** 2)),
  );
  return { mean, spread };
}

/** Cosine distance of two vectors: 0 for the same direction, 2 for opposite ones. */
export function distance(a: Float32Array, i: number, b: Float32Array, j: number): number {
  const from = i * DIMENSIONS;
  const shift = j * DIMENSIONS - from;
  // Separate sums of coefficients and slopes, so that the additions run in parallel.
  let values = 0;
  let slopes = 0;
  for (let k = from; k < from + COEFFICIENTS; k++) {
    const slope = k + COEFFICIENTS;
    values += (a[k] as number) * (b[k + shift] as number);
    slopes += (a[slope] as number) * (b[slope + shift] as number);
  }
  return 1 - values - slopes;
}
