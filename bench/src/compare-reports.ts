import type { Report } from './report.ts';

/**
 * Compares the results of two servers side by side. Rows are matched by their label; notes and failures are the later server's.
 */
export function compareReports(before: Report, after: Report): Report {
  const earlier = new Map(before.rows.map((row) => [row.what, row.measured]));
  const later = new Set(after.rows.map(({ what }) => what));
  return {
    ...after,
    rows: [
      ...after.rows.map((row) => ({ ...row, before: earlier.get(row.what) ?? '–' })),
      ...before.rows
        .filter(({ what }) => !later.has(what))
        .map(({ what, measured }) => ({ what, before: measured, measured: '–', aim: '', met: null })),
    ],
  };
}
