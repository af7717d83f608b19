import type { SpeechFrames } from '../analyse.ts';

/** Parameters after de Jong & Wempe 2009, fitted in the bench: levels in dB, lengths in frames of 10 ms. */
export const NUCLEI = { smoothing: 3, minDip: 1.5, maxDepth: 22, minDistance: 7 };

/**
 * Finds the loudest frame of each syllable: a voiced peak of the loudness after a dip, close enough to the maximum (de Jong &
 * Wempe 2009). Doesn't need the MFCC.
 */
export function findSyllableNuclei({
  loudness,
  pitch,
  speech,
}: Pick<SpeechFrames, 'loudness' | 'pitch' | 'speech'>): number[] {
  const loudnessCurve = smoothLoudness(loudness, NUCLEI.smoothing);
  const speechLevels = loudnessCurve.filter((_, frame) => speech[frame]).sort();
  const minLevel = (speechLevels[Math.floor(0.98 * (speechLevels.length - 1))] ?? 0) - NUCLEI.maxDepth;
  const nuclei: number[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  for (let frame = 1; frame + 1 < loudnessCurve.length; frame++) {
    const level = loudnessCurve[frame] as number;
    lowest = Math.min(lowest, level);
    if (level < (loudnessCurve[frame - 1] as number) || level <= (loudnessCurve[frame + 1] as number))
      continue;
    if (level < minLevel || !isVoiced(pitch, frame)) continue;
    const last = nuclei.at(-1);
    if (last === undefined || (level - lowest >= NUCLEI.minDip && frame - last >= NUCLEI.minDistance))
      nuclei.push(frame);
    else if (level > (loudnessCurve[last] as number)) nuclei[nuclei.length - 1] = frame;
    else continue;
    lowest = level;
  }
  return nuclei;
}

const isVoiced = (pitch: Float32Array, frame: number): boolean =>
  pitch.subarray(frame - 1, frame + 2).some((hz) => hz > 0);

/** Smooths with a triangular window over up to `reach` frames on either side. */
function smoothLoudness(values: Float32Array, reach: number): Float32Array {
  return values.map((_, frame) => {
    let sum = 0;
    let weights = 0;
    for (
      let neighbour = Math.max(0, frame - reach);
      neighbour <= Math.min(values.length - 1, frame + reach);
      neighbour++
    ) {
      const weight = reach + 1 - Math.abs(neighbour - frame);
      sum += weight * (values[neighbour] as number);
      weights += weight;
    }
    return sum / weights;
  });
}
