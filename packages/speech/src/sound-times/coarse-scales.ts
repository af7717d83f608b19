import { addFits, type CueTimes, type EdgeValues, SCORE_MS } from './cue-fit.ts';
import { findOffsetPath } from './offset-path.ts';

/** Maximum offset in either direction, in ms, to allow for missing parts of the film. */
export const MAX_OFFSET_MS = 150_000;
/** Step between candidate offsets, in scores. */
export const LAG_SCORES = 2;
export const LAG_MS = LAG_SCORES * SCORE_MS;
export const OFFSET_COUNT = Math.floor((2 * MAX_OFFSET_MS) / LAG_MS) + 1;

/** Range of scales: 1 ± 5.5 %. */
export const MIN_SCALE = 0.945;
const MAX_SCALE = 1.055;
/** Scale step for laying out a block's cues: one step moves a block's edges by 0.1 s. */
const LAYOUT_STEP = 0.005;
/** Scale step for the search: one step makes the offset drift by one lag in 80 s. */
const SCALE_STEP = 0.0005;
const COSTS = { breakCost: 9, driftCost: 0.3 };

/** Minimum duration (ms) and number of cues of a block. */
const MIN_BLOCK_MS = 40_000;
const MIN_BLOCK_CUES = 5;

type Block = { first: number; end: number; centre: number };
type Layout = { firstScore: number; row: Float32Array };

/** Returns all scales, best first. `value` is how well blocks of cues fit the audio, with unconstrained offsets and breaks. */
export function rankScales(edges: EdgeValues, cues: readonly CueTimes[]): { scale: number; value: number }[] {
  const blocks = splitBlocks(cues);
  const ranked: { scale: number; value: number }[] = [];
  for (let layoutScale = MIN_SCALE; layoutScale < MAX_SCALE; layoutScale += LAYOUT_STEP) {
    const layouts = blocks.map((block) => computeLayout(edges, cues, block, layoutScale));
    for (let step = 0; step < LAYOUT_STEP - SCALE_STEP / 2; step += SCALE_STEP) {
      const scale = layoutScale - LAYOUT_STEP / 2 + step;
      const fill = (index: number, values: Float32Array) => {
        const { centre } = blocks[index] as Block;
        const { firstScore: from, row } = layouts[index] as Layout;
        const start = Math.round(((scale * centre - MAX_OFFSET_MS) / SCORE_MS - from) / LAG_SCORES);
        values.set(row.subarray(start, start + OFFSET_COUNT));
      };
      ranked.push({ scale, value: findOffsetPath(blocks.length, OFFSET_COUNT, fill, COSTS).value });
    }
  }
  return ranked.sort((a, b) => b.value - a.value);
}

function splitBlocks(cues: readonly CueTimes[]): Block[] {
  const blocks: Block[] = [];
  const addBlock = (first: number, end: number) => {
    const [from, to] = [cues[first]?.start ?? 0, cues[end - 1]?.end ?? 0];
    blocks.push({ first, end, centre: (from + to) / 2 });
  };
  let first = 0;
  for (const [index, { end }] of cues.entries()) {
    const isLong = end - (cues[first]?.start ?? 0) >= MIN_BLOCK_MS && index + 1 - first >= MIN_BLOCK_CUES;
    // The last block also takes a short remainder.
    if (!isLong || cues.length - index - 1 < MIN_BLOCK_CUES) continue;
    addBlock(first, index + 1);
    first = index + 1;
  }
  addBlock(first, cues.length);
  return blocks;
}

/** Computes the fit of a block's cues, in standard deviations, for each position of the block's centre in the film's scores. */
function computeLayout(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  { first, end, centre }: Block,
  scale: number,
): Layout {
  const extraLags = Math.ceil(((LAYOUT_STEP / 2) * Math.abs(centre)) / LAG_MS) + 1;
  const index = Math.round((scale * centre - MAX_OFFSET_MS) / SCORE_MS) - extraLags * LAG_SCORES;
  const row = new Float32Array(OFFSET_COUNT + 2 * extraLags + 1);
  for (let cue = first; cue < end; cue++) {
    const toScoreIndex = (ms: number) => Math.round((scale * (ms - centre)) / SCORE_MS) + index;
    const { start, end: cueEnd } = cues[cue] as CueTimes;
    addFits(edges, { start: toScoreIndex(start), end: toScoreIndex(cueEnd) }, LAG_SCORES, row);
  }
  const deviation = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0) / row.length) || 1;
  for (let index = 0; index < row.length; index++) row[index] = (row[index] as number) / deviation;
  return { firstScore: index, row };
}
