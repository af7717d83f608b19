import type { PitchCandidate } from './yin.ts';

// Costs as in Praat's pitch tracker (Boersma 1993), on the scale of the aperiodicity (0 to 1); fitted in the bench.
const UNVOICED_COST = 0.32;
const VOICING_CHANGE_COST = 0.12;
const OCTAVE_JUMP_COST = 0.5;

/**
 * Finds the cheapest path through the candidates of all frames (Viterbi 1967). Returns each frame's pitch in Hz, 0 if unvoiced.
 */
export function trackPitch(candidates: readonly (readonly PitchCandidate[])[]): Float32Array {
  let states: { hz: number; cost: number }[] = [{ hz: 0, cost: 0 }];
  const steps = candidates.map((frame) => {
    const origins: number[] = [];
    const next = [{ hz: 0, cost: UNVOICED_COST }, ...frame.map(({ hz, cost }) => ({ hz, cost }))];
    for (const state of next) {
      let best = Number.POSITIVE_INFINITY;
      let origin = 0;
      for (const [index, previous] of states.entries()) {
        const cost = previous.cost + transitionCost(previous.hz, state.hz);
        if (cost < best) [best, origin] = [cost, index];
      }
      state.cost += best;
      origins.push(origin);
    }
    states = next;
    return { states: next, origins };
  });

  const pitch = new Float32Array(candidates.length);
  let stateIndex = states.reduce(
    (best, state, index) => (state.cost < (states[best]?.cost ?? 0) ? index : best),
    0,
  );
  for (let frame = steps.length - 1; frame >= 0; frame--) {
    pitch[frame] = steps[frame]?.states[stateIndex]?.hz ?? 0;
    stateIndex = steps[frame]?.origins[stateIndex] ?? 0;
  }
  return pitch;
}

function transitionCost(from: number, to: number): number {
  if (from === 0 && to === 0) return 0;
  if (from === 0 || to === 0) return VOICING_CHANGE_COST;
  return OCTAVE_JUMP_COST * Math.abs(Math.log2(to / from));
}
