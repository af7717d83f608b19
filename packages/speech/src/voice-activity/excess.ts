import { MEL_BANDS } from '../frames/mel.ts';

// Range of one band's contribution: a hum or a whistle must not count as a voice.
const MAX_DB = 15;
const MIN_DB = -3;

/** Returns a frame's level above the noise, dB: the mean over the bands, so that speech must fill many of them. */
export function excessOver(floor: Float32Array, levels: Float32Array, at = 0): number {
  let sum = 0;
  for (let band = 0; band < MEL_BANDS; band++) {
    const excess = (levels[at + band] as number) - (floor[band] as number);
    sum += Math.max(MIN_DB, Math.min(MAX_DB, excess));
  }
  return sum / MEL_BANDS;
}

/**
 * Returns each frame's level above the noise in a whole recording, dB. A band's floor is a low percentile of its levels within
 * some seconds, after minimum statistics (Martin 2001).
 */
export function excessOf(mel: Float32Array): Float32Array {
  const frames = mel.length / MEL_BANDS;
  const smooth = meanOver(mel, 2, MEL_BANDS);
  const excess = new Float32Array(frames);
  let window: { from: number; to: number; floor: Float32Array } = { from: -1, to: -1, floor: smooth };
  for (let start = 0; start < frames; start += FLOOR_STEP) {
    const from = Math.max(0, Math.min(start - FLOOR_REACH, frames - 2 * FLOOR_REACH));
    const to = Math.min(frames, Math.max(start + FLOOR_REACH, 2 * FLOOR_REACH));
    // In a short recording the window is the same for all frames.
    if (from !== window.from || to !== window.to)
      window = { from, to, floor: percentiles(smooth, from, to, FLOOR_SHARE) };
    const { floor } = window;
    for (let frame = start; frame < Math.min(frames, start + FLOOR_STEP); frame++) {
      excess[frame] = excessOver(floor, smooth, frame * MEL_BANDS);
    }
  }
  return excess;
}

const FLOOR_REACH = 300;
const FLOOR_STEP = 25;
const FLOOR_SHARE = 0.1;

/** Returns each band's percentile `share` of the levels in frames `from` to `to`. */
export function percentiles(levels: Float32Array, from: number, to: number, share: number): Float32Array {
  const sorted = new Float32Array(to - from);
  return Float32Array.from({ length: MEL_BANDS }, (_, band) => {
    for (let frame = from; frame < to; frame++)
      sorted[frame - from] = levels[frame * MEL_BANDS + band] as number;
    sorted.sort();
    return sorted[Math.floor(share * (sorted.length - 1))] as number;
  });
}

/** Averages each value over the frames up to `reach` away. */
export function meanOver(values: Float32Array, reach: number, numbers = 1): Float32Array {
  const frames = values.length / numbers;
  const means = new Float32Array(values.length);
  for (let frame = 0; frame < frames; frame++) {
    const from = Math.max(0, frame - reach);
    const to = Math.min(frames - 1, frame + reach);
    for (let number = 0; number < numbers; number++) {
      let sum = 0;
      for (let near = from; near <= to; near++) sum += values[near * numbers + number] as number;
      means[frame * numbers + number] = sum / (to - from + 1);
    }
  }
  return means;
}
