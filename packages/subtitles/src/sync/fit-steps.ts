/**
 * A piecewise linear time map in milliseconds: `ms * scale + offset`, with the offset of the last step whose `from` (on the
 * file's own clock) is at or before `ms`.
 */
export type Steps = { scale: number; steps: { from: number; offset: number }[] };

// Ratios of frame rates. A measured scale within the tolerance may be a known one; over an hour, the difference is 5 s.
const KNOWN_SCALES = [1, 25 / 23.976, 23.976 / 25, 25 / 24, 24 / 25, 24 / 23.976, 23.976 / 24];
const SCALE_TOLERANCE = 0.0015;
// Minimum difference between offsets for a jump; smaller differences are drift or chance.
const JUMP_MS = 500;
const MAX_EXCURSION_MS = 60_000;
// Minimum number of cues on either side of a jump that agree on the offset.
const MIN_AGREEING_CUES = 5;

/**
 * Fits steps, which a person can check, to a time map sampled at ascending times. Returns several fits, simplest scale first; the
 * last one has the measured scale.
 */
export function fitSteps(times: readonly number[], mapped: readonly number[]): Steps[] {
  const measured = measureScale(times, mapped);
  const simpler = KNOWN_SCALES.filter((known) => Math.abs(known - measured) < SCALE_TOLERANCE);
  return [...simpler, measured].map((scale) => fitOffsets(times, mapped, scale));
}

function fitOffsets(times: readonly number[], mapped: readonly number[], scale: number): Steps {
  const offsets = times.map((ms, index) => (mapped[index] ?? 0) - ms * scale);
  const borders = [0, ...findJumps(offsets), times.length];
  const steps = borders.slice(0, -1).map((border, piece) => ({
    from: piece === 0 ? Number.NEGATIVE_INFINITY : (times[border] ?? 0),
    offset: median(offsets.slice(border, borders[piece + 1])),
  }));
  return { scale, steps: removeRepeats(removeExcursions(steps)) };
}

/** Removes short steps after which the offset returns to its previous value, since they match by chance. */
function removeExcursions(steps: Steps['steps']): Steps['steps'] {
  return steps.filter(({ from }, index) => {
    const [before, after] = [steps[index - 1], steps[index + 1]];
    if (before === undefined || after === undefined) return true;
    return after.from - from > MAX_EXCURSION_MS || differs(before.offset, after.offset);
  });
}

function removeRepeats(steps: Steps['steps']): Steps['steps'] {
  return steps.filter(({ offset }, index) => index === 0 || differs(offset, steps[index - 1]?.offset));
}

function differs(offset: number, before = 0): boolean {
  return Math.abs(offset - before) >= JUMP_MS / 2;
}

export function applySteps({ scale, steps }: Steps, ms: number): number {
  const step = steps.findLast(({ from }) => from <= ms) ?? steps[0];
  return ms * scale + (step?.offset ?? 0);
}

/** Returns the median slope between points a tenth of the file apart, since few of these pairs contain a jump. */
function measureScale(times: readonly number[], mapped: readonly number[]): number {
  const distance = Math.max(2, Math.floor(times.length / 10));
  const slopes: number[] = [];
  for (let index = 0; index + distance < times.length; index += 1) {
    const [from = 0, to = 0] = [times[index], times[index + distance]];
    if (to > from) slopes.push(((mapped[index + distance] ?? 0) - (mapped[index] ?? 0)) / (to - from));
  }
  // A short file isn't enough evidence for a different speed.
  if (slopes.length < 10) return 1;
  return median(slopes);
}

/** Returns the positions at which the median offset changes. */
function findJumps(offsets: readonly number[]): number[] {
  const jumps: number[] = [];
  let from = 0;
  for (let index = MIN_AGREEING_CUES; index + MIN_AGREEING_CUES <= offsets.length; index += 1) {
    if (index - from < MIN_AGREEING_CUES || measureJump(offsets, index) < JUMP_MS) continue;
    // Takes the position, of several nearby ones, with the largest change of the offset itself.
    let best = index;
    const end = Math.min(index + MIN_AGREEING_CUES, offsets.length - MIN_AGREEING_CUES);
    for (let next = index + 1; next <= end; next += 1) {
      if (measureChange(offsets, next) > measureChange(offsets, best)) best = next;
    }
    jumps.push(best);
    from = best;
    index = best + MIN_AGREEING_CUES - 1;
  }
  return jumps;
}

function measureJump(offsets: readonly number[], index: number): number {
  const before = median(offsets.slice(index - MIN_AGREEING_CUES, index));
  return Math.abs(median(offsets.slice(index, index + MIN_AGREEING_CUES)) - before);
}

function measureChange(offsets: readonly number[], index: number): number {
  return Math.abs((offsets[index] ?? 0) - (offsets[index - 1] ?? 0));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
