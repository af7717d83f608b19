import type { Match, Step } from './levels.ts';

export const COST = { right: 0, accent: 1, typo: 3, wrong: 1000, missing: 600, extra: 600 } as const;
const LEVELS = new Map<number, Match['level']>(
  (['right', 'accent', 'typo', 'wrong'] as const).map((level) => [COST[level], level]),
);
const findLevel = (cost: number) => LEVELS.get(cost) ?? 'wrong';
/** Cost of an extra typed token that isn't spoken, such as a speaker's name. Not zero, so that matching it is preferred. */
const OPTIONAL_EXTRA = 2;
/** Maximum number of cells. A larger input is assumed to be malicious, and its tokens are compared by position. */
const MAX_CELLS = 4_000_000;
const NO_MATCHES: readonly Match[] = [];

export type Pairs = {
  expectedCount: number;
  typedCount: number;
  /** Returns the cost of matching two tokens. */
  compare: (at: number, typedAt: number) => number;
  /** Matches that span several tokens: joins, splits and numbers. */
  matches: readonly Match[];
  isOptional: (at: number) => boolean;
  isTypedOptional: (typedAt: number) => boolean;
};

const matchOne = (at: number, typedAt: number, level: Match['level']): Step => ({
  at,
  count: 1,
  typedAt,
  typedCount: 1,
  level,
});
const skipExpected = (at: number, typedAt: number): Step => ({
  at,
  count: 1,
  typedAt,
  typedCount: 0,
  level: 'missing',
});
const skipTyped = (at: number, typedAt: number): Step => ({
  at,
  count: 0,
  typedAt,
  typedCount: 1,
  level: 'extra',
});

/** Aligns two sequences at the lowest cost and returns the steps in order, without steps for missing optional tokens. */
export function align(pairs: Pairs): Step[] {
  const { expectedCount, typedCount } = pairs;
  if ((expectedCount + 1) * (typedCount + 1) > MAX_CELLS) return compareOneByOne(pairs);
  const { start, end } = findCommonEnds(pairs);
  const shift = typedCount - expectedCount;
  const steps = Array.from({ length: start }, (_, at) => matchOne(at, at, 'right'));
  for (const step of alignBetween(pairs, start, end)) steps.push(step);
  for (let at = end; at < expectedCount; at++) steps.push(matchOne(at, at + shift, 'right'));
  return steps;
}

/**
 * Finds equal tokens at both ends. Stops at an optional token, whose counterpart may belong to another token, and at a token that
 * is part of a multi-token match, such as the 5 in 5% and 5 percent.
 */
function findCommonEnds({ expectedCount, typedCount, compare, isOptional, matches }: Pairs) {
  const matched = new Set<number>();
  for (const { at, count } of matches) for (let part = 0; part < count; part++) matched.add(at + part);
  const isEqualPair = (at: number, typedAt: number) =>
    !isOptional(at) && !matched.has(at) && compare(at, typedAt) === COST.right;
  const shift = typedCount - expectedCount;
  let start = 0;
  while (start < Math.min(expectedCount, typedCount) && isEqualPair(start, start)) start += 1;
  let end = expectedCount;
  while (end > start && end + shift > start && isEqualPair(end - 1, end + shift - 1)) end -= 1;
  return { start, end };
}

