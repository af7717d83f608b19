import type { PitchCandidate } from './yin.ts';

// Costs as in Praat's tracker (Boersma 1993), against an aperiodicity of 0 to 1; fitted in the bench.
const UNVOICED = 0.32;
const VOICING_CHANGE = 0.12;
const OCTAVE_JUMP = 0.5;

/** Finds the cheapest path through the candidates of all frames (Viterbi 1967): Hz of each frame, 0 for unvoiced. */
export function trackPitch(candidates: readonly (readonly PitchCandidate[])[]): Float32Array {
  let states: { hz: number; cost: number }[] = [{ hz: 0, cost: 0 }];
  const steps = candidates.map((frame) => {
    const from: number[] = [];
    const next = [{ hz: 0, cost: UNVOICED }, ...frame.map(({ hz, cost }) => ({ hz, cost }))];
    for (const state of next) {
      let best = Number.POSITIVE_INFINITY;
      let origin = 0;
      for (const [index, previous] of states.entries()) {
        const cost = previous.cost + transitionCost(previous.hz, state.hz);
        if (cost < best) [best, origin] = [cost, index];
      }
      state.cost += best;
      from.push(origin);
    }
    states = next;
    return { states: next, from };
  });

  const pitch = new Float32Array(candidates.length);
  let at = states.reduce((best, state, index) => (state.cost < (states[best]?.cost ?? 0) ? index : best), 0);
  for (let frame = steps.length - 1; frame >= 0; frame--) {
    pitch[frame] = steps[frame]?.states[at]?.hz ?? 0;
    at = steps[frame]?.from[at] ?? 0;
  }
  return pitch;
}

function transitionCost(from: number, to: number): number {
  if (from === 0 && to === 0) return 0;
  if (from === 0 || to === 0) return VOICING_CHANGE;
  return OCTAVE_JUMP * Math.abs(Math.log2(to / from));
}
