import { SAME_LINE_MS } from '@sayback/contract';

type Remembered = { text_hash: number; line_ms: number };
type Segment = { text_hash: number; start_ms: number };

/** Returns the nearest segment with the same text, at most two seconds away. */
export function findNearestLine<S extends Segment>(
  { text_hash, start_ms }: Segment,
  segments: readonly S[],
): S | null {
  let nearest: S | null = null;
  let min = SAME_LINE_MS;
  for (const segment of segments) {
    const distance = Math.abs(segment.start_ms - start_ms);
    if (segment.text_hash !== text_hash || distance > min) continue;
    if (nearest && distance === min) continue;
    nearest = segment;
    min = distance;
  }
  return nearest;
}

/** Returns the index of the first item that starts at a time or later. The items must be sorted by start. */
function findFirstFrom(items: readonly { start_ms: number }[], time: number): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((items[middle] as { start_ms: number }).start_ms < time) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Groups segments by text, sorted by time. */
const sortByText = <S extends Segment>(segments: readonly S[]): Map<number, S[]> =>
  Map.groupBy(
    segments.toSorted((a, b) => a.start_ms - b.start_ms),
    ({ text_hash }) => text_hash,
  );

/** Like `findNearestLine`, for sorted segments that all have the line's text. */
function findNearestSorted<S extends Segment>(sameText: readonly S[], line: Segment): S | null {
  const index = findFirstFrom(sameText, line.start_ms);
  return findNearestLine(line, sameText.slice(Math.max(0, index - 1), index + 1));
}

/**
 * Finds the segments of remembered lines in one alignment. Each segment matches only the nearest line, so that a line whose
 * segment was deleted doesn't get the segment of a neighbour with the same text.
 */
export function matchLines<R extends Remembered, S extends Segment>(
  lines: readonly R[],
  segments: readonly S[],
): Map<R, S> {
  const closest = new Map<S, R>();
  const segmentsByText = sortByText(segments);
  for (const line of lines) {
    const sameText = segmentsByText.get(line.text_hash) ?? [];
    const segment = findNearestSorted(sameText, { ...line, start_ms: line.line_ms });
    if (!segment) continue;
    const distance = (other: R) => Math.abs(other.line_ms - segment.start_ms);
    const nearest = closest.get(segment);
    if (!nearest || distance(line) < distance(nearest)) closest.set(segment, line);
  }
  return new Map([...closest].map(([segment, line]) => [line, segment]));
}

/** Number of neighbouring lines that determine how far a line was moved. */
const NEIGHBOURS = 7;

/** `start_ms`: the last known start. */
type Move = { start_ms: number; by: number };

/** Returns the moves nearest to a start, nearest first. */
function findNearestMoves(sorted: readonly Move[], start_ms: number): Move[] {
  const index = findFirstFrom(sorted, start_ms);
  return sorted
    .slice(Math.max(0, index - NEIGHBOURS), index + NEIGHBOURS)
    .sort((a, b) => Math.abs(a.start_ms - start_ms) - Math.abs(b.start_ms - start_ms))
    .slice(0, NEIGHBOURS);
}

/** Groups moves by similar distances. Returns the median of each group, largest group first. */
function rankMoves(moves: readonly Move[]): number[] {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= SAME_LINE_MS;
  const groups: number[][] = [];
  for (const { by } of moves) {
    const group = groups.find(([first = 0]) => isNear(first, by));
    if (group) group.push(by);
    else groups.push([by]);
  }
  return groups
    .sort((a, b) => b.length - a.length)
    .map((group) => group.sort((a, b) => a - b)[group.length >> 1] ?? 0)
    .map((by) => (isNear(by, 0) ? 0 : by));
}

/**
 * Like `matchLines`, for all of a learner's lines in a video and a whole alignment. Finds lines with a unique text at any
 * distance, and expects other lines to have moved like their neighbours. Returns each line's start, even if it is missing.
 */
export function followLines<R extends Remembered>(
  lines: readonly R[],
  segments: readonly Segment[],
): { line: R; start_ms: number; isMissing: boolean }[] {
  const linesByText = Map.groupBy(lines, ({ text_hash }) => text_hash);
  const segmentsByText = sortByText(segments);
  const moves = new Map<R, Move>();
  for (const [text_hash, [line, ...others]] of linesByText) {
    const [segment, ...sameText] = segmentsByText.get(text_hash) ?? [];
    if (!line || !segment || others.length > 0 || sameText.length > 0) continue;
    moves.set(line, { start_ms: line.line_ms, by: segment.start_ms - line.line_ms });
  }
  const sorted = [...moves.values()].sort((a, b) => a.start_ms - b.start_ms);
  const isRetimed = sorted.some(({ by }) => Math.abs(by) > SAME_LINE_MS);
  const estimateMove = (line: R): number => {
    const move = moves.get(line);
    if (move || !isRetimed) return move?.by ?? 0;
    const { text_hash, line_ms } = line;
    const likely = rankMoves(findNearestMoves(sorted, line_ms));
    const sameText = segmentsByText.get(text_hash) ?? [];
    return (
      likely.find((by) => findNearestSorted(sameText, { text_hash, start_ms: line_ms + by })) ??
      likely[0] ??
      0
    );
  };
  const expected = lines.map((line) => ({
    text_hash: line.text_hash,
    line_ms: line.line_ms + estimateMove(line),
    line,
  }));
  const found = matchLines(expected, segments);
  return expected.map((line) => ({
    line: line.line,
    start_ms: found.get(line)?.start_ms ?? line.line_ms,
    isMissing: !found.has(line),
  }));
}
