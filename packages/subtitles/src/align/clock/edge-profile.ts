import type { CueTrack } from '../tracks/cue-track.ts';

/**
 * Proximity of each time on a grid to the nearest cue start (or end): `phases[p][bin]` is the score of the time `(bin + p /
 * PHASES) * BIN_MS + first`. The score is `VOTE_UNIT` at an edge, higher at a landmark, and 0 far from any edge.
 */
export type EdgeProfile = { first: number; phases: Int32Array[] };

export const BIN_MS = 250;
const PHASES = 4;

/** Integer value of one vote. The two lowest bits of votes are zero, since a path stores its steps there. */
export const VOTE_UNIT = 256;

export function encodeVote(weight: number): number {
  return Math.round(weight * VOTE_UNIT) & ~3;
}

// Scale at which the score falls with the distance, since two people's timings differ by 0.2 to 0.4 s.
const DISTANCE_SCALE_MS = 320;
const MAX_DISTANCE_MS = 1000;
// An edge next to a pause of this length is a landmark. Within continuous speech, translators place edges freely.
const LANDMARK_PAUSE_MS = 1000;
const LANDMARK_BONUS = 0.5;
// Maximum time, longer than any film, so that a mistyped hour doesn't create a grid of a million bins.
const MAX_MS = 24 * 3_600_000;

/** Cache, since the search uses each file's profiles once per scale. */
const profiles = { start: new WeakMap<CueTrack, EdgeProfile>(), end: new WeakMap<CueTrack, EdgeProfile>() };

export function profileEdges(track: CueTrack, kind: 'start' | 'end'): EdgeProfile {
  const profile = profiles[kind].get(track) ?? buildProfile(track, kind);
  profiles[kind].set(track, profile);
  return profile;
}

function buildProfile(track: CueTrack, kind: 'start' | 'end'): EdgeProfile {
  const times = track[kind];
  const first =
    (times.reduce((low, time) => Math.min(low, time), Number.POSITIVE_INFINITY) || 0) - MAX_DISTANCE_MS;
  const last = times.reduce((high, time) => Math.max(high, time), first) + MAX_DISTANCE_MS;
  const bins = Math.ceil(Math.min(MAX_MS, last - first) / BIN_MS) + 1;
  const phases = Array.from({ length: PHASES }, () => new Int32Array(bins));
  const step = BIN_MS / PHASES;
  for (let index = 0; index < track.size; index += 1) {
    const time = (times[index] as number) - first;
    const weight =
      1 + LANDMARK_BONUS * Math.min(1, Math.max(0, measurePause(track, kind, index) / LANDMARK_PAUSE_MS));
    const lastGridIndex = Math.min(bins * PHASES - 1, Math.floor((time + MAX_DISTANCE_MS) / step));
    for (
      let gridIndex = Math.max(0, Math.ceil((time - MAX_DISTANCE_MS) / step));
      gridIndex <= lastGridIndex;
      gridIndex += 1
    ) {
      const distance = (gridIndex * step - time) / DISTANCE_SCALE_MS;
      const value = encodeVote(weight / (1 + distance * distance * (1 + distance * distance)));
      const phase = phases[gridIndex % PHASES] as Int32Array;
      const bin = Math.floor(gridIndex / PHASES);
      // Many edges close together don't score higher than one.
      if (value > (phase[bin] as number)) phase[bin] = value;
    }
  }
  return { first, phases };
}

function measurePause(track: CueTrack, kind: 'start' | 'end', index: number): number {
  return kind === 'start'
    ? (track.start[index] ?? 0) - (track.end[index - 1] ?? Number.NEGATIVE_INFINITY)
    : (track.start[index + 1] ?? Number.POSITIVE_INFINITY) - (track.end[index] ?? 0);
}

/** Returns the grid's row for a time, and its bin in that row, which can be out of range. */
export function locateInProfile(
  { first, phases }: EdgeProfile,
  time: number,
): { row: Int32Array; bin: number } {
  const gridIndex = Math.round(((time - first) * PHASES) / BIN_MS);
  const bin = Math.floor(gridIndex / PHASES);
  return { row: phases[gridIndex - bin * PHASES] as Int32Array, bin };
}
