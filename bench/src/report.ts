/** One figure beside what it should be. `met` is null where there is no aim to meet. */
export type Row = { what: string; measured: string; aim: string; met: boolean | null };

/** What a bench found; the notes say how it was measured and what explains the figures, a sentence or two each. */
export type Report = {
  rows: Row[];
  notes: string[];
  /** What must never be: with any, the run fails. */
  failures?: string[];
};

export type Bench = { name: string; run: () => Promise<Report> };

/** A figure that must not be above its aim. */
export const atMost = (what: string, value: number, aim: number, format: (value: number) => string): Row => ({
  what,
  measured: format(value),
  aim: `≤ ${format(aim)}`,
  met: value <= aim,
});

/** A figure that is only told. */
export const told = (what: string, measured: string): Row => ({ what, measured, aim: '', met: null });

const verdict = ({ met }: Row): string => (met === null ? '' : met ? 'yes' : '**no**');

/** The report as Markdown, which a terminal shows well enough too. */
export function toMarkdown({ rows, notes }: Report): string {
  const cells = [
    ['measured', 'result', 'aim', 'met'],
    ...rows.map((row) => [row.what, row.measured, row.aim, verdict(row)]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return [...lines, '', ...notes.map((note) => `- ${note}`)].join('\n');
}
