export type Normal = { mean: number; variance: number };
/** Normal distributions of the SNR in pauses and in speech, dB; `share` is the share of speech. */
export type TwoStates = { snr: Float32Array; pause: Normal; speech: Normal; share: number };

/** Returns the distance between the two means, in standard deviations. */
export const measureSeparation = ({ pause, speech }: TwoStates): number =>
  (speech.mean - pause.mean) / Math.sqrt((pause.variance + speech.variance) / 2);

/** Fits two normal distributions to the SNR (EM, Dempster et al. 1977). */
export function fitTwoStates(snr: Float32Array): TwoStates {
  const sorted = Float32Array.from(snr).sort();
  const quantile = (speechShare: number): number =>
    sorted[Math.floor(speechShare * (sorted.length - 1))] ?? 0;
  const pause = { mean: quantile(0.1), variance: 4 };
  const speech = { mean: quantile(0.8), variance: 16 };
  let speechShare = 0.6;
  for (let round = 0; round < 12; round++) {
    const sums = [0, 0, 0, 0, 0, 0] as [number, number, number, number, number, number];
    for (const value of snr) {
      const speechProbability = responsibility(value, pause, speech, speechShare);
      sums[0] += 1 - speechProbability;
      sums[1] += (1 - speechProbability) * value;
      sums[2] += (1 - speechProbability) * value * value;
      sums[3] += speechProbability;
      sums[4] += speechProbability * value;
      sums[5] += speechProbability * value * value;
    }
    if (sums[0] < 1 || sums[3] < 1) break;
    pause.mean = sums[1] / sums[0];
    pause.variance = Math.max(1, sums[2] / sums[0] - pause.mean ** 2);
    speech.mean = sums[4] / sums[3];
    speech.variance = Math.max(4, sums[5] / sums[3] - speech.mean ** 2);
    speechShare = Math.min(0.9, Math.max(0.1, sums[3] / snr.length));
  }
  return { snr, pause, speech, share: speechShare };
}

/** Returns the probability of speech in each frame, ignoring its neighbours. */
export const responsibilities = ({ snr, pause, speech, share }: TwoStates): Float32Array =>
  snr.map((value) => responsibility(value, pause, speech, share));

function responsibility(value: number, pause: Normal, speech: Normal, share: number): number {
  if (value < pause.mean) return 0;
  if (value > speech.mean) return 1;
  const p = (1 - share) * density(value, pause);
  const s = share * density(value, speech);
  return s / (p + s + 1e-12);
}

const density = (value: number, { mean, variance }: Normal): number =>
  Math.exp(-((value - mean) ** 2) / (2 * variance)) / Math.sqrt(variance);
