import { applyUnsaved, type Segment, type Unsaved } from './unsaved.ts';

export type Row = {
  /** As saved. */
  segment: Segment;
  /** As edited. */
  value: Segment;
  unsaved: Unsaved | undefined;
  isBusy: boolean;
};

/** Caches rows: returns the same object while nothing in a row changes, so that memoised components aren't rendered again. */
export function createRowCache() {
  const cache = new Map<number, Row>();
  return {
    get(segment: Segment, unsaved: Unsaved | undefined, isBusy: boolean): Row {
      const last = cache.get(segment.id);
      if (last && last.segment === segment && last.unsaved === unsaved && last.isBusy === isBusy) return last;
      const isSameValue = last?.segment === segment && last.unsaved === unsaved;
      const row: Row = {
        segment,
        value: isSameValue ? last.value : applyUnsaved(segment, unsaved),
        unsaved,
        isBusy,
      };
      cache.set(segment.id, row);
      return row;
    },
  };
}
