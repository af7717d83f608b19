import { powerSpectrumOf } from '../frames/fft.ts';
import { copyAround, hannWindow } from '../frames/framing.ts';
import { type Stretch, type StretchSizes, toSamples } from '../frames/stretches.ts';
import { meanOver } from '../voice-activity/excess.ts';
import { fitTwoStates, responsibilities } from '../voice-activity/two-states.ts';
import { subtractSteady } from '../voice-activity/unsteady-mel.ts';

/** Sample rate for {@link speechScore}: voices are below 4 kHz, and it halves the time. */
export const SCORE_RATE = 8000;
/** Scores per second. */
export const SCORES_PER_SECOND = 50;
/** Samples between scores. */
const HOP = SCORE_RATE / SCORES_PER_SECOND;

/** Sizes of the stretches in which a film is scored. */
export const SCORE_STRETCHES: StretchSizes = {
  hop: HOP,
  frames: 60 * SCORES_PER_SECOND,
  margin: 4 * SCORES_PER_SECOND,
};

// 64 ms: long enough to separate neighbouring tones.
const SIZE = 512;
const BINS = SIZE / 2 + 1;
/** Spectra (200 ms) after which a steady tone counts as an instrument or a hum. */
const STEADY_SPECTRA = 10;
/** Adjacent bins (60 Hz) of equal power that count as noise. */
const NOISE_BINS = 4;
const BANDS = 16;
const LOWEST_HZ = 150;
const HIGHEST_HZ = 3800;
/** Range of one band's contribution, dB: a whistle must not count as a voice. */
const MAX_DB = 15;
/** Scores averaged on either side: a syllable, so that a plucked string isn't speech. */
const SYLLABLE = 6;

/** Scores between two noise floors, number of scores on either side for computing one, and the share of them below it. */
const FLOOR_STEP = 50;
const FLOOR_REACH = 200;
const FLOOR_SHARE = 0.15;

/**
 * Returns the probability of speech in each 20 ms of sound (mono, {@link SCORE_RATE}), for matching cues: softer than
 * `detectSpeech`, and ten times as fast. Each band's level above its noise counts twice, unfiltered and without held tones and
 * noise (see `unsteadyMel`), so that music doesn't hide a voice; two normal distributions fitted to it make it independent of the
 * recording's level. A minute at a time is enough.
 */
export function speechScore(samples: Float32Array): Float32Array {
  const powers = spectraOf(samples);
  const heard = bandsOf(powers);
  const floor = floorOf(heard);
  subtractSteady(powers, STEADY_SPECTRA, BINS);
  subtractSteady(powers, NOISE_BINS, 1);
  const unsteady = bandsOf(powers);
  const excess = new Float32Array(heard.length / BANDS);
  for (let at = 0; at < heard.length; at++) {
    const noise = floor[at] as number;
    const above = levelOver(heard[at] as number, noise) + levelOver(unsteady[at] as number, noise);
    excess[Math.floor(at / BANDS)] = (excess[Math.floor(at / BANDS)] as number) + above / BANDS;
  }
  return responsibilities(fitTwoStates(meanOver(excess, SYLLABLE)));
}

/** Returns the scores of a stretch of 16-bit samples (see `stretchesOf`), a byte each: 255 for certain speech. */
export const scoreStretch = ({ samples, from, to }: Stretch): Uint8Array =>
  Uint8Array.from(speechScore(toSamples(samples)).subarray(from, to), (score) => Math.round(255 * score));

function levelOver(power: number, noise: number): number {
  return Math.min(MAX_DB, 10 * Math.log10((power + noise) / noise));
}

function spectraOf(samples: Float32Array): Float32Array {
  const count = Math.floor(samples.length / HOP);
  const powers = new Float32Array(count * BINS);
  const powerSpectrum = powerSpectrumOf(SIZE);
  const window = hannWindow(SIZE);
  const frame = new Float32Array(SIZE);
  const power = new Float64Array(BINS);
  for (let at = 0; at < count; at++) {
    copyAround(samples, at * HOP + HOP / 2, frame);
    for (let i = 0; i < SIZE; i++) frame[i] = (frame[i] as number) * (window[i] as number);
    powerSpectrum(frame, power);
    powers.set(power, at * BINS);
  }
  return powers;
}

const toMel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);

/** The band of each bin; bands are equally wide in mel. */
const BAND_OF_BIN = Array.from({ length: BINS }, (_, bin) => {
  const hz = (bin * SCORE_RATE) / SIZE;
  const share = (toMel(hz) - toMel(LOWEST_HZ)) / (toMel(HIGHEST_HZ) - toMel(LOWEST_HZ));
  return Math.floor(BANDS * share);
});
const FIRST_BIN = BAND_OF_BIN.findIndex((band) => band >= 0);
const END_BIN = BAND_OF_BIN.findIndex((band) => band >= BANDS);

function bandsOf(powers: Float32Array): Float32Array {
  const count = powers.length / BINS;
  const bands = new Float32Array(count * BANDS);
  for (let at = 0; at < count; at++) {
    for (let bin = FIRST_BIN; bin < END_BIN; bin++) {
      const band = at * BANDS + (BAND_OF_BIN[bin] as number);
      bands[band] = (bands[band] as number) + (powers[at * BINS + bin] as number);
    }
  }
  return bands;
}

/** Returns each band's noise, by minimum statistics (Martin 2001). */
function floorOf(bands: Float32Array): Float32Array {
  const count = bands.length / BANDS;
  const floor = new Float32Array(bands.length);
  for (let start = 0; start < count; start += FLOOR_STEP) {
    const from = Math.max(0, Math.min(start - FLOOR_REACH, count - 2 * FLOOR_REACH));
    const to = Math.min(count, Math.max(start + FLOOR_REACH, 2 * FLOOR_REACH));
    const sorted = new Float32Array((to - from + 1) >> 1);
    for (let band = 0; band < BANDS; band++) {
      for (let i = 0; i < sorted.length; i++) sorted[i] = bands[(from + 2 * i) * BANDS + band] as number;
      sorted.sort();
      // Digital silence has no logarithm.
      const low = 1e-9 + (sorted[Math.floor(FLOOR_SHARE * (sorted.length - 1))] as number);
      for (let at = start; at < Math.min(count, start + FLOOR_STEP); at++) floor[at * BANDS + band] = low;
    }
  }
  return floor;
}
