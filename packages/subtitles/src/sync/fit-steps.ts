/**
 * A piecewise linear time map: `ms * scale + offset`, with the offset of the last step whose `from` (on the file's own clock)
 * is not after `ms`. Milliseconds.
 */
export type Steps = { scale: number; steps: { from: number; offset: number }[] };

// Film at 24 frames per second shown at 25 and so on. A measured scale this close to one of them may be that one: in an hour,
// the difference is 5 s.
const KNOWN_SCALES = [1, 25 / 23.976, 23.976 / 25, 25 / 24, 24 / 25, 24 / 23.976, 23.976 / 24];
const SCALE_GRAIN = 0.0015;
// Smaller differences between offsets are drift or chance: nobody cuts half a second.
const JUMP_MS = 500;
const MAX_EXCURSION_MS = 60_000;
// Number of cues on either side that must agree on a changed offset.
const WITNESSES = 5;

/**
 * Fits steps to a map sampled at ascending times, so that a person can read and check them. Returns several fits, the simplest
 * scale first; the last one has the measured scale.
 */
export function fitSteps(times: readonly number[], mapped: readonly number[]): Steps[] {
  const measured = measureScale(times, mapped);
  const simpler = KNOWN_SCALES.filter((known) => Math.abs(known - measured) < SCALE_GRAIN);
  return [...simpler, measured].map((scale) => fitOffsets(times, mapped, scale));
}

function fitOffsets(times: readonly number[], mapped: readonly number[], scale: number): Steps {
  const rests = times.map((ms, at) => (mapped[at] ?? 0) - ms * scale);
  const borders = [0, ...findJumps(rests), times.length];
  const steps = borders.slice(0, -1).map((border, piece) => ({
    from: piece === 0 ? Number.NEGATIVE_INFINITY : (times[border] ?? 0),
    offset: median(rests.slice(border, borders[piece + 1])),
  }));
  return { scale, steps: withoutRepeats(withoutExcursions(steps)) };
}

/**
 * A short stretch after which the offset returns to its previous value was matched elsewhere by chance: no cut moves there and
 * back.
 */
function withoutExcursions(steps: Steps['steps']): Steps['steps'] {
  return steps.filter(({ from }, at) => {
    const [before, after] = [steps[at - 1], steps[at + 1]];
    if (before === undefined || after === undefined) return true;
    return after.from - from > MAX_EXCURSION_MS || differs(before.offset, after.offset);
  });
}

function withoutRepeats(steps: Steps['steps']): Steps['steps'] {
  return steps.filter(({ offset }, at) => at === 0 || differs(offset, steps[at - 1]?.offset));
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
  const apart = Math.max(2, Math.floor(times.length / 10));
  const slopes: number[] = [];
  for (let at = 0; at + apart < times.length; at += 1) {
    const [from = 0, to = 0] = [times[at], times[at + apart]];
    if (to > from) slopes.push(((mapped[at + apart] ?? 0) - (mapped[at] ?? 0)) / (to - from));
  }
  // A short file is too little evidence of another speed.
  if (slopes.length < 10) return 1;
  return median(slopes);
}

/** Returns the positions where the offsets after differ from those before. */
function findJumps(rests: readonly number[]): number[] {
  const jumps: number[] = [];
  let from = 0;
  for (let at = WITNESSES; at + WITNESSES <= rests.length; at += 1) {
    if (at - from < WITNESSES || heightAt(rests, at) < JUMP_MS) continue;
    // If several positions are close enough, take the one where the offsets themselves change.
    let best = at;
    const end = Math.min(at + WITNESSES, rests.length - WITNESSES);
    for (let next = at + 1; next <= end; next += 1) {
      if (edgeAt(rests, next) > edgeAt(rests, best)) best = next;
    }
    jumps.push(best);
    from = best;
    at = best + WITNESSES - 1;
  }
  return jumps;
}

function heightAt(rests: readonly number[], at: number): number {
  const before = median(rests.slice(at - WITNESSES, at));
  return Math.abs(median(rests.slice(at, at + WITNESSES)) - before);
}

function edgeAt(rests: readonly number[], at: number): number {
  return Math.abs((rests[at] ?? 0) - (rests[at - 1] ?? 0));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
