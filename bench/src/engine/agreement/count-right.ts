import type { Report, Row } from '../../report.ts';

/** A test case's name, and whether its result was right. */
export type Outcome = { name: string; right: boolean };

/**
 * Reports the number of right outcomes and the names of the wrong ones; all must be right. `outcomes` is null if the test
 * material is missing.
 */
export function countRight(what: string, outcomes: readonly Outcome[] | null): Report {
  if (outcomes === null) return { rows: [], notes: [`${what}: skipped, since its files are missing.`] };
  const wrong = outcomes.filter(({ right }) => !right).map(({ name }) => name);
  const row: Row = {
    what,
    measured: `${outcomes.length - wrong.length} of ${outcomes.length}`,
    aim: 'all',
    met: wrong.length === 0,
  };
  return { rows: [row], notes: wrong.length === 0 ? [] : [`${what}, wrong: ${wrong.join(', ')}.`] };
}
