import { lowPass } from '../pitch/pitch.ts';
import { periodsOf } from '../pitch/yin.ts';
import { centreOf } from './framing.ts';
import { MEL_BANDS, melSpectrum } from './mel.ts';

/** A frame of 10 ms for a live detector. */
export type LiveFrame = {
  /** Level of each band, dB. */
  mel: Float32Array;
  /** Its most likely pitch, and its aperiodicity: 0 for a tone, about 1 for noise. */
  hz: number;
  aperiodicity: number;
};

/** Samples needed on either side of a frame's centre: its pitch needs more than its spectrum. */
const REACH = 480;

/** Returns a function that takes blocks of sound (16 kHz, any length) and returns the completed frames, in order. */
export function liveFrames(): (block: Float32Array) => LiveFrame[] {
  const writeMel = melSpectrum();
  // Silence before the first sample.
  let pending = new Float32Array(REACH - centreOf(0));
  return (block) => {
    const samples = new Float32Array(pending.length + block.length);
    samples.set(pending);
    samples.set(block, pending.length);
    const frames: LiveFrame[] = [];
    let at = 0;
    for (; at + 2 * REACH <= samples.length; at += 160) {
      const around = samples.subarray(at, at + 2 * REACH);
      const mel = new Float32Array(MEL_BANDS);
      writeMel(around, REACH, mel);
      // At half the rate a frame's centre is at (n + ½) × 80: REACH / 2 is the centre of frame 2.5, so shift by 40.
      const period = periodsOf(lowPass(around).subarray(40), 2, 3)[0]?.[0];
      frames.push({ mel, hz: period?.hz ?? 0, aperiodicity: period?.cost ?? 1 });
    }
    pending = samples.slice(at);
    return frames;
  };
}
