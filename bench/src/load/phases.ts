import { inMilliseconds, quantile } from '../metrics.ts';
import { atMost, expectNone, info, type Row } from '../report.ts';
import { isTimeout } from '../wire/connection.ts';
import { ACTIONS, type Second } from './crowd-messages.ts';

/** A crowd's events in a second, and the time at its end (`performance.now()`). */
export type CrowdSecond = Second & { at: number };

export const P95_TARGET_MS = 150;

const listTimes = (seconds: readonly Second[], actions = ACTIONS as readonly (typeof ACTIONS)[number][]) =>
  seconds.flatMap(({ took }) => actions.flatMap((action) => took[action] ?? []));

const listShed = (seconds: readonly Second[]) => seconds.flatMap(({ shed }) => shed);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export const countResponses = (seconds: readonly Second[]): number => listTimes(seconds).length;

/** Reports percentiles for each kind of call. `aim` is the limit of the 95th. */
export function buildCallRows(phase: string, seconds: readonly Second[], aim?: number): Row[] {
  return ACTIONS.flatMap((action) => {
    const took = listTimes(seconds, [action]);
    if (took.length === 0) return [];
    const [middle, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(took, share)) as [
      number,
      number,
      number,
    ];
    const label = `${phase}: ${action}, ${took.length} times: 95th percentile`;
    const percentiles = info(
      `${phase}: ${action}: median, 99th percentile`,
      `${inMilliseconds(middle)}, ${inMilliseconds(p99)}`,
    );
    return [
      aim === undefined ? info(label, inMilliseconds(p95)) : atMost(label, p95, aim, inMilliseconds),
      percentiles,
    ];
  });
}

const formatCount = (value: number) => String(value);

const SHED_TARGET_MS = 1000;

/** Reports failures. None are allowed, except 503s and 429s with a Retry-After if `canShed`. */
export function buildFailureRows(phase: string, seconds: readonly Second[], canShed: boolean): Row[] {
  const errors = seconds.flatMap((second) => second.errors);
  const shed = listShed(seconds);
  const rows = [
    expectNone(`${phase}: requests without a response`, errors.filter(isTimeout).length),
    expectNone(`${phase}: errors, and learners with errors`, errors.length),
  ];
  if (canShed) {
    const withoutWait = sum(seconds.map((second) => second.shedWithoutWait));
    rows.push(
      info(`${phase}: refused with 503 or 429`, formatCount(shed.length)),
      expectNone(`${phase}: of which without Retry-After`, withoutWait),
    );
    if (shed.length > 0) {
      const p95 = quantile(shed, 0.95);
      rows.push(atMost(`${phase}: refused after, 95th percentile`, p95, SHED_TARGET_MS, inMilliseconds));
    }
  } else rows.push(expectNone(`${phase}: refused with 503 or 429`, shed.length));
  return rows;
}

/** Formats the kinds of errors with their counts. */
export function describeErrors(seconds: readonly Second[]): string {
  const counts = new Map<string, number>();
  for (const error of seconds.flatMap(({ errors }) => errors)) {
    counts.set(error, (counts.get(error) ?? 0) + 1);
  }
  return [...counts].map(([error, times]) => `${error} (${times})`).join('; ');
}

/** Reports the event loop delay of the crowd's own process, which may be part of the measured times. */
export const buildOwnDelayRow = (phase: string, seconds: readonly Second[]): Row =>
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

/**
 * Returns the time from `from` to the end of the last second in which a request was shed or failed, or the 95th percentile was
 * too high, in milliseconds.
 */
export function waitUntilCalm(seconds: readonly CrowdSecond[], from: number): number {
  const busySeconds = seconds.filter(
    (second) =>
      second.at > from &&
      (second.shed.length > 0 ||
        second.errors.length > 0 ||
        quantile(listTimes([second]), 0.95) > P95_TARGET_MS),
  );
  return Math.max(0, ...busySeconds.map(({ at }) => at - from));
}
