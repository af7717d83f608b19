import { quantile } from '../../metrics.ts';

/** Counts outcomes of requests: by status, or by the name of the error that broke the connection. */
export function openTally() {
  let counts = new Map<string, number>();
  let elapsed: number[] = [];
  /** Improper errors: a 500, one without a message, a 503 without Retry-After. */
  let improper = new Map<string, number>();
  const count = (counter: Map<string, number>, label: string) =>
    counter.set(label, (counter.get(label) ?? 0) + 1);

  return {
    /** `ms` is null for a request without a response. */
    note(outcome: string, ms: number | null): void {
      count(counts, outcome);
      if (ms !== null) elapsed.push(ms);
    },
    recordImproper: (label: string) => void count(improper, label),
    /** Returns the counts since the last call, and resets them. */
    take() {
      const taken = {
        requests: [...counts.values()].reduce((sum, count) => sum + count, 0),
        counts: [...counts].sort(([a], [b]) => a.localeCompare(b)),
        improper: [...improper],
        p95: quantile(elapsed, 0.95),
        slowest: elapsed.length > 0 ? Math.max(...elapsed) : 0,
      };
      counts = new Map();
      improper = new Map();
      elapsed = [];
      return taken;
    },
  };
}

export type Tally = ReturnType<typeof openTally>;

/** Formats counts: `200: 12, ECONNREFUSED: 3`. */
export const formatCounts = (counts: readonly (readonly [string, number])[]): string =>
  counts.map(([label, many]) => `${label}: ${many}`).join(', ') || 'none';

/** Counts equal names: `200: 12, 503: 3`. */
export function countByName(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return formatCounts([...counts]);
}

/** Returns a request's outcome: its status, or the code or message of its error. */
export const toOutcome = (asking: Promise<{ status: number }>): Promise<string> =>
  asking.then(
    ({ status }) => String(status),
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
