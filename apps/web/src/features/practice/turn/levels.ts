import { LEVEL_MS } from '../recording/recorder.ts';

/** Minimum difference between a voice and the pauses between its words, in dB; steady noise varies less. */
const VOICE_DB = 15;

/** Measures the loudness of a turn: dBFS of each {@link LEVEL_MS}. */
export function createLevels() {
  const levels: number[] = [];
  /** Samples of the next level: a block can end in the middle of a level. */
  let partial = { energy: 0, count: 0 };
  return {
    all: levels as readonly number[],
    clear(): void {
      levels.length = 0;
      partial = { energy: 0, count: 0 };
    },
    add(block: Float32Array, sampleRate: number): void {
      const size = Math.round((sampleRate * LEVEL_MS) / 1000);
      for (const sample of block) {
        partial.energy += sample * sample;
        partial.count += 1;
        if (partial.count < size) continue;
        levels.push(10 * Math.log10(partial.energy / size + 1e-10));
        partial = { energy: 0, count: 0 };
      }
    },
    /** True if the loudness varies as in speech. */
    varyLikeVoice(): boolean {
      const sorted = Float64Array.from(levels).sort();
      const findQuantile = (fraction: number) => sorted[Math.floor(fraction * (sorted.length - 1))] ?? 0;
      return findQuantile(0.95) - findQuantile(0.2) > VOICE_DB;
    },
  };
}
