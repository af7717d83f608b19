import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items per slice. Larger slices would delay other requests. */
export const SLICE = 250;

/** Maps a list in slices, yielding to other requests in between. Use a smaller `slice` for slow items. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
  slice = SLICE,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += slice) {
    if (start > 0) await nextTurn();
    for (const [n, item] of items.slice(start, start + slice).entries()) results.push(map(item, start + n));
  }
  return results;
}
