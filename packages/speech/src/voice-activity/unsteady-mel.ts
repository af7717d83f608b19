import { powerSpectrumOf } from '../frames/fft.ts';
import { centreOf, copyAround, countFrames, hannWindow } from '../frames/framing.ts';
import { MEL_BANDS, melLevels } from '../frames/mel.ts';

// 64 ms: long enough to separate neighbouring tones.
const SIZE = 1024;
const BINS = SIZE / 2 + 1;
/** Frames between spectra. */
const STEP = 2;
/** Spectra (200 ms) after which a steady tone counts as an instrument or a hum: a voice glides. */
const STEADY_SPECTRA = 10;
/** Adjacent bins (60 Hz) of equal power that count as noise, such as a drum's: a voice has harmonics. */
const NOISE_BINS = 4;
/** Factor on the subtracted power, since it fluctuates. */
const SUBTRACTION_FACTOR = 2;

/**
 * Returns mel levels without steady sounds, in the layout of {@link melSpectrum}: sustained tones are removed, as in most
 * music, then noise. Tones are detected by their duration and noise by its width, as in Fitzgerald 2010, both by morphological
 * opening, along time and along frequency.
 */
export function unsteadyMel(samples: Float32Array): Float32Array {
  const frames = countFrames(samples.length);
  const powers = spectraOf(samples, Math.ceil(frames / STEP));
  subtractSteady(powers, STEADY_SPECTRA, BINS);
  subtractSteady(powers, NOISE_BINS, 1);
  const mel = new Float32Array(frames * MEL_BANDS);
  const writeLevels = melLevels(SIZE);
  const scale = (4 / SIZE) ** 2;
  for (let frame = 0; frame < frames; frame += STEP) {
    const from = (frame / STEP) * BINS;
    const at = frame * MEL_BANDS;
    writeLevels(powers.subarray(from, from + BINS), scale, mel, at);
    for (let next = 1; next < STEP && frame + next < frames; next++)
      mel.copyWithin(at + next * MEL_BANDS, at, at + MEL_BANDS);
  }
  return mel;
}

function spectraOf(samples: Float32Array, steps: number): Float32Array {
  const powers = new Float32Array(steps * BINS);
  const powerSpectrum = powerSpectrumOf(SIZE);
  const window = hannWindow(SIZE);
  const frame = new Float32Array(SIZE);
  const power = new Float64Array(BINS);
  for (let step = 0; step < steps; step++) {
    copyAround(samples, centreOf(step * STEP), frame);
    for (let i = 0; i < SIZE; i++) frame[i] = (frame[i] as number) * (window[i] as number);
    powerSpectrum(frame, power);
    powers.set(power, step * BINS);
  }
  return powers;
}

/**
 * Subtracts, in place, values that persist for `length` entries `stride` apart: the maximum of the minima over all such runs.
 */
export function subtractSteady(powers: Float32Array, length: number, stride: number): void {
  const lasting = powers.slice();
  const shifts = spansTo(length).map((span) => span * stride);
  for (const shift of shifts) {
    for (let at = 0; at + shift < lasting.length; at++) {
      const later = lasting[at + shift] as number;
      if (later < (lasting[at] as number)) lasting[at] = later;
    }
  }
  for (const shift of shifts) {
    for (let at = lasting.length - 1; at >= shift; at--) {
      const earlier = lasting[at - shift] as number;
      if (earlier > (lasting[at] as number)) lasting[at] = earlier;
    }
  }
  for (let at = 0; at < powers.length; at++)
    powers[at] = Math.max(0, (powers[at] as number) - SUBTRACTION_FACTOR * (lasting[at] as number));
}

/** Returns the shifts that combine `length` neighbours: each doubles the span so far. */
function spansTo(length: number): number[] {
  const spans: number[] = [];
  for (let seen = 1; seen < length; seen += spans.at(-1) as number) spans.push(Math.min(seen, length - seen));
  return spans;
}
