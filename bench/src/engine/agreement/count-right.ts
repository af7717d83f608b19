import type { Report, Row } from '../../report.ts';

/** One case of a list: its name, and whether its result was right. */
export type Outcome = { name: string; right: boolean };

/**
 * Reports the share of right outcomes, with the names of the wrong ones; the target is all. `outcomes` is null without the
 * material.
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
