/**
 * Lists of integers, concatenated in `items`: list k starts at index `from[k]` and ends before `from[k + 1]`. Thousands of short
 * arrays would take several times the memory, and more garbage collection.
 */
export type RaggedArray = { from: Int32Array; items: Int32Array };

export function hasItems({ from }: RaggedArray, listIndex: number): boolean {
  return (from[listIndex + 1] as number) > (from[listIndex] as number);
}

export function listItems({ from, items }: RaggedArray, listIndex: number): Int32Array {
  return items.subarray(from[listIndex], from[listIndex + 1]);
}

/** Returns up to `maxItems` distinct items of each bead's cues on one track, in order of appearance. All are below `size`. */
export function itemsByBead(
  itemsByCue: readonly Int32Array[],
  borders: Int32Array,
  size: number,
  maxItems = Number.POSITIVE_INFINITY,
): RaggedArray {
  const beads = borders.length - 1;
  const from = new Int32Array(beads + 1);
  const items = new Int32Array(itemsByCue.reduce((sum, list) => sum + list.length, 0));
  const lastBeadByItem = new Int32Array(size).fill(-1);
  let count = 0;
  for (let bead = 0; bead < beads; bead += 1) {
    const last = borders[bead + 1] as number;
    for (let index = borders[bead] as number; index < last; index += 1) {
      const list = itemsByCue[index] as Int32Array;
      for (let k = 0; k < list.length && count - (from[bead] as number) < maxItems; k += 1) {
        const item = list[k] as number;
        if (lastBeadByItem[item] === bead) continue;
        lastBeadByItem[item] = bead;
        items[count] = item;
        count += 1;
      }
    }
    from[bead + 1] = count;
  }
  return { from, items };
}

/**
 * Inverts lists: returns, for each number below `size`, the indexes of the lists that contain it, in order. Skips lists that
 * `isIncluded` rejects.
 */
export function invert(
  { from, items }: RaggedArray,
  size: number,
  isIncluded: (list: number) => boolean = () => true,
): RaggedArray {
  const inverse = new Int32Array(size + 1);
  const forEach = (visit: (item: number, list: number) => void) => {
    for (let list = 0; list + 1 < from.length; list += 1) {
      if (!isIncluded(list)) continue;
      for (let k = from[list] as number; k < (from[list + 1] as number); k += 1)
        visit(items[k] as number, list);
    }
  };
  forEach((item) => {
    inverse[item + 1] = (inverse[item + 1] as number) + 1;
  });
  for (let item = 0; item < size; item += 1)
    inverse[item + 1] = (inverse[item + 1] as number) + (inverse[item] as number);
  const next = inverse.slice();
  const lists = new Int32Array(inverse[size] as number);
  forEach((item, list) => {
    lists[next[item] as number] = list;
    next[item] = (next[item] as number) + 1;
  });
  return { from: inverse, items: lists };
}
