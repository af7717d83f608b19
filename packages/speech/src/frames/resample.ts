import { SAMPLE_RATE } from './framing.ts';

/** Zero crossings of the low-pass filter at either side. */
const REACH = 12;

/**
 * Returns a function that converts blocks of sound from a higher rate to 16 kHz, by a windowed sinc that cuts off at 7.2
 * kHz (Smith 1984). Blocks may have any length; the end of a block is completed with the next one.
 */
export function resampler(rate: number): (block: Float32Array) => Float32Array {
  if (rate === SAMPLE_RATE) return (block) => block;
  const step = rate / SAMPLE_RATE;
  const cutoff = (0.9 * Math.min(1, 1 / step)) / 2;
  const reach = Math.ceil(REACH * Math.max(1, step));
  let pending = new Float32Array(reach);
  // Position in `pending` of the next output sample.
  let at = reach;
  return (block) => {
    const samples = new Float32Array(pending.length + block.length);
    samples.set(pending);
    samples.set(block, pending.length);
    const out: number[] = [];
    for (; at + reach < samples.length; at += step) out.push(sampleAt(samples, at, reach, cutoff));
    const used = Math.max(0, Math.floor(at) - reach);
    pending = samples.slice(used);
    at -= used;
    return Float32Array.from(out);
  };
}

function sampleAt(samples: Float32Array, at: number, reach: number, cutoff: number): number {
  const centre = Math.floor(at);
  let sum = 0;
  for (let i = centre - reach + 1; i <= centre + reach; i++) {
    const t = i - at;
    const x = 2 * Math.PI * cutoff * t;
    const sinc = x === 0 ? 2 * cutoff : (2 * cutoff * Math.sin(x)) / x;
    sum += (samples[i] ?? 0) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * t) / reach));
  }
  return sum;
}
