export type Normal = { mean: number; variance: number };
/** Distributions of the excess in pauses and in speech, dB; `share` is that of speech. */
export type TwoStates = { excess: Float32Array; pause: Normal; speech: Normal; share: number };

/** Distance between the two means, in standard deviations. */
export const clarityOf = ({ pause, speech }: TwoStates): number =>
  (speech.mean - pause.mean) / Math.sqrt((pause.variance + speech.variance) / 2);

/** Fits two normal distributions to the excess (EM, Dempster et al. 1977). */
export function fitTwoStates(excess: Float32Array): TwoStates {
  const sorted = Float32Array.from(excess).sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const pause = { mean: at(0.1), variance: 4 };
  const speech = { mean: at(0.8), variance: 16 };
  let share = 0.6;
  for (let round = 0; round < 12; round++) {
    const sums = [0, 0, 0, 0, 0, 0] as [number, number, number, number, number, number];
    for (const value of excess) {
      const s = responsibility(value, pause, speech, share);
      sums[0] += 1 - s;
      sums[1] += (1 - s) * value;
      sums[2] += (1 - s) * value * value;
      sums[3] += s;
      sums[4] += s * value;
      sums[5] += s * value * value;
    }
    if (sums[0] < 1 || sums[3] < 1) break;
    pause.mean = sums[1] / sums[0];
    pause.variance = Math.max(1, sums[2] / sums[0] - pause.mean ** 2);
    speech.mean = sums[4] / sums[3];
    speech.variance = Math.max(4, sums[5] / sums[3] - speech.mean ** 2);
    share = Math.min(0.9, Math.max(0.1, sums[3] / excess.length));
  }
  return { excess, pause, speech, share };
}

/** Returns the probability of speech for each frame independently. */
export const responsibilities = ({ excess, pause, speech, share }: TwoStates): Float32Array =>
  excess.map((value) => responsibility(value, pause, speech, share));

function responsibility(value: number, pause: Normal, speech: Normal, share: number): number {
  if (value < pause.mean) return 0;
  if (value > speech.mean) return 1;
  const p = (1 - share) * density(value, pause);
  const s = share * density(value, speech);
  return s / (p + s + 1e-12);
}

const density = (value: number, { mean, variance }: Normal): number =>
  Math.exp(-((value - mean) ** 2) / (2 * variance)) / Math.sqrt(variance);
