import { lowPass } from '../pitch/pitch.ts';
import { findPeriods } from '../pitch/yin.ts';
import { frameCentre } from './framing.ts';
import { createMelSpectrum, MEL_BANDS } from './mel.ts';

/** A 10 ms frame for a live detector. */
export type LiveFrame = {
  /** Level of each mel band, in dB. */
  mel: Float32Array;
  /** The most likely pitch, and the aperiodicity: 0 for a tone, about 1 for noise. */
  hz: number;
  aperiodicity: number;
};

/** Number of samples on either side of a frame's centre that pitch detection needs. */
const HALF_WINDOW = 480;

/** Returns a function that takes blocks of audio (16 kHz, any length) and returns the completed frames, in order. */
export function createLiveFrames(): (block: Float32Array) => LiveFrame[] {
  const writeMel = createMelSpectrum();
  // Starts with silence before the first sample.
  let pending = new Float32Array(HALF_WINDOW - frameCentre(0));
  return (block) => {
    const samples = new Float32Array(pending.length + block.length);
    samples.set(pending);
    samples.set(block, pending.length);
    const frames: LiveFrame[] = [];
    let position = 0;
    for (; position + 2 * HALF_WINDOW <= samples.length; position += 160) {
      const window = samples.subarray(position, position + 2 * HALF_WINDOW);
      const mel = new Float32Array(MEL_BANDS);
      writeMel(window, HALF_WINDOW, mel);
      // At half the rate a frame's centre is at (n + ½) × 80: REACH / 2 is the centre of frame 2.5, so shift by 40.
      const period = findPeriods(lowPass(window).subarray(40), 2, 3)[0]?.[0];
      frames.push({ mel, hz: period?.hz ?? 0, aperiodicity: period?.cost ?? 1 });
    }
    pending = samples.slice(position);
    return frames;
  };
}
