import { SAMPLE_RATE } from './framing.ts';

/** Number of zero crossings on either side of the low-pass filter. */
const ZERO_CROSSINGS = 12;

/**
 * Returns a function that resamples blocks of audio of any length from a higher rate to 16 kHz, with a windowed-sinc low-pass
 * filter at 7.2 kHz (Smith 1984). Samples near the end of a block are returned with the next block.
 */
export function createResampler(rate: number): (block: Float32Array) => Float32Array {
  if (rate === SAMPLE_RATE) return (block) => block;
  const rateRatio = rate / SAMPLE_RATE;
  const cutoff = (0.9 * Math.min(1, 1 / rateRatio)) / 2;
  const halfWidth = Math.ceil(ZERO_CROSSINGS * Math.max(1, rateRatio));
  let pending = new Float32Array(halfWidth);
  // Position in `pending` of the next output sample.
  let position = halfWidth;
  return (block) => {
    const samples = new Float32Array(pending.length + block.length);
    samples.set(pending);
    samples.set(block, pending.length);
    const output: number[] = [];
    for (; position + halfWidth < samples.length; position += rateRatio)
      output.push(interpolate(samples, position, halfWidth, cutoff));
    const consumed = Math.max(0, Math.floor(position) - halfWidth);
    pending = samples.slice(consumed);
    position -= consumed;
    return Float32Array.from(output);
  };
}

function interpolate(samples: Float32Array, position: number, halfWidth: number, cutoff: number): number {
  const centre = Math.floor(position);
  let sum = 0;
  for (let i = centre - halfWidth + 1; i <= centre + halfWidth; i++) {
    const t = i - position;
    const x = 2 * Math.PI * cutoff * t;
    const sinc = x === 0 ? 2 * cutoff : (2 * cutoff * Math.sin(x)) / x;
    sum += (samples[i] ?? 0) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * t) / halfWidth));
  }
  return sum;
}
