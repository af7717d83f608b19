import type { SpeechFrames } from '../analyse.ts';

/** Parameters after de Jong & Wempe 2009, fitted in the bench: dB, frames of 10 ms. */
export const NUCLEI = { smoothing: 3, dip: 1.5, below: 22, apart: 7 };

/**
 * Finds the frames at which syllables are loudest: voiced peaks of the loudness after a dip, close enough to the maximum
 * (de Jong & Wempe 2009). It only needs loudness and pitch, so it works on a line's profile too.
 */
export function syllableNuclei({
  loudness,
  pitch,
  speech,
}: Pick<SpeechFrames, 'loudness' | 'pitch' | 'speech'>): number[] {
  const smooth = smoothed(loudness, NUCLEI.smoothing);
  const spoken = smooth.filter((_, frame) => speech[frame]).sort();
  const least = (spoken[Math.floor(0.98 * (spoken.length - 1))] ?? 0) - NUCLEI.below;
  const nuclei: number[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  for (let frame = 1; frame + 1 < smooth.length; frame++) {
    const level = smooth[frame] as number;
    lowest = Math.min(lowest, level);
    if (level < (smooth[frame - 1] as number) || level <= (smooth[frame + 1] as number)) continue;
    if (level < least || !isVoiced(pitch, frame)) continue;
    const last = nuclei.at(-1);
    if (last === undefined || (level - lowest >= NUCLEI.dip && frame - last >= NUCLEI.apart))
      nuclei.push(frame);
    else if (level > (smooth[last] as number)) nuclei[nuclei.length - 1] = frame;
    else continue;
    lowest = level;
  }
  return nuclei;
}

const isVoiced = (pitch: Float32Array, frame: number): boolean =>
  pitch.subarray(frame - 1, frame + 2).some((hz) => hz > 0);

/** Returns a triangular mean over the frames up to `reach` away. */
function smoothed(values: Float32Array, reach: number): Float32Array {
  return values.map((_, frame) => {
    let sum = 0;
    let weights = 0;
    for (let near = Math.max(0, frame - reach); near <= Math.min(values.length - 1, frame + reach); near++) {
      const weight = reach + 1 - Math.abs(near - frame);
      sum += weight * (values[near] as number);
      weights += weight;
    }
    return sum / weights;
  });
}
