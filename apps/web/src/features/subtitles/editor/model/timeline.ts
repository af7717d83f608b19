import { overlaid, type Segment } from './draft.ts';
import type { EditorState } from './editor-state.ts';
import { timesOf } from './times.ts';

type Written = Pick<EditorState, 'segments' | 'unsaved'>;
type Times = { start: number; end: number };

/** A segment as a time line shows it. Milliseconds. */
export type Block = Times & { segment: Segment; number: number };

/** Of thousands of segments few change: their times are read once. */
const read = new WeakMap<Segment, Times | null>();

function savedTimes(segment: Segment): Times | null {
  let times = read.get(segment);
  if (times === undefined) {
    times = timesOf(segment);
    read.set(segment, times);
  }
  return times;
}

/** The segments that lie, with a part at least, between two moments: as they are written, in the order of the alignment. */
export function blocksBetween({ segments, unsaved }: Written, from: number, to: number): Block[] {
  const blocks: Block[] = [];
  for (const [index, saved] of segments.entries()) {
    const entry = unsaved.get(saved.id);
    const segment = overlaid(saved, entry);
    const times = entry ? timesOf(segment) : savedTimes(saved);
    if (times && times.start <= to && times.end >= from)
      blocks.push({ ...times, segment, number: index + 1 });
  }
  return blocks;
}

/** The id of the segment that a moment lies in; of several the one that starts last. */
export const segmentAt = (state: Written, ms: number): number | null =>
  blocksBetween(state, ms, ms)
    .filter(({ end }) => end > ms)
    .reduce<Block | null>((last, block) => (last && last.start > block.start ? last : block), null)?.segment
    .id ?? null;

/** How far a segment's edges can go before they meet its neighbours'. Where they overlap already, its own edges. */
export function roomOf(
  { segments, unsaved, positionById }: Written & Pick<EditorState, 'positionById'>,
  id: number,
): Times {
  const position = positionById.get(id) ?? -1;
  const [before, own, after] = [-1, 0, 1].map((step) => {
    const segment = segments[position + step];
    return segment && timesOf(overlaid(segment, unsaved.get(segment.id)));
  });
  return {
    start: Math.min(before?.end ?? 0, own?.start ?? 0),
    end: Math.max(after?.start ?? Number.POSITIVE_INFINITY, own?.end ?? 0),
  };
}
