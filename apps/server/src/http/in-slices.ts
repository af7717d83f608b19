import { setImmediate as nextTurn } from 'node:timers/promises';

/** Items per slice: more would delay other requests. */
export const SLICE = 250;

/** Maps a list slice by slice, yielding to other requests in between. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += SLICE) {
    if (from > 0) await nextTurn();
    for (const [at, item] of items.slice(from, from + SLICE).entries()) results.push(map(item, from + at));
  }
  return results;
}
