import type { EditorState } from './editor-state.ts';
import { getTimes } from './times.ts';
import { overlaid, type Segment } from './unsaved.ts';

type Written = Pick<EditorState, 'segments' | 'unsaved' | 'positionById'>;
type Times = { start: number; end: number };

/** A segment on the timeline. Milliseconds. */
export type Block = Times & { segment: Segment; number: number };

/** Cache of parsed times: few of thousands of segments change. */
const read = new WeakMap<Segment, Times | null>();

function savedTimes(segment: Segment): Times | null {
  let times = read.get(segment);
  if (times === undefined) {
    times = getTimes(segment);
    read.set(segment, times);
  }
  return times;
}

/** Saved times of a list, by start; `latest` is the latest end so far. */
type Entry = Times & { position: number; latest: number };
const indexes = new WeakMap<readonly Segment[], readonly Entry[]>();

function indexOf(segments: readonly Segment[]): readonly Entry[] {
  const known = indexes.get(segments);
  if (known) return known;
  let latest = 0;
  const index = segments
    .flatMap((segment, position) => {
      const times = savedTimes(segment);
      return times ? [{ ...times, position }] : [];
    })
    .sort((a, b) => a.start - b.start)
    .map((entry) => {
      latest = Math.max(latest, entry.end);
      return { ...entry, latest };
    });
  indexes.set(segments, index);
  return index;
}

/** Number of entries that start at `ms` or earlier. */
function countUpTo(index: readonly Entry[], ms: number): number {
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index[middle]?.start ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the segments that overlap a range: as edited, in the alignment's order. Called at every keystroke and many times a
 * second, so it only looks at those nearby.
 */
export function blocksBetween(
  { segments, unsaved, positionById }: Written,
  from: number,
  to: number,
): Block[] {
  const index = indexOf(segments);
  const blocks: Block[] = [];
  const add = (segment: Segment, times: Times | null, position: number) => {
    if (times && times.start <= to && times.end >= from)
      blocks.push({ ...times, segment, number: position + 1 });
  };
  for (let at = countUpTo(index, to) - 1; (index[at]?.latest ?? Number.NEGATIVE_INFINITY) >= from; at -= 1) {
    const { position, start, end } = index[at] as Entry;
    const segment = segments[position];
    if (segment && !unsaved.has(segment.id)) add(segment, { start, end }, position);
  }
  for (const [id, entry] of unsaved) {
    const position = positionById.get(id) ?? -1;
    const saved = segments[position];
    if (!saved) continue;
    const segment = overlaid(saved, entry);
    add(segment, getTimes(segment), position);
  }
  return blocks.sort((a, b) => a.number - b.number);
}

/** Returns the id of the segment at a time; if several overlap, the one that starts last. */
export const segmentAt = (state: Written, ms: number): number | null =>
  blocksBetween(state, ms, ms)
    .filter(({ end }) => end > ms)
    .reduce<Block | null>((last, block) => (last && last.start > block.start ? last : block), null)?.segment
    .id ?? null;

/** Limits of a segment's edges, so that they don't overlap the neighbours'. Its own edges if they overlap already. */
export function edgeLimits({ segments, unsaved, positionById }: Written, id: number): Times {
  const position = positionById.get(id) ?? -1;
  const [before, own, after] = [-1, 0, 1].map((step) => {
    const segment = segments[position + step];
    return segment && getTimes(overlaid(segment, unsaved.get(segment.id)));
  });
  return {
    start: Math.min(before?.end ?? 0, own?.start ?? 0),
    end: Math.max(after?.start ?? Number.POSITIVE_INFINITY, own?.end ?? 0),
  };
}
