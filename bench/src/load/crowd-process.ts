// Runs in a separate process. Simulates learners: receives an order, reports every second, and stops on request.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { CrowdOrder, Departure, Second } from './crowd-messages.ts';
import { createLearner, type Outcome } from './learner.ts';

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

const emptySecond = (): Second => ({
  kind: 'second',
  took: {},
  shed: [],
  shedWithoutWait: 0,
  errors: [],
  ownDelay: 0,
});

let second = emptySecond();
let hasLeft = false;

function recordOutcome({ action, status, took, canWait, error }: Outcome): void {
  if (status === 200 || status === 206) {
    const times = second.took[action] ?? [];
    second.took[action] = times;
    times.push(Math.round(took * 100) / 100);
  } else if (status === 503 || status === 429) {
    second.shed.push(Math.round(took * 100) / 100);
    if (!canWait) second.shedWithoutWait += 1;
  } else second.errors.push(`${action}: ${error ?? status}`);
}

function reportSecond(): void {
  process.send?.({ ...second, ownDelay: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) });
  second = emptySecond();
  delay.reset();
}

process.once('message', (order: CrowdOrder) => {
  const watch = { report: recordOutcome, hasLeft: () => hasLeft };
  const learners = Array.from({ length: order.to - order.from + 1 }, (_, n) =>
    createLearner(order.from + n, order, watch),
  );
  delay.enable();
  const timer = setInterval(reportSecond, 1000);
  for (const learner of learners) void learner.practise();
  process.once('message', () => {
    hasLeft = true;
    clearInterval(timer);
    reportSecond();
    const departure: Departure = {
      kind: 'departure',
      positions: learners.flatMap((learner) => learner.leave()),
    };
    process.send?.(departure, () => process.exit(0));
  });
});
