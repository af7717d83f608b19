import { FRAMES_A_SECOND } from '../frames/framing.ts';

/** The candidates for a frame's period. */
export type PitchCandidate = {
  hz: number;
  /** Cumulative mean normalised difference, 0 for a perfect period and about 1 for noise, plus the penalty of a low pitch. */
  cost: number;
};

/** Sample rate for YIN: half of the analysis rate is enough for pitch, at a quarter of the work. */
export const PITCH_RATE = 8000;
const PITCH_HOP = PITCH_RATE / FRAMES_A_SECOND;
export const LOWEST_PITCH_HZ = 60;
export const HIGHEST_PITCH_HZ = 600;

const SHORTEST = Math.floor(PITCH_RATE / HIGHEST_PITCH_HZ);
const LONGEST = Math.ceil(PITCH_RATE / LOWEST_PITCH_HZ);
// 30 ms: a window shorter than two low periods doubles octave errors, a longer one smears glides.
const WINDOW = 240;
const CANDIDATES = 6;
const WORST_CANDIDATE = 0.85;
/** Penalty for each octave below the highest pitch: multiples of the true period are as periodic. Fitted in the bench. */
const LOW_OCTAVE = 0.02;

/** Samples that the lowest pitch needs around a frame's centre, and one more lag. */
const REACH = ((WINDOW + LONGEST + 1) >> 1) + 1;

/**
 * Finds the candidate periods of frames `from` to `to` of sound at {@link PITCH_RATE}, frame n centred at sample (n + ½) ×
 * {@link PITCH_HOP}: the difference function of YIN (de Cheveigné & Kawahara 2002, eq. 6 and 8), its two windows set symmetrically
 * around the centre, so that a glide isn't measured early for low voices; minima refined by a parabola.
 */
export function periodsOf(samples: Float32Array, from: number, to: number): PitchCandidate[][] {
  const start = from * PITCH_HOP + PITCH_HOP / 2 - REACH;
  const sound = new Float64Array((to - from - 1) * PITCH_HOP + 2 * REACH);
  sound.set(samples.subarray(Math.max(0, start), Math.max(0, start + sound.length)), Math.max(0, -start));
  const differences = differencesOf(sound, to - from);
  return Array.from({ length: to - from }, (_, frame) =>
    minimaOf(normalised(differences.subarray(frame * LAGS, (frame + 1) * LAGS))),
  );
}

const LAGS = LONGEST + 2;
const HOPS = WINDOW / PITCH_HOP;

/** Computes eq. 6 for each frame and lag. Windows of neighbouring frames share all but one hop: each hop is summed once. */
function differencesOf(sound: Float64Array, frames: number): Float64Array {
  const differences = new Float64Array(frames * LAGS);
  for (let lag = 1; lag < LAGS; lag++) {
    const first = REACH - ((WINDOW + lag) >> 1);
    for (let hop = 0; hop < frames + HOPS - 1; hop++) {
      const begin = first + hop * PITCH_HOP;
      // Two sums, so that the additions run in parallel.
      let [even, odd] = [0, 0];
      for (let i = begin; i < begin + PITCH_HOP; i += 2) {
        const step = (sound[i] as number) - (sound[i + lag] as number);
        const next = (sound[i + 1] as number) - (sound[i + lag + 1] as number);
        even += step * step;
        odd += next * next;
      }
      const sum = even + odd;
      const last = Math.min(hop, frames - 1);
      for (let frame = Math.max(0, hop - HOPS + 1); frame <= last; frame++) {
        const at = frame * LAGS + lag;
        differences[at] = (differences[at] as number) + sum;
      }
    }
  }
  return differences;
}

/** Applies eq. 8 in place. */
function normalised(difference: Float64Array): Float64Array {
  let total = 0;
  difference[0] = 1;
  for (let lag = 1; lag < LAGS; lag++) {
    const sum = difference[lag] as number;
    total += sum;
    difference[lag] = total > 1e-9 ? (sum * lag) / total : 1;
  }
  return difference;
}

function minimaOf(difference: Float64Array): PitchCandidate[] {
  const minima: PitchCandidate[] = [];
  for (let lag = SHORTEST; lag <= LONGEST; lag++) {
    const here = difference[lag] as number;
    const before = difference[lag - 1] as number;
    const after = difference[lag + 1] as number;
    if (here >= WORST_CANDIDATE || here > before || here >= after) continue;
    const curve = before - 2 * here + after;
    const shift = curve > 0 ? (before - after) / (2 * curve) : 0;
    const hz = PITCH_RATE / (lag + shift);
    const aperiodicity = Math.max(0, here - (curve * shift * shift) / 2);
    minima.push({ hz, cost: aperiodicity + LOW_OCTAVE * Math.log2(HIGHEST_PITCH_HZ / hz) });
  }
  // A high voice has more multiples of its period than there are candidates: sorted by cost, the true one always stays.
  return minima.sort((a, b) => a.cost - b.cost).slice(0, CANDIDATES);
}
