export type Chosen<Option> = {
  option: Option;
  /** Extra cost of the best path through another option here. */
  margin: number;
};

/**
 * Finds the cheapest path through columns of options (Viterbi, forwards and backwards). Returns the option of each column, with
 * the extra cost of any other one there.
 */
export function bestPath<Option extends { cost: number }>(
  columns: readonly Option[][],
  between: (column: number, before: Option, after: Option) => number,
): Chosen<Option>[] {
  const forward: number[][] = [];
  for (const [column, options] of columns.entries()) {
    const before = columns[column - 1];
    const costs = forward[column - 1];
    forward.push(
      options.map((option) => {
        if (!before || !costs) return option.cost;
        return (
          option.cost + least(before.map((one, at) => (costs[at] as number) + between(column, one, option)))
        );
      }),
    );
  }
  const backward: number[][] = columns.map((options) => options.map(() => 0));
  for (let column = columns.length - 2; column >= 0; column--) {
    const after = columns[column + 1] as Option[];
    backward[column] = (columns[column] as Option[]).map((option) =>
      least(
        after.map(
          (one, at) =>
            between(column + 1, option, one) + one.cost + ((backward[column + 1] as number[])[at] as number),
        ),
      ),
    );
  }
  const chosen: Chosen<Option>[] = [];
  for (const [column, options] of columns.entries()) {
    const previous = chosen.at(-1)?.option;
    const totals = options.map(
      (_, at) => (forward[column]?.[at] as number) + (backward[column]?.[at] as number),
    );
    // Break ties in favour of an option compatible with the previous one.
    const follows = options.map((option, at) =>
      !previous || between(column, previous, option) < Number.POSITIVE_INFINITY
        ? (totals[at] as number)
        : Number.POSITIVE_INFINITY,
    );
    const at = follows.indexOf(least(follows));
    const others = totals.filter((_, other) => other !== at);
    chosen.push({ option: options[Math.max(0, at)] as Option, margin: least(others) - (totals[at] ?? 0) });
  }
  return chosen;
}

const least = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
