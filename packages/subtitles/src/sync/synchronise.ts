import { estimateTimeMap } from '../align/time-map.ts';
import type { Cue } from '../cues/cue.ts';
import { findJumpSteps, moveCues, type Retimed } from './apply-steps.ts';
import { correctForChance, measureCloseness, sortStarts } from './closeness.ts';
import type { Steps } from './fit-steps.ts';
import { applySteps, fitSteps } from './fit-steps.ts';

/**
 * A file synchronised with a reference. Time t of the file becomes `t * scale + offset`, plus all jumps before it. `trust`, 0 to
 * 1, is the share of the file with a counterpart, multiplied by the chance-corrected closeness of the moved starts to the
 * reference: about 1 for two files with the same timing, 0.2 to 0.6 for translations, near 0 for files of different videos (see
 * MIN_TRUST). `changed` is false if the file was already in sync, or if no trustworthy change was found.
 */
export type Synchronised = Retimed & {
  trust: number;
  changed: boolean;
};

type Fit = { steps: Steps; move: (ms: number) => number };

// Minimum gain in closeness for a change, which is more than a file already in sync gains by chance.
const MIN_GAIN = 0.03;
/**
 * Minimum trust. Below it, the files are probably of different videos: related pairs measured at least 0.18, others at most 0.16.
 */
export const MIN_TRUST = 0.17;
/**
 * Trust below which the result needs a manual check. 47 of 50 related pairs reach it, and all of those were correct within 0.4 s.
 */
export const SURE_TRUST = 0.25;
const MAX_SIMPLER_LOSS = 0.03;
// Minimum move for a change: the accuracy of times set by eye.
const MIN_MOVE_MS = 60;

/**
 * Synchronises a file with a reference in any language: offset, speed, and jumps at breaks and cuts, from the aligner's time map.
 * A file that is already in sync is unchanged. Preserves durations and the file's own rhythm. Preview the result before saving.
 */
export function synchronise(cues: readonly Cue[], reference: readonly Cue[]): Synchronised {
  const starts = sortStarts(cues);
  const referenceStarts = sortStarts(reference);
  const before = measureCloseness(starts, referenceStarts);
  const { map, trust: mapTrust } = estimateTimeMap(cues, reference);
  const { steps, move } = chooseSimplest(makeFits(starts, map), starts, referenceStarts);
  const moved = starts.map((ms) => move(ms));
  const after = measureCloseness(moved, referenceStarts);
  const trust = mapTrust * correctForChance(after, moved, referenceStarts);
  const isMoved = starts.some((ms, index) => Math.abs((moved[index] ?? ms) - ms) > MIN_MOVE_MS);
  if (!isMoved || after < before + MIN_GAIN || trust < MIN_TRUST) {
    return { ...keepTimes(cues), trust: mapTrust * correctForChance(before, starts, referenceStarts) };
  }
  return { ...moveCues(cues, move, steps.scale), ...findJumpSteps(steps), trust, changed: true };
}

/** Returns fits from the simplest one to the map itself, which also follows a drifting clock, but whose steps are approximate. */
function makeFits(starts: readonly number[], map: (ms: number) => number): Fit[] {
  const mapped = starts.map((ms) => map(ms));
  const fits = fitSteps(starts, mapped).map((steps) => ({
    steps,
    move: (ms: number) => applySteps(steps, ms),
  }));
  return [...fits, ...fits.slice(0, 1).map(({ steps }) => ({ steps, move: map }))];
}

/** Returns the first fit that is nearly as close as the best one. */
function chooseSimplest(
  fits: readonly Fit[],
  starts: readonly number[],
  referenceStarts: readonly number[],
): Fit {
  const ratedFits = fits.map((fit) => ({
    fit,
    value: measureCloseness(
      starts.map((ms) => fit.move(ms)),
      referenceStarts,
    ),
  }));
  const best = ratedFits.reduce((highest, { value }) => Math.max(highest, value), 0);
  const first = ratedFits.find(({ value }) => value >= best - MAX_SIMPLER_LOSS);
  return first?.fit ?? { steps: { scale: 1, steps: [] }, move: (ms) => ms };
}

function keepTimes(cues: readonly Cue[]): Omit<Synchronised, 'trust'> {
  return { cues: [...cues], undo: [], offset: 0, scale: 1, jumps: [], changed: false };
}
