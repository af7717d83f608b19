/** The candidates for a frame's period. */
export type PitchCandidate = {
  hz: number;
  /** Cumulative mean normalised difference, 0 for a perfect period and about 1 for noise, and what a low pitch costs besides. */
  cost: number;
};

/** What YIN works on: half of the analysis rate is enough for pitch, and a quarter of the work. */
export const PITCH_RATE = 8000;
export const LOWEST_PITCH_HZ = 60;
export const HIGHEST_PITCH_HZ = 600;

const SHORTEST = Math.floor(PITCH_RATE / HIGHEST_PITCH_HZ);
const LONGEST = Math.ceil(PITCH_RATE / LOWEST_PITCH_HZ);
// 30 ms: a window shorter than two low periods doubles octave errors, a longer one smears glides.
const WINDOW = 240;
const CANDIDATES = 6;
const WORST_CANDIDATE = 0.85;
/** For each octave below the highest pitch: multiples of the true period are as periodic. Fitted in the bench. */
const LOW_OCTAVE = 0.02;

/**
 * Returns a function that finds the candidate periods around a sample of sound at {@link PITCH_RATE}: the difference
 * function of YIN (de Cheveigné & Kawahara 2002, eq. 6 and 8), its two windows set symmetrically around the centre, so that a
 * glide isn't measured early for low voices; minima refined by a parabola.
 */
export function yin(): (samples: Float32Array, centre: number) => PitchCandidate[] {
  const difference = new Float64Array(LONGEST + 2);
  const reach = (WINDOW + LONGEST + 2) / 2 + 1;
  const frame = new Float32Array(2 * Math.ceil(reach) + 2);
  const middle = frame.length >> 1;
  return (samples, centre) => {
    for (let i = 0; i < frame.length; i++) frame[i] = samples[centre - middle + i] ?? 0;
    let total = 0;
    difference[0] = 1;
    for (let lag = 1; lag <= LONGEST + 1; lag++) {
      const from = middle - ((WINDOW + lag) >> 1);
      let sum = 0;
      for (let i = from; i < from + WINDOW; i++) {
        const step = (frame[i] as number) - (frame[i + lag] as number);
        sum += step * step;
      }
      total += sum;
      difference[lag] = total > 1e-9 ? (sum * lag) / total : 1;
    }
    return minimaOf(difference);
  };
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
  // A high voice has more multiples of its period than places: by cost, it is never among those left out.
  return minima.sort((a, b) => a.cost - b.cost).slice(0, CANDIDATES);
}
