import { MEL_BANDS } from '../frames/mel.ts';

// Range of one band's contribution in dB, so that a hum or a whistle doesn't count as a voice.
const MAX_DB = 15;
const MIN_DB = -3;

/** Returns a frame's level above the noise in dB: the mean over the bands, so that only broadband sound counts as speech. */
export function computeFrameSnr(floor: Float32Array, levels: Float32Array, offset = 0): number {
  let sum = 0;
  for (let band = 0; band < MEL_BANDS; band++) {
    const snr = (levels[offset + band] as number) - (floor[band] as number);
    sum += Math.max(MIN_DB, Math.min(MAX_DB, snr));
  }
  return sum / MEL_BANDS;
}

/**
 * Returns the level above the noise for each frame of a whole recording, in dB. A band's noise floor is the tenth percentile of
 * its levels over six seconds, after minimum statistics (Martin 2001).
 */
export function computeSnr(mel: Float32Array): Float32Array {
  const frames = mel.length / MEL_BANDS;
  const smooth = movingAverage(mel, 2, MEL_BANDS);
  const snr = new Float32Array(frames);
  let window: { from: number; to: number; floor: Float32Array } = { from: -1, to: -1, floor: smooth };
  for (let start = 0; start < frames; start += FLOOR_STEP) {
    const from = Math.max(0, Math.min(start - FLOOR_RADIUS, frames - 2 * FLOOR_RADIUS));
    const to = Math.min(frames, Math.max(start + FLOOR_RADIUS, 2 * FLOOR_RADIUS));
    // In a short recording the window is the same for all frames.
    if (from !== window.from || to !== window.to)
      window = { from, to, floor: percentiles(smooth, from, to, FLOOR_QUANTILE) };
    const { floor } = window;
    for (let frame = start; frame < Math.min(frames, start + FLOOR_STEP); frame++) {
      snr[frame] = computeFrameSnr(floor, smooth, frame * MEL_BANDS);
    }
  }
  return snr;
}

const FLOOR_RADIUS = 300;
const FLOOR_STEP = 25;
const FLOOR_QUANTILE = 0.1;

/** Returns the quantile of each band's levels in frames `from` to `to`. */
export function percentiles(levels: Float32Array, from: number, to: number, fraction: number): Float32Array {
  const sorted = new Float32Array(to - from);
  return Float32Array.from({ length: MEL_BANDS }, (_, band) => {
    for (let frame = from; frame < to; frame++)
      sorted[frame - from] = levels[frame * MEL_BANDS + band] as number;
    sorted.sort();
    return sorted[Math.floor(fraction * (sorted.length - 1))] as number;
  });
}

/** Averages each value over up to `radius` frames on either side. */
export function movingAverage(values: Float32Array, radius: number, valuesPerFrame = 1): Float32Array {
  const frames = values.length / valuesPerFrame;
  const means = new Float32Array(values.length);
  for (let frame = 0; frame < frames; frame++) {
    const from = Math.max(0, frame - radius);
    const to = Math.min(frames - 1, frame + radius);
    for (let index = 0; index < valuesPerFrame; index++) {
      let sum = 0;
      for (let neighbour = from; neighbour <= to; neighbour++)
        sum += values[neighbour * valuesPerFrame + index] as number;
      means[frame * valuesPerFrame + index] = sum / (to - from + 1);
    }
  }
  return means;
}
