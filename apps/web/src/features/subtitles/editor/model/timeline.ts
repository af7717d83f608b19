import type { EditorState } from './editor-state.ts';
import { parseTimes } from './times.ts';
import { applyUnsaved, type Segment } from './unsaved.ts';

type EditorRows = Pick<EditorState, 'segments' | 'unsaved' | 'positionById'>;
type Times = { start: number; end: number };

/** A segment on the timeline. Times in milliseconds. */
export type Block = Times & { segment: Segment; number: number };

/** Cache of parsed times, since only a few of thousands of segments change. */
const timesCache = new WeakMap<Segment, Times | null>();

function savedTimes(segment: Segment): Times | null {
  let times = timesCache.get(segment);
  if (times === undefined) {
    times = parseTimes(segment);
    timesCache.set(segment, times);
  }
  return times;
}

/** An entry of a list's index, which is sorted by start. `latestEnd`: the latest end of this entry and those before it. */
type Entry = Times & { position: number; latestEnd: number };
const indexCache = new WeakMap<readonly Segment[], readonly Entry[]>();

function getIndex(segments: readonly Segment[]): readonly Entry[] {
  const cached = indexCache.get(segments);
  if (cached) return cached;
  let latestEnd = 0;
  const index = segments
    .flatMap((segment, position) => {
      const times = savedTimes(segment);
      return times ? [{ ...times, position }] : [];
    })
    .sort((a, b) => a.start - b.start)
    .map((entry) => {
      latestEnd = Math.max(latestEnd, entry.end);
      return { ...entry, latestEnd };
    });
  indexCache.set(segments, index);
  return index;
}

/** Counts the entries that start at `ms` or earlier. */
function countStartedBy(index: readonly Entry[], ms: number): number {
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index[middle]?.start ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the segments that overlap a range, as edited, in the alignment's order. It is called at every keystroke and many times a
 * second, so it only checks the segments nearby.
 */
export function findBlocks(
  { segments, unsaved, positionById }: EditorRows,
  from: number,
  to: number,
): Block[] {
  const index = getIndex(segments);
  const blocks: Block[] = [];
  const add = (segment: Segment, times: Times | null, position: number) => {
    if (times && times.start <= to && times.end >= from)
      blocks.push({ ...times, segment, number: position + 1 });
  };
  for (
    let at = countStartedBy(index, to) - 1;
    (index[at]?.latestEnd ?? Number.NEGATIVE_INFINITY) >= from;
    at -= 1
  ) {
    const { position, start, end } = index[at] as Entry;
    const segment = segments[position];
    if (segment && !unsaved.has(segment.id)) add(segment, { start, end }, position);
  }
  for (const [id, entry] of unsaved) {
    const position = positionById.get(id) ?? -1;
    const saved = segments[position];
    if (!saved) continue;
    const segment = applyUnsaved(saved, entry);
    add(segment, parseTimes(segment), position);
  }
  return blocks.sort((a, b) => a.number - b.number);
}

/** Returns the id of the segment at a time; if several overlap, the one that starts last. */
export const findSegmentAt = (state: EditorRows, ms: number): number | null =>
  findBlocks(state, ms, ms)
    .filter(({ end }) => end > ms)
    .reduce<Block | null>((last, block) => (last && last.start > block.start ? last : block), null)?.segment
    .id ?? null;

/** Returns the limits that keep a segment's edges from overlapping its neighbours; its own edges if they overlap already. */
export function findEdgeLimits({ segments, unsaved, positionById }: EditorRows, id: number): Times {
  const position = positionById.get(id) ?? -1;
  const [previous, current, next] = [-1, 0, 1].map((step) => {
    const segment = segments[position + step];
    return segment && parseTimes(applyUnsaved(segment, unsaved.get(segment.id)));
  });
  return {
    start: Math.min(previous?.end ?? 0, current?.start ?? 0),
    end: Math.max(next?.start ?? Number.POSITIVE_INFINITY, current?.end ?? 0),
  };
}
