import { powerSpectrumOf } from '../frames/fft.ts';
import { centreOf, copyAround, countFrames, hannWindow } from '../frames/framing.ts';
import { MEL_BANDS, melLevels } from '../frames/mel.ts';

// 64 ms: long enough to tell a tone from its neighbours.
const SIZE = 1024;
const BINS = SIZE / 2 + 1;
/** Frames from one spectrum to the next. */
const STEP = 2;
/** A tone that is held for so many spectra (200 ms) is an instrument's or a hum: a voice glides. */
const HELD = 10;
/** How many times the held power is taken out, since it trembles. */
const TAKEN_OUT = 2;

/**
 * Mel levels of what moves in a sound, as {@link melSpectrum} frame by frame: tones that are held are taken out, which is what most
 * music is made of. Harmonics are told from the rest by their length, as in Fitzgerald 2010; what is held is found by morphological
 * opening along time.
 */
export function unsteadyMel(samples: Float32Array): Float32Array {
  const frames = countFrames(samples.length);
  const powers = spectraOf(samples, Math.ceil(frames / STEP));
  const held = heldPart(powers);
  const rest = powers.map((power, at) => Math.max(0, power - TAKEN_OUT * (held[at] as number)));
  const mel = new Float32Array(frames * MEL_BANDS);
  const writeLevels = melLevels(SIZE);
  const scale = (4 / SIZE) ** 2;
  for (let frame = 0; frame < frames; frame++) {
    const from = Math.floor(frame / STEP) * BINS;
    writeLevels(rest.subarray(from, from + BINS), scale, mel, frame * MEL_BANDS);
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

/** What of each bin lasts for {@link HELD} spectra: the highest of the lowest powers of all stretches of that length. */
function heldPart(powers: Float32Array): Float32Array {
  const lowest = powers.slice();
  for (let by = BINS; by < HELD * BINS; by += BINS) {
    for (let at = 0; at + by < powers.length; at++)
      lowest[at] = Math.min(lowest[at] as number, powers[at + by] as number);
  }
  const held = lowest.slice();
  for (let by = BINS; by < HELD * BINS; by += BINS) {
    for (let at = by; at < powers.length; at++)
      held[at] = Math.max(held[at] as number, lowest[at - by] as number);
  }
  return held;
}
