import { findCues, type SourceCue } from './cue-borders.ts';
import type { Line } from './line.ts';

/** Number of cues on either side among which neighbouring rows' translations are searched. */
const CUES_AROUND = 60;
/**
 * Minimum distance between points: closer ones say nothing about the speed, since a cue may start some tenths of a second early
 * or late.
 */
const APART_MS = 5000;
/** Range of speeds. 25 frames a second instead of 23.976 are 4 % faster. */
const [SLOWEST, FASTEST] = [0.9, 1.1];

const getMedian = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

/**
 * Returns a map from the translation file's clock to the original's: by the ends of a row and of its neighbours whose texts
 * are in the file. The file may have another cut and speed; outliers have no influence. Null if the row's text isn't found.
 * All times in milliseconds.
 */
export function translationClock(
  line: Line,
  neighbours: readonly Line[],
  cues: readonly SourceCue[],
): ((moment: number) => number) | null {
  const { start } = line;
  const own = findCues(line.target, cues, start);
  if (!own) return null;
  const around = cues.slice(Math.max(0, own.first - CUES_AROUND), own.end + CUES_AROUND);
  const offset = (cues[own.first]?.start ?? 0) - start;
  const points = [line, ...neighbours].flatMap((row) => {
    const found = findCues(row.target, around, row.start + offset);
    const [first, last] = found ? [around[found.first], around[found.end - 1]] : [];
    if (!first || !last) return [];
    return [
      { theirs: first.start, ours: row.start },
      { theirs: last.end, ours: row.end },
    ];
  });
  const speeds = points.flatMap((a, at) =>
    points
      .slice(at + 1)
      .filter((b) => Math.abs(b.theirs - a.theirs) > APART_MS)
      .map((b) => (b.ours - a.ours) / (b.theirs - a.theirs)),
  );
  const median = getMedian(speeds) ?? 1;
  const speed = median > SLOWEST && median < FASTEST ? median : 1;
  const ahead = getMedian(points.map(({ ours, theirs }) => ours - speed * theirs)) ?? 0;
  return (moment) => ahead + speed * moment;
}
