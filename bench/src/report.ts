/** A result and its target. `met` is null without a target. */
export type Row = { what: string; measured: string; aim: string; met: boolean | null };

/** The results of a bench. The notes describe the method and explain results, in a sentence or two each. */
export type Report = {
  rows: Row[];
  notes: string[];
  /** Violations that must never happen: any of them fails the run. */
  failures?: string[];
};

export type Bench = { name: string; run: () => Promise<Report> };

type Format = (value: number) => string;

const withTarget =
  (sign: '≤' | '≥') =>
  (what: string, value: number, aim: number, format: Format, better?: number): Row => ({
    what,
    measured: format(value),
    aim: `${sign} ${format(aim)}${better === undefined ? '' : `; better ${format(better)}`}`,
    met: sign === '≤' ? value <= aim : value >= aim,
  });

/** A result that must not exceed its target. `better` is a stricter, optional target. */
export const atMost = withTarget('≤');

/** A result that must reach its target. */
export const atLeast = withTarget('≥');

/** A count that must be 0. */
export const expectNone = (what: string, count: number): Row => atMost(what, count, 0, String);

/** A result without a target. */
export const info = (what: string, measured: string): Row => ({ what, measured, aim: '', met: null });

const verdict = ({ met }: Row): string => (met === null ? '' : met ? 'yes' : '**no**');

/** Formats the report as Markdown, which is also readable in a terminal. */
export function toMarkdown({ rows, notes }: Report): string {
  const cells = [
    ['measured', 'result', 'aim', 'met'],
    ...rows.map((row) => [row.what, row.measured, row.aim, verdict(row)]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return [...lines, '', ...notes.map((note) => `- ${note}`)].join('\n');
}
