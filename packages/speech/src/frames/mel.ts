import { createPowerSpectrum } from './fft.ts';
import { copyAround, FRAME, hannWindow, SAMPLE_RATE } from './framing.ts';

export const MEL_BANDS = 26;
const FFT_SIZE = 512;
const MIN_HZ = 100;
const MAX_HZ = 7600;
// Lower than the noise of any microphone, so that the logarithm is finite.
const SILENCE_DB = -110;

/** Converts Hz to mel (O'Shaughnessy 1987): mel = 2595 log10(1 + f / 700). */
const toMel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const toHz = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

/**
 * Edges and centres of the triangular bands in Hz, equally spaced in mel. Band b starts at index b, peaks at b + 1 and ends at b
 * + 2.
 */
export const MEL_EDGES_HZ: readonly number[] = Array.from({ length: MEL_BANDS + 2 }, (_, i) =>
  toHz(toMel(MIN_HZ) + ((toMel(MAX_HZ) - toMel(MIN_HZ)) * i) / (MEL_BANDS + 1)),
);

/** Returns the number of bands entirely below a frequency. */
export const countBandsBelow = (hz: number): number =>
  Math.max(0, MEL_EDGES_HZ.filter((edge) => edge <= hz).length - 2);

/** Returns a function that writes the level of each mel band (dB) for a power spectrum with bins 0 to fftSize/2. */
export function createMelLevels(
  fftSize: number,
): (power: ArrayLike<number>, scale: number, levels: Float32Array, offset: number) => void {
  const bands = Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low = 0, centre = 0, high = 0] = MEL_EDGES_HZ.slice(band, band + 3);
    const weights = Float64Array.from({ length: fftSize / 2 + 1 }, (_, bin) => {
      const hz = (bin * SAMPLE_RATE) / fftSize;
      return Math.max(0, Math.min((hz - low) / (centre - low), (high - hz) / (high - centre)));
    });
    const from = weights.findIndex((weight) => weight > 0);
    return { from, weights: weights.slice(from, weights.findLastIndex((weight) => weight > 0) + 1) };
  });
  return (power, scale, levels, offset) => {
    for (let band = 0; band < MEL_BANDS; band++) {
      const { from, weights } = bands[band] as (typeof bands)[number];
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (weights[i] as number) * (power[from + i] as number);
      levels[offset + band] = Math.max(SILENCE_DB, 10 * Math.log10(sum * scale + 1e-12));
    }
  };
}

/**
 * Returns a function that writes the level of each mel band for the frame around a sample, in dB (a full-scale sine is about 0).
 */
export function createMelSpectrum(): (
  samples: Float32Array,
  centre: number,
  levels: Float32Array,
  offset?: number,
) => void {
  const powerSpectrum = createPowerSpectrum(FFT_SIZE);
  const writeLevels = createMelLevels(FFT_SIZE);
  const window = hannWindow(FRAME);
  const padded = new Float32Array(FFT_SIZE);
  const frame = padded.subarray(0, FRAME);
  const power = new Float64Array(FFT_SIZE / 2 + 1);
  const scale = (4 / FRAME) ** 2;
  return (samples, centre, levels, offset = 0) => {
    copyAround(samples, centre, frame);
    for (let i = 0; i < FRAME; i++) frame[i] = (frame[i] as number) * (window[i] as number);
    powerSpectrum(padded, power);
    writeLevels(power, scale, levels, offset);
  };
}
