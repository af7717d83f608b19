import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items per slice: more would delay other requests. */
export const SLICE = 250;

/** Maps a list slice by slice, yielding to other requests in between. Items that take long need a smaller `slice`. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
  slice = SLICE,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += slice) {
    if (from > 0) await nextTurn();
    for (const [at, item] of items.slice(from, from + slice).entries()) results.push(map(item, from + at));
  }
  return results;
}
