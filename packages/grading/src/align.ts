import type { Match, Step } from './levels.ts';

const COST = { right: 0, accent: 1, typo: 3, wrong: 1000, missing: 600, extra: 600 } as const;
/** Above this many cells a text was made to be hostile; its words are then compared one by one. */
const MAX_CELLS = 4_000_000;

type Pairs = {
  count: number;
  typedCount: number;
  /** The level of two tokens. */
  compare: (at: number, typedAt: number) => Match['level'];
  /** Matches of several tokens: joins, splits, numbers. */
  matches: readonly Match[];
  isOptional: (at: number) => boolean;
  isTypedOptional: (typedAt: number) => boolean;
};

/** Aligns two sequences at the least cost and returns the steps in order; what may be left out and is makes no step. */
export function align(pairs: Pairs): Step[] {
  const { count, typedCount, compare, isOptional, isTypedOptional } = pairs;
  const width = typedCount + 1;
  if ((count + 1) * width > MAX_CELLS) return oneByOne(pairs);
  const ending = new Map<number, Match[]>();
  for (const match of pairs.matches) {
    const cell = (match.at + match.count) * width + match.typedAt + match.typedCount;
    ending.set(cell, [...(ending.get(cell) ?? []), match]);
  }
  const missing = (at: number) => (isOptional(at) ? 0 : COST.missing);
  const extra = (typedAt: number) => (isTypedOptional(typedAt) ? 2 : COST.extra);
  const costs = new Int32Array((count + 1) * width);
  const costAt = (cell: number) => costs[cell] ?? 0;
  for (let at = 1; at <= count; at++) costs[at * width] = costAt((at - 1) * width) + missing(at - 1);
  for (let typedAt = 1; typedAt <= typedCount; typedAt++)
    costs[typedAt] = costAt(typedAt - 1) + extra(typedAt - 1);
  for (let at = 1; at <= count; at++) {
    const skip = missing(at - 1);
    for (let typedAt = 1; typedAt <= typedCount; typedAt++) {
      const cell = at * width + typedAt;
      let least = costAt(cell - width - 1) + COST[compare(at - 1, typedAt - 1)];
      least = Math.min(least, costAt(cell - width) + skip, costAt(cell - 1) + extra(typedAt - 1));
      for (const match of ending.get(cell) ?? []) {
        least = Math.min(least, costAt(cell - match.count * width - match.typedCount) + COST[match.level]);
      }
      costs[cell] = least;
    }
  }
  return traceBack();

  function traceBack(): Step[] {
    const steps: Step[] = [];
    let [at, typedAt] = [count, typedCount];
    while (at > 0 || typedAt > 0) {
      const cell = at * width + typedAt;
      const cost = costAt(cell);
      const match = ending
        .get(cell)
        ?.find((one) => cost === costAt(cell - one.count * width - one.typedCount) + COST[one.level]);
      if (match) {
        steps.push(match);
        at -= match.count;
        typedAt -= match.typedCount;
        continue;
      }
      const level = at > 0 && typedAt > 0 ? compare(at - 1, typedAt - 1) : undefined;
      if (level && cost === costAt(cell - width - 1) + COST[level]) {
        at -= 1;
        typedAt -= 1;
        steps.push({ at, count: 1, typedAt, typedCount: 1, level });
      } else if (at > 0 && cost === costAt(cell - width) + missing(at - 1)) {
        at -= 1;
        if (!isOptional(at)) steps.push({ at, count: 1, typedAt, typedCount: 0, level: 'missing' });
      } else {
        typedAt -= 1;
        if (!isTypedOptional(typedAt)) steps.push({ at, count: 0, typedAt, typedCount: 1, level: 'extra' });
      }
    }
    return steps.reverse();
  }
}

function oneByOne({ count, typedCount, compare }: Pairs): Step[] {
  return Array.from({ length: Math.max(count, typedCount) }, (_, at) => ({
    at: Math.min(at, count),
    count: at < count ? 1 : 0,
    typedAt: Math.min(at, typedCount),
    typedCount: at < typedCount ? 1 : 0,
    level: at >= count ? 'extra' : at >= typedCount ? 'missing' : compare(at, at),
  }));
}
