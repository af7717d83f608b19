import { countBandsBelow, MEL_BANDS } from './mel.ts';

/** Number of coefficients, c1 to c12 (Davis & Mermelstein 1980). Excludes the level, c0, since microphones differ. */
export const COEFFICIENTS = 12;

// Headsets limit the bandwidth to 4 kHz while recording, so higher frequencies can't be compared.
const BANDS = countBandsBelow(4000);
// Levels are clamped to at most this far below the loudest one: the dynamic range that remains at an SNR of 20 dB.
const MAX_DEPTH_DB = 35;

const COSINES = Float64Array.from({ length: COEFFICIENTS * BANDS }, (_, i) => {
  const coefficient = Math.floor(i / BANDS) + 1;
  const band = i % BANDS;
  return Math.sqrt(2 / BANDS) * Math.cos((Math.PI * coefficient * (band + 0.5)) / BANDS);
});

/**
 * Returns the mel-frequency cepstral coefficients of each frame, in dB, from mel band levels (`createMelSpectrum`). Clamps levels
 * to a floor, so that pauses in quiet and noisy rooms are similar.
 */
export function computeMfcc(mel: Float32Array): Float32Array {
  const frames = mel.length / MEL_BANDS;
  const floor = loudestLevel(mel) - MAX_DEPTH_DB;
  const mfcc = new Float32Array(frames * COEFFICIENTS);
  for (let frame = 0; frame < frames; frame++) {
    for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient++) {
      let sum = 0;
      for (let band = 0; band < BANDS; band++) {
        const level = Math.max(floor, mel[frame * MEL_BANDS + band] as number);
        sum += level * (COSINES[coefficient * BANDS + band] as number);
      }
      mfcc[frame * COEFFICIENTS + coefficient] = sum;
    }
  }
  return mfcc;
}

/** Returns the 98th percentile of the levels, which ignores clicks. */
function loudestLevel(mel: Float32Array): number {
  const levels = mel.filter((_, i) => i % MEL_BANDS < BANDS).sort();
  return levels[Math.floor(0.98 * (levels.length - 1))] ?? 0;
}
