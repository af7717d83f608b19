import type { CueTrack } from '../tracks/cue-track.ts';

/**
 * Closeness of each time on a grid to a cue's start (or end): `phases[p][bin]` is the score of the time `(bin + p / PHASES) *
 * BIN_MS + first`. `FULL_VOTE` is a cue's own edge, a landmark is more, 0 means nothing nearby.
 */
export type EdgeProfile = { first: number; phases: Int32Array[] };

export const BIN_MS = 250;
const PHASES = 4;

/** One vote, as a whole number: votes leave the two lowest bits free, in which a path stores its steps. */
export const FULL_VOTE = 256;

export function toVote(weight: number): number {
  return Math.round(weight * FULL_VOTE) & ~3;
}

// A coincidence is worth less the farther off it is: two people's timings differ by 0.2 to 0.4 s.
const NEAR_MS = 320;
const REACH_MS = 1000;
// An edge next to a pause is a landmark; within running speech, translators place it freely.
const LANDMARK_PAUSE_MS = 1000;
const LANDMARK_WORTH = 0.5;
// No film is longer: a mistyped hour must not create a grid of a million bins.
const MAX_MS = 24 * 3_600_000;

/** Cache: each file's profiles are used several times, for each scale and again when refining the clock. */
const profiles = { start: new WeakMap<CueTrack, EdgeProfile>(), end: new WeakMap<CueTrack, EdgeProfile>() };

export function profileEdges(track: CueTrack, kind: 'start' | 'end'): EdgeProfile {
  const profile = profiles[kind].get(track) ?? makeProfile(track, kind);
  profiles[kind].set(track, profile);
  return profile;
}

function makeProfile(track: CueTrack, kind: 'start' | 'end'): EdgeProfile {
  const times = track[kind];
  const first = (times.reduce((low, time) => Math.min(low, time), Number.POSITIVE_INFINITY) || 0) - REACH_MS;
  const last = times.reduce((high, time) => Math.max(high, time), first) + REACH_MS;
  const bins = Math.ceil(Math.min(MAX_MS, last - first) / BIN_MS) + 1;
  const phases = Array.from({ length: PHASES }, () => new Int32Array(bins));
  const step = BIN_MS / PHASES;
  for (let at = 0; at < track.size; at += 1) {
    const time = (times[at] as number) - first;
    const weight =
      1 + LANDMARK_WORTH * Math.min(1, Math.max(0, pauseAt(track, kind, at) / LANDMARK_PAUSE_MS));
    const to = Math.min(bins * PHASES - 1, Math.floor((time + REACH_MS) / step));
    for (let fine = Math.max(0, Math.ceil((time - REACH_MS) / step)); fine <= to; fine += 1) {
      const apart = (fine * step - time) / NEAR_MS;
      const value = toVote(weight / (1 + apart * apart * (1 + apart * apart)));
      const phase = phases[fine % PHASES] as Int32Array;
      const bin = Math.floor(fine / PHASES);
      // Many edges close together are no better than one.
      if (value > (phase[bin] as number)) phase[bin] = value;
    }
  }
  return { first, phases };
}

function pauseAt(track: CueTrack, kind: 'start' | 'end', at: number): number {
  return kind === 'start'
    ? (track.start[at] ?? 0) - (track.end[at - 1] ?? Number.NEGATIVE_INFINITY)
    : (track.start[at + 1] ?? Number.POSITIVE_INFINITY) - (track.end[at] ?? 0);
}

/** Returns the grid's row for a time, and the bin in it, which may be outside. */
export function positionInProfile(
  { first, phases }: EdgeProfile,
  time: number,
): { row: Int32Array; bin: number } {
  const fine = Math.round(((time - first) * PHASES) / BIN_MS);
  const bin = Math.floor(fine / PHASES);
  return { row: phases[fine - bin * PHASES] as Int32Array, bin };
}
