import { LEVEL_MS } from '../recording/recorder.ts';

/** Minimum level of a voice above the pauses between its words, dB; steady noise stays below. */
const VOICE_DB = 15;

/** The loudness of a turn so far: dBFS of each {@link LEVEL_MS}. */
export function createLevels() {
  const levels: number[] = [];
  /** Samples of the next level so far: blocks end in the middle of one. */
  let begun = { energy: 0, count: 0 };
  return {
    all: levels as readonly number[],
    clear(): void {
      levels.length = 0;
      begun = { energy: 0, count: 0 };
    },
    add(block: Float32Array, sampleRate: number): void {
      const size = Math.round((sampleRate * LEVEL_MS) / 1000);
      for (const sample of block) {
        begun.energy += sample * sample;
        begun.count += 1;
        if (begun.count < size) continue;
        levels.push(10 * Math.log10(begun.energy / size + 1e-10));
        begun = { energy: 0, count: 0 };
      }
    },
    /** Returns true if the loudness varies as a voice's does. */
    varyLikeVoice(): boolean {
      const sorted = Float64Array.from(levels).sort();
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
      return at(0.95) - at(0.2) > VOICE_DB;
    },
  };
}
