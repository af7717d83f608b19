export type BestOption<Option> = {
  option: Option;
  /** Extra cost of the best path through any other option of this column. */
  margin: number;
};

/**
 * Finds the cheapest path through columns of options (Viterbi, forwards and backwards). Returns the option of each column and its
 * margin.
 */
export function findBestPath<Option extends { cost: number }>(
  columns: readonly Option[][],
  transitionCost: (column: number, before: Option, after: Option) => number,
): BestOption<Option>[] {
  const forward: number[][] = [];
  for (const [column, options] of columns.entries()) {
    const previousOptions = columns[column - 1];
    const costs = forward[column - 1];
    forward.push(
      options.map((option) => {
        if (!previousOptions || !costs) return option.cost;
        return (
          option.cost +
          minimum(
            previousOptions.map(
              (neighbour, index) => (costs[index] as number) + transitionCost(column, neighbour, option),
            ),
          )
        );
      }),
    );
  }
  const backward: number[][] = columns.map((options) => options.map(() => 0));
  for (let column = columns.length - 2; column >= 0; column--) {
    const nextOptions = columns[column + 1] as Option[];
    backward[column] = (columns[column] as Option[]).map((option) =>
      minimum(
        nextOptions.map(
          (neighbour, index) =>
            transitionCost(column + 1, option, neighbour) +
            neighbour.cost +
            ((backward[column + 1] as number[])[index] as number),
        ),
      ),
    );
  }
  const chosen: BestOption<Option>[] = [];
  for (const [column, options] of columns.entries()) {
    const previous = chosen.at(-1)?.option;
    const totals = options.map(
      (_, index) => (forward[column]?.[index] as number) + (backward[column]?.[index] as number),
    );
    // Breaks ties in favour of an option compatible with the previous one.
    const compatibleTotals = options.map((option, index) =>
      !previous || transitionCost(column, previous, option) < Number.POSITIVE_INFINITY
        ? (totals[index] as number)
        : Number.POSITIVE_INFINITY,
    );
    const index = compatibleTotals.indexOf(minimum(compatibleTotals));
    const otherTotals = totals.filter((_, otherIndex) => otherIndex !== index);
    chosen.push({
      option: options[Math.max(0, index)] as Option,
      margin: minimum(otherTotals) - (totals[index] ?? 0),
    });
  }
  return chosen;
}

const minimum = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
