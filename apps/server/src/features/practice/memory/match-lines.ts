import { SAME_LINE_MS } from '@sayback/contract';

type Remembered = { text_hash: number; line_ms: number };
type Segment = { text_hash: number; start_ms: number };

/** Returns the nearest of the candidates with the same text and a near time. */
export function nearestLine<S extends Segment>(
  { text_hash, start_ms }: Segment,
  segments: readonly S[],
): S | null {
  let nearest: S | null = null;
  let least = SAME_LINE_MS;
  for (const segment of segments) {
    const distance = Math.abs(segment.start_ms - start_ms);
    if (segment.text_hash !== text_hash || distance > least) continue;
    if (nearest && distance === least) continue;
    nearest = segment;
    least = distance;
  }
  return nearest;
}

/** Returns the index of the first segment that starts at a time or later. */
function firstFrom(segments: readonly Segment[], time: number): number {
  let [from, to] = [0, segments.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((segments[middle] as Segment).start_ms < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Finds the segments of remembered lines in one alignment. Each segment matches only the nearest line: if two lines within two seconds
 * have the same text, a line whose segment was deleted doesn't take the other one's.
 */
export function matchLines<R extends Remembered, S extends Segment>(
  lines: readonly R[],
  segments: readonly S[],
): Map<R, S> {
  const closest = new Map<S, R>();
  const sorted = segments.toSorted((a, b) => a.start_ms - b.start_ms);
  const segmentsByText = Map.groupBy(sorted, ({ text_hash }) => text_hash);
  for (const line of lines) {
    const sameText = segmentsByText.get(line.text_hash) ?? [];
    const at = firstFrom(sameText, line.line_ms);
    const segment = nearestLine(
      { ...line, start_ms: line.line_ms },
      sameText.slice(Math.max(0, at - 1), at + 1),
    );
    if (!segment) continue;
    const distance = (other: R) => Math.abs(other.line_ms - segment.start_ms);
    const rival = closest.get(segment);
    if (!rival || distance(line) < distance(rival)) closest.set(segment, line);
  }
  return new Map([...closest].map(([segment, line]) => [line, segment]));
}
