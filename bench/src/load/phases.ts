import { inMilliseconds, quantile } from '../metrics.ts';
import { atMost, info, none, type Row } from '../report.ts';
import { ACTIONS, type Second } from './crowd-messages.ts';

/** One crowd's events in a second, and the time when it ended. */
export type Heard = Second & { at: number };

export const P95_TARGET_MS = 150;

const getTimes = (seconds: readonly Second[], actions = ACTIONS as readonly (typeof ACTIONS)[number][]) =>
  seconds.flatMap(({ took }) => actions.flatMap((action) => took[action] ?? []));

const getShed = (seconds: readonly Second[]) => seconds.flatMap(({ shed }) => shed);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export const countAnswers = (seconds: readonly Second[]): number => getTimes(seconds).length;

/** Percentiles of each kind of call; `aim` is the limit of the 95th. */
export function rowsOfCalls(phase: string, seconds: readonly Second[], aim?: number): Row[] {
  return ACTIONS.flatMap((action) => {
    const took = getTimes(seconds, [action]);
    if (took.length === 0) return [];
    const [middle, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(took, share)) as [
      number,
      number,
      number,
    ];
    const label = `${phase}: ${action}, ${took.length} times: 95th percentile`;
    const beside = info(
      `${phase}: ${action}: median, 99th percentile`,
      `${inMilliseconds(middle)}, ${inMilliseconds(p99)}`,
    );
    return [
      aim === undefined ? info(label, inMilliseconds(p95)) : atMost(label, p95, aim, inMilliseconds),
      beside,
    ];
  });
}

const inWhole = (value: number) => String(value);

const SHED_TARGET_MS = 1000;
const UNANSWERED = /no answer in/;

/** Failures: none are allowed except, where a server should shed load, a 503 or 429 with a Retry-After. */
export function rowsOfFailures(phase: string, seconds: readonly Second[], canShed: boolean): Row[] {
  const errors = seconds.flatMap((second) => second.errors);
  const shed = getShed(seconds);
  const rows = [
    none(`${phase}: requests without a response`, errors.filter((error) => UNANSWERED.test(error)).length),
    none(`${phase}: errors, and learners with errors`, errors.length),
  ];
  if (canShed) {
    const silent = sum(seconds.map((second) => second.shedWithoutWait));
    rows.push(
      info(`${phase}: refused with 503 or 429`, inWhole(shed.length)),
      none(`${phase}: of which without Retry-After`, silent),
    );
    if (shed.length > 0) {
      const p95 = quantile(shed, 0.95);
      rows.push(atMost(`${phase}: refused after, 95th percentile`, p95, SHED_TARGET_MS, inMilliseconds));
    }
  } else rows.push(none(`${phase}: refused with 503 or 429`, shed.length));
  return rows;
}

/** The kinds of error, with their frequencies. */
export function describeErrors(seconds: readonly Second[]): string {
  const counts = new Map<string, number>();
  for (const error of seconds.flatMap(({ errors }) => errors)) {
    counts.set(error, (counts.get(error) ?? 0) + 1);
  }
  return [...counts].map(([error, times]) => `${error} (${times})`).join('; ');
}

/** Reports the crowd's own event loop delay, which may be part of the times above. */
export const rowOfOwnDelay = (phase: string, seconds: readonly Second[]): Row =>
  info(
    `${phase}: the crowd’s own event loop was late in a second by: median, 95th percentile, at most`,
    [0.5, 0.95, 1]
      .map((share) =>
        inMilliseconds(
          quantile(
            seconds.map(({ ownDelay }) => ownDelay),
            share,
          ),
        ),
      )
      .join(', '),
  );

/** Seconds from `from` to the last one in which a request was shed or failed, or the 95th percentile was too high. */
export function waitUntilCalm(seconds: readonly Heard[], from: number): number {
  const restless = seconds.filter(
    (second) =>
      second.at > from &&
      (second.shed.length > 0 ||
        second.errors.length > 0 ||
        quantile(getTimes([second]), 0.95) > P95_TARGET_MS),
  );
  return Math.max(0, ...restless.map(({ at }) => at - from));
}