function alignBetween(pairs: Pairs, start: number, end: number): Step[] {
  const { compare, isOptional, isTypedOptional } = pairs;
  const rows = end - start;
  const columns = pairs.typedCount - pairs.expectedCount + rows;
  const width = columns + 1;
  const matchesByCell = groupMatchesByCell(pairs.matches, start, rows, columns);
  const skips = Int32Array.from({ length: rows }, (_, row) => (isOptional(start + row) ? 0 : COST.missing));
  const extras = Int32Array.from({ length: columns }, (_, column) =>
    isTypedOptional(start + column) ? OPTIONAL_EXTRA : COST.extra,
  );
  const costs = computeCosts(
    skips,
    extras,
    (row, column) => compare(start + row, start + column),
    matchesByCell,
  );
  const costAt = (cell: number) => costs[cell] as number;

  const steps: Step[] = [];
  let [row, column] = [rows, columns];
  while (row > 0 || column > 0) {
    const cell = row * width + column;
    const cost = costAt(cell);
    const [at, typedAt] = [start + row - 1, start + column - 1];
    const match = matchesByCell
      .get(cell)
      ?.find((candidate) => cost === matchCost(costs, width, cell, candidate));
    const pairCost = row > 0 && column > 0 ? compare(at, typedAt) : undefined;
    if (match) {
      steps.push(match);
      row -= match.count;
      column -= match.typedCount;
    } else if (pairCost !== undefined && cost === costAt(cell - width - 1) + pairCost) {
      steps.push(matchOne(at, typedAt, findLevel(pairCost)));
      row -= 1;
      column -= 1;
    } else if (row > 0 && cost === costAt(cell - width) + (skips[row - 1] as number)) {
      if (!isOptional(at)) steps.push(skipExpected(at, typedAt + 1));
      row -= 1;
    } else {
      if (!isTypedOptional(typedAt)) steps.push(skipTyped(at + 1, typedAt));
      column -= 1;
    }
  }
  return steps.reverse();
}

const matchCost = (costs: Int32Array, width: number, cell: number, { count, typedCount, level }: Match) =>
  (costs[cell - count * width - typedCount] as number) + COST[level];

/** Computes the lowest cost of every pair of prefixes. Grading spends most of its time here. */
function computeCosts(
  skips: Int32Array,
  extras: Int32Array,
  compare: (row: number, column: number) => number,
  matchesByCell: ReadonlyMap<number, readonly Match[]>,
): Int32Array {
  const width = extras.length + 1;
  const costs = new Int32Array((skips.length + 1) * width);
  const endsMatch = new Uint8Array(skips.length + 1);
  for (const cell of matchesByCell.keys()) endsMatch[Math.floor(cell / width)] = 1;
  for (let column = 1; column < width; column++) {
    costs[column] = (costs[column - 1] as number) + (extras[column - 1] as number);
  }
  for (let row = 1; row <= skips.length; row++) {
    const skip = skips[row - 1] as number;
    let cell = row * width;
    let left = (costs[cell - width] as number) + skip;
    costs[cell] = left;
    for (let column = 1; column < width; column++) {
      cell += 1;
      let min = (costs[cell - width - 1] as number) + compare(row - 1, column - 1);
      const costSkipped = (costs[cell - width] as number) + skip;
      const costExtra = left + (extras[column - 1] as number);
      if (costSkipped < min) min = costSkipped;
      if (costExtra < min) min = costExtra;
      if (endsMatch[row] === 1) {
        for (const match of matchesByCell.get(cell) ?? NO_MATCHES) {
          min = Math.min(min, matchCost(costs, width, cell, match));
        }
      }
      costs[cell] = min;
      left = min;
    }
  }
  return costs;
}

/** Groups the matches between the common ends by the cell in which they end. */
function groupMatchesByCell(
  matches: readonly Match[],
  start: number,
  rows: number,
  columns: number,
): Map<number, Match[]> {
  const matchesByCell = new Map<number, Match[]>();
  for (const match of matches) {
    const [row, column] = [match.at + match.count - start, match.typedAt + match.typedCount - start];
    if (match.at < start || match.typedAt < start || row > rows || column > columns) continue;
    const cell = row * (columns + 1) + column;
    matchesByCell.set(cell, [...(matchesByCell.get(cell) ?? []), match]);
  }
  return matchesByCell;
}

function compareOneByOne({ expectedCount, typedCount, compare }: Pairs): Step[] {
  return Array.from({ length: Math.max(expectedCount, typedCount) }, (_, at) => {
    if (at >= expectedCount) return skipTyped(expectedCount, at);
    return at >= typedCount ? skipExpected(at, typedCount) : matchOne(at, at, findLevel(compare(at, at)));
  });
}
