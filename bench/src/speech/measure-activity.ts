import { analyse, computeLoudness } from '@sayback/speech';
import { addNoise, rms } from '../../../packages/speech/src/testing/noise.ts';

/**
 * Returns the share of frames correctly detected as speech or pause, with music at an SNR of 5 dB. The truth is found in the
 * clean reading.
 */
export function measureMusic(
  readings: readonly Float32Array[],
  seed: number,
  compose: (length: number, seed: number) => Float32Array,
): number {
  let right = 0;
  let frames = 0;
  for (const reading of readings) {
    const truth = labelReading(reading);
    const level = rms(reading.filter((_, i) => truth[Math.floor(i / 160)])) * 10 ** (-5 / 20);
    for (let song = 0; song < 3; song++) {
      const { speech } = analyse(addNoise(reading, compose(reading.length, seed + song), level));
      frames += speech.length;
      for (const [frame, flag] of speech.entries()) if (flag === truth[frame]) right++;
    }
  }
  return right / frames;
}

/**
 * Labels speech: frames within 30 dB of the loudest and well above the room noise. Includes pauses up to 120 ms, as in
 * plosives, and excludes clicks.
 */
export function labelReading(reading: Float32Array): Uint8Array {
  const loudness = computeLoudness(reading);
  const sorted = Float32Array.from(loudness).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number;
  const min = Math.max(at(0.95) - 30, at(0.05) + 0.35 * (at(0.95) - at(0.05)));
  const labels = Uint8Array.from(loudness, (level) => (level > min ? 1 : 0));
  fill(labels, 0, 12);
  fill(labels, 1, 4);
  return labels;
}

/** Inverts runs of a label that are at most `longest` frames and not at an end. */
function fill(labels: Uint8Array, label: number, longest: number): void {
  for (let from = 0; from < labels.length; ) {
    let to = from;
    while (to < labels.length && labels[to] === labels[from]) to++;
    if (labels[from] === label && from > 0 && to < labels.length && to - from <= longest)
      labels.fill(1 - label, from, to);
    from = to;
  }
}

/** Finds the phrases of a reading: stretches of speech between pauses. */
export function findPhrases(reading: Float32Array): Float32Array[] {
  const labels = labelReading(reading);
  fill(labels, 0, 35);
  const phrases: Float32Array[] = [];
  for (let from = 0; from < labels.length; ) {
    let to = from;
    while (to < labels.length && labels[to] === labels[from]) to++;
    if (labels[from] && to - from >= 150 && to - from <= 700)
      phrases.push(reading.slice(from * 160, to * 160));
    from = to;
  }
  return phrases;
}
