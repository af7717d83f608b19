/** A run of frames from `from` up to, but not including, `to`. */
export type Run = { from: number; to: number };

/** Returns the runs of frames whose flag is set. */
export function findRuns(flags: ArrayLike<number>): Run[] {
  const runs: Run[] = [];
  for (let frame = 0; frame < flags.length; frame++) {
    if (!flags[frame]) continue;
    const last = runs.at(-1);
    if (last?.to === frame) last.to++;
    else runs.push({ from: frame, to: frame + 1 });
  }
  return runs;
}

/** Joins runs with at most `maxGap` frames between them, then drops runs shorter than `minLength`. */
export function joinRuns(runs: readonly Run[], maxGap: number, minLength: number): Run[] {
  const joined: Run[] = [];
  for (const { from, to } of runs) {
    const last = joined.at(-1);
    if (last && from - last.to <= maxGap) last.to = to;
    else joined.push({ from, to });
  }
  return joined.filter(({ from, to }) => to - from >= minLength);
}

export function runsToFlags(runs: readonly Run[], frames: number): Uint8Array {
  const flags = new Uint8Array(frames);
  for (const { from, to } of runs) flags.fill(1, from, to);
  return flags;
}
