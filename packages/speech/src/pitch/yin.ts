import { FRAMES_PER_SECOND } from '../frames/framing.ts';

/** A candidate for a frame's pitch. */
export type PitchCandidate = {
  hz: number;
  /** Cumulative mean normalised difference, 0 for a perfect period and about 1 for noise, plus the penalty for a low pitch. */
  cost: number;
};

/** Sample rate for YIN in Hz. Half the analysis rate is enough for pitch, at a quarter of the cost. */
export const PITCH_RATE = 8000;
const PITCH_HOP = PITCH_RATE / FRAMES_PER_SECOND;
export const LOWEST_PITCH_HZ = 60;
export const HIGHEST_PITCH_HZ = 600;

const MIN_LAG = Math.floor(PITCH_RATE / HIGHEST_PITCH_HZ);
const MAX_LAG = Math.ceil(PITCH_RATE / LOWEST_PITCH_HZ);
// Window in samples: 30 ms. A window shorter than two periods of a low voice doubles octave errors; a longer one blurs glides.
const WINDOW = 240;
const MAX_CANDIDATES = 6;
const MAX_APERIODICITY = 0.85;
/** Penalty per octave below the highest pitch, since multiples of the true period are equally periodic. Fitted in the bench. */
const LOW_OCTAVE_COST = 0.02;

/** Number of samples on either side of a frame's centre for the lowest pitch, plus one lag. */
const HALF_WINDOW = ((WINDOW + MAX_LAG + 1) >> 1) + 1;

/**
 * Finds the candidate periods of frames `from` to `to` of audio at {@link PITCH_RATE}, with frame n centred at sample (n + ½) ×
 * {@link PITCH_HOP}: the difference function of YIN (de Cheveigné & Kawahara 2002, eq. 6 and 8) with its two windows symmetric
 * around the centre, so that a low voice's glide isn't measured too early. Refines minima by parabolic interpolation.
 */
export function findPeriods(samples: Float32Array, from: number, to: number): PitchCandidate[][] {
  const start = from * PITCH_HOP + PITCH_HOP / 2 - HALF_WINDOW;
  const sound = new Float64Array((to - from - 1) * PITCH_HOP + 2 * HALF_WINDOW);
  sound.set(samples.subarray(Math.max(0, start), Math.max(0, start + sound.length)), Math.max(0, -start));
  const differences = computeDifferences(sound, to - from);
  return Array.from({ length: to - from }, (_, frame) =>
    findMinima(normalise(differences.subarray(frame * LAGS, (frame + 1) * LAGS))),
  );
}

const LAGS = MAX_LAG + 2;
const HOPS = WINDOW / PITCH_HOP;

/** Computes eq. 6 for each frame and lag. Windows of adjacent frames share all but one hop, so each hop is summed only once. */
function computeDifferences(sound: Float64Array, frames: number): Float64Array {
  const differences = new Float64Array(frames * LAGS);
  for (let lag = 1; lag < LAGS; lag++) {
    const first = HALF_WINDOW - ((WINDOW + lag) >> 1);
    for (let hop = 0; hop < frames + HOPS - 1; hop++) {
      const start = first + hop * PITCH_HOP;
      // Two sums, so that the additions run in parallel.
      let [even, odd] = [0, 0];
      for (let i = start; i < start + PITCH_HOP; i += 2) {
        const difference = (sound[i] as number) - (sound[i + lag] as number);
        const nextDifference = (sound[i + 1] as number) - (sound[i + lag + 1] as number);
        even += difference * difference;
        odd += nextDifference * nextDifference;
      }
      const sum = even + odd;
      const last = Math.min(hop, frames - 1);
      for (let frame = Math.max(0, hop - HOPS + 1); frame <= last; frame++) {
        const index = frame * LAGS + lag;
        differences[index] = (differences[index] as number) + sum;
      }
    }
  }
  return differences;
}

/** Applies eq. 8 in place. */
function normalise(difference: Float64Array): Float64Array {
  let total = 0;
  difference[0] = 1;
  for (let lag = 1; lag < LAGS; lag++) {
    const sum = difference[lag] as number;
    total += sum;
    difference[lag] = total > 1e-9 ? (sum * lag) / total : 1;
  }
  return difference;
}

function findMinima(difference: Float64Array): PitchCandidate[] {
  const minima: PitchCandidate[] = [];
  for (let lag = MIN_LAG; lag <= MAX_LAG; lag++) {
    const current = difference[lag] as number;
    const before = difference[lag - 1] as number;
    const after = difference[lag + 1] as number;
    if (current >= MAX_APERIODICITY || current > before || current >= after) continue;
    const curve = before - 2 * current + after;
    const shift = curve > 0 ? (before - after) / (2 * curve) : 0;
    const hz = PITCH_RATE / (lag + shift);
    const aperiodicity = Math.max(0, current - (curve * shift * shift) / 2);
    minima.push({ hz, cost: aperiodicity + LOW_OCTAVE_COST * Math.log2(HIGHEST_PITCH_HZ / hz) });
  }
  // A high voice has more multiples of its period than there are candidates. Sorting by cost keeps the true period.
  return minima.sort((a, b) => a.cost - b.cost).slice(0, MAX_CANDIDATES);
}
