import { overlaid, type Segment, type Unsaved } from './unsaved.ts';

export type Row = {
  /** As it is saved. */
  segment: Segment;
  /** As it is written now. */
  value: Segment;
  unsaved: Unsaved | undefined;
  isBusy: boolean;
};

/** Makes rows, and the same row again while nothing in it has changed: those who show it needn't look twice. */
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
