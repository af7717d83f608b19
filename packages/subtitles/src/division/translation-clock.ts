import { findCues, type SourceCue } from './cue-borders.ts';
import type { Line } from './line.ts';

/** Number of cues on either side in which to search for the translations of neighbouring rows. */
const CUES_AROUND = 60;
/** Minimum distance between two points for measuring the speed, since cues start some tenths of a second early or late. */
const MIN_DISTANCE_MS = 5000;
/** Range of speeds. 25 instead of 23.976 frames per second is 4 % faster. */
const [MIN_SPEED, MAX_SPEED] = [0.9, 1.1];

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Returns a function that converts times from the translation file's clock to the original's, estimated from the row and those
 * neighbours whose texts are in the file. The file can have a different cut and speed; ignores outliers. Null if the row's text
 * isn't in the file. All times are in milliseconds.
 */
export function translationClock(
  line: Line,
  neighbours: readonly Line[],
  cues: readonly SourceCue[],
): ((ms: number) => number) | null {
  const { start } = line;
  const ownCues = findCues(line.target, cues, start);
  if (!ownCues) return null;
  const nearbyCues = cues.slice(Math.max(0, ownCues.first - CUES_AROUND), ownCues.end + CUES_AROUND);
  const offset = (cues[ownCues.first]?.start ?? 0) - start;
  const points = [line, ...neighbours].flatMap((row) => {
    const foundCues = findCues(row.target, nearbyCues, row.start + offset);
    const [first, last] = foundCues ? [nearbyCues[foundCues.first], nearbyCues[foundCues.end - 1]] : [];
    if (!first || !last) return [];
    return [
      { translationMs: first.start, originalMs: row.start },
      { translationMs: last.end, originalMs: row.end },
    ];
  });
  const speeds = points.flatMap((a, index) =>
    points
      .slice(index + 1)
      .filter((b) => Math.abs(b.translationMs - a.translationMs) > MIN_DISTANCE_MS)
      .map((b) => (b.originalMs - a.originalMs) / (b.translationMs - a.translationMs)),
  );
  const medianSpeed = median(speeds) ?? 1;
  const speed = medianSpeed > MIN_SPEED && medianSpeed < MAX_SPEED ? medianSpeed : 1;
  const originalOffset =
    median(points.map(({ originalMs, translationMs }) => originalMs - speed * translationMs)) ?? 0;
  return (ms) => originalOffset + speed * ms;
}
