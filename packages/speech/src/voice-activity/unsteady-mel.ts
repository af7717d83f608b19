import { createPowerSpectrum } from '../frames/fft.ts';
import { copyAround, countFrames, frameCentre, hannWindow } from '../frames/framing.ts';
import { createMelLevels, MEL_BANDS } from '../frames/mel.ts';

// FFT size: 64 ms, long enough to separate adjacent tones.
const FFT_SIZE = 1024;
const BINS = FFT_SIZE / 2 + 1;
/** Hop between two spectra, in frames. */
const STEP = 2;
/** Number of spectra (200 ms) for which the tone of an instrument or a hum is steady; a voice glides. */
const STEADY_SPECTRA = 10;
/** Number of adjacent bins (60 Hz) with equal power that count as noise, such as a drum; a voice has harmonics. */
const NOISE_BINS = 4;
/** Factor on the subtracted power (over-subtraction), since it fluctuates. */
const SUBTRACTION_FACTOR = 2;

/**
 * Returns mel levels without steady sounds, in the layout of `createMelSpectrum`: removes sustained tones, as in most music, then
 * noise. As in Fitzgerald 2010, detects tones by their duration and noise by its bandwidth, by morphological opening along time
 * and along frequency.
 */
export function unsteadyMel(samples: Float32Array): Float32Array {
  const frames = countFrames(samples.length);
  const powers = computeSpectra(samples, Math.ceil(frames / STEP));
  subtractSteady(powers, STEADY_SPECTRA, BINS);
  subtractSteady(powers, NOISE_BINS, 1);
  const mel = new Float32Array(frames * MEL_BANDS);
  const writeLevels = createMelLevels(FFT_SIZE);
  const scale = (4 / FFT_SIZE) ** 2;
  for (let frame = 0; frame < frames; frame += STEP) {
    const from = (frame / STEP) * BINS;
    const index = frame * MEL_BANDS;
    writeLevels(powers.subarray(from, from + BINS), scale, mel, index);
    for (let next = 1; next < STEP && frame + next < frames; next++)
      mel.copyWithin(index + next * MEL_BANDS, index, index + MEL_BANDS);
  }
  return mel;
}

function computeSpectra(samples: Float32Array, steps: number): Float32Array {
  const powers = new Float32Array(steps * BINS);
  const powerSpectrum = createPowerSpectrum(FFT_SIZE);
  const window = hannWindow(FFT_SIZE);
  const frame = new Float32Array(FFT_SIZE);
  const power = new Float64Array(BINS);
  for (let step = 0; step < steps; step++) {
    copyAround(samples, frameCentre(step * STEP), frame);
    for (let i = 0; i < FFT_SIZE; i++) frame[i] = (frame[i] as number) * (window[i] as number);
    powerSpectrum(frame, power);
    powers.set(power, step * BINS);
  }
  return powers;
}

/**
 * Subtracts, in place, the part of each value that persists for `length` entries `stride` apart: the maximum of the minima over
 * all such runs that contain it.
 */
export function subtractSteady(powers: Float32Array, length: number, stride: number): void {
  const persistent = powers.slice();
  const shifts = findSpans(length).map((span) => span * stride);
  for (const shift of shifts) {
    for (let index = 0; index + shift < persistent.length; index++) {
      const laterValue = persistent[index + shift] as number;
      if (laterValue < (persistent[index] as number)) persistent[index] = laterValue;
    }
  }
  for (const shift of shifts) {
    for (let index = persistent.length - 1; index >= shift; index--) {
      const earlierValue = persistent[index - shift] as number;
      if (earlierValue > (persistent[index] as number)) persistent[index] = earlierValue;
    }
  }
  for (let index = 0; index < powers.length; index++)
    powers[index] = Math.max(
      0,
      (powers[index] as number) - SUBTRACTION_FACTOR * (persistent[index] as number),
    );
}

/** Returns the shifts for combining `length` neighbours by repeated doubling. */
function findSpans(length: number): number[] {
  const spans: number[] = [];
  for (let span = 1; span < length; span += spans.at(-1) as number) spans.push(Math.min(span, length - span));
  return spans;
}
