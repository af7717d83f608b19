import { countFrames, FRAME, frameCentre } from './framing.ts';

/** The level of digital silence, dB. */
export const SILENCE_DB = -100;

/** Root mean square of each frame in dBFS (a full-scale square wave is 0), after removing the DC offset that microphones add. */
export function computeLoudness(samples: Float32Array): Float32Array {
  return Float32Array.from({ length: countFrames(samples.length) }, (_, frame) => {
    const from = Math.max(0, frameCentre(frame) - FRAME / 2);
    const to = Math.min(samples.length, from + FRAME);
    let sum = 0;
    let squares = 0;
    for (let i = from; i < to; i++) {
      const sample = samples[i] as number;
      sum += sample;
      squares += sample * sample;
    }
    const count = Math.max(1, to - from);
    return Math.max(SILENCE_DB, 10 * Math.log10(Math.max(0, squares / count - (sum / count) ** 2) + 1e-12));
  });
}
