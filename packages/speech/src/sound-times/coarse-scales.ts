import { addFits, type CueTimes, type EdgeValues, SCORE_MS } from './cue-fit.ts';
import { offsetPath } from './offset-path.ts';

/** Maximum offset in either direction, ms, for parts missing before or within the film. */
export const REACH_MS = 150_000;
/** Step between the offsets tried, in scores. */
export const LAG = 2;
export const LAG_MS = LAG * SCORE_MS;
export const OFFSETS = Math.floor((2 * REACH_MS) / LAG_MS) + 1;

/** A little more than 5 % in either direction. */
export const SLOWEST = 0.945;
const FASTEST = 1.055;
/** Step of the scales at which a block's cues are placed; within it, a block's edges move by 0.1 s. */
const LAYOUT_STEP = 0.005;
/** Step of the scales tried; within it, an offset drifts by a lag in 80 s. */
const SCALE_STEP = 0.0005;
const PRICES = { pause: 9, drift: 0.3 };

/** Minimum length and number of cues of a block. */
const BLOCK_MS = 40_000;
const BLOCK_CUES = 5;

type Block = { first: number; end: number; centre: number };
type Layout = { at: number; row: Float32Array };

/** Returns all scales with how well blocks of cues fit the sound at them, with free offsets and breaks; best first. */
export function coarseScales(
  edges: EdgeValues,
  cues: readonly CueTimes[],
): { scale: number; value: number }[] {
  const blocks = blocksOf(cues);
  const rated: { scale: number; value: number }[] = [];
  for (let layout = SLOWEST; layout < FASTEST; layout += LAYOUT_STEP) {
    const laid = blocks.map((block) => layOut(edges, cues, block, layout));
    for (let by = 0; by < LAYOUT_STEP - SCALE_STEP / 2; by += SCALE_STEP) {
      const scale = layout - LAYOUT_STEP / 2 + by;
      const fill = (at: number, values: Float32Array) => {
        const { centre } = blocks[at] as Block;
        const { at: from, row } = laid[at] as Layout;
        const start = Math.round(((scale * centre - REACH_MS) / SCORE_MS - from) / LAG);
        values.set(row.subarray(start, start + OFFSETS));
      };
      rated.push({ scale, value: offsetPath(blocks.length, OFFSETS, fill, PRICES).value });
    }
  }
  return rated.sort((a, b) => b.value - a.value);
}

function blocksOf(cues: readonly CueTimes[]): Block[] {
  const blocks: Block[] = [];
  const close = (first: number, end: number) => {
    const [from, to] = [cues[first]?.start ?? 0, cues[end - 1]?.end ?? 0];
    blocks.push({ first, end, centre: (from + to) / 2 });
  };
  let first = 0;
  for (const [at, { end }] of cues.entries()) {
    const isLong = end - (cues[first]?.start ?? 0) >= BLOCK_MS && at + 1 - first >= BLOCK_CUES;
    // A short remainder belongs to the last block.
    if (!isLong || cues.length - at - 1 < BLOCK_CUES) continue;
    close(first, at + 1);
    first = at + 1;
  }
  close(first, cues.length);
  return blocks;
}

/** Computes the fits of a block's cues for each position of its centre in the film's scores, in standard deviations. */
function layOut(
  edges: EdgeValues,
  cues: readonly CueTimes[],
  { first, end, centre }: Block,
  scale: number,
): Layout {
  const slack = Math.ceil(((LAYOUT_STEP / 2) * Math.abs(centre)) / LAG_MS) + 1;
  const at = Math.round((scale * centre - REACH_MS) / SCORE_MS) - slack * LAG;
  const row = new Float32Array(OFFSETS + 2 * slack + 1);
  for (let cue = first; cue < end; cue++) {
    const place = (ms: number) => Math.round((scale * (ms - centre)) / SCORE_MS) + at;
    const { start, end: stop } = cues[cue] as CueTimes;
    addFits(edges, { start: place(start), end: place(stop) }, LAG, row);
  }
  const deviation = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0) / row.length) || 1;
  for (let k = 0; k < row.length; k++) row[k] = (row[k] as number) / deviation;
  return { at, row };
}
