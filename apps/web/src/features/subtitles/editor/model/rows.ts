import { overlaid, type Segment, type Unsaved } from './unsaved.ts';

export type Row = {
  /** As saved. */
  segment: Segment;
  /** As edited. */
  value: Segment;
  unsaved: Unsaved | undefined;
  isBusy: boolean;
};

/** Creates rows, and returns the same object while nothing in a row changes, so that memoised components skip it. */
export function createRows() {
  const cache = new Map<number, Row>();
  return {
    of(segment: Segment, unsaved: Unsaved | undefined, isBusy: boolean): Row {
      const last = cache.get(segment.id);
      if (last && last.segment === segment && last.unsaved === unsaved && last.isBusy === isBusy) return last;
      const isSameValue = last?.segment === segment && last.unsaved === unsaved;
      const row: Row = {
        segment,
        value: isSameValue ? last.value : overlaid(segment, unsaved),
        unsaved,
        isBusy,
      };
      cache.set(segment.id, row);
      return row;
    },
  };
}
