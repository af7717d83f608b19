import { appendFileSync } from 'node:fs';

export type TestOutcome = {
  name: string;
  state: 'passed' | 'failed' | 'flaky' | 'skipped' | 'pending';
  /** The first run's failures come first. */
  errors: readonly { message?: string | undefined }[];
};

/** Maximum number of lines of a message, which may contain a page or a diff. */
const MESSAGE_LINES = 6;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Summarises a run: counts, and each test that failed or passed only when retried, with its first failure. */
export function summarize(run: string, tests: readonly TestOutcome[]): string {
  const count = (state: TestOutcome['state']) => tests.filter((test) => test.state === state).length;
  const lines = [`${run}: ${count('passed')} passed, ${count('failed')} failed, ${count('flaky')} flaky`];
  for (const { name, state, errors } of tests) {
    if (state !== 'failed' && state !== 'flaky') continue;
    const [{ message: reason = '' } = {}] = errors;
    const message = reason.replace(COLOURS, '').split('\n').filter(Boolean).slice(0, MESSAGE_LINES);
    lines.push(`  ${state.toUpperCase()} ${name}`, ...message.map((line) => `    ${line}`));
  }
  return `${lines.join('\n')}\n`;
}

/** Prints a summary. Under `npm test`, saves it instead, so that `npm test` can print the summaries of all runs at the end. */
export function writeSummary(run: string, tests: readonly TestOutcome[]): void {
  const file = process.env.TEST_SUMMARY;
  if (file) appendFileSync(file, summarize(run, tests));
  else process.stdout.write(`\n${summarize(run, tests)}`);
}
