import type { Cue } from '@sayback/subtitles';
import type { FileProblem } from './read-input.ts';
import type { Terminal } from './terminal.ts';

/** Writes to standard output. Waits while the pipe is full. */
export async function print({ stdout }: Terminal, text: string): Promise<void> {
  if (!stdout.write(text)) await new Promise<void>((resolve) => stdout.once('drain', resolve));
}

export function printLine(terminal: Terminal, value: unknown): Promise<void> {
  return print(terminal, `${JSON.stringify(value)}\n`);
}

export function printNotice({ stderr }: Terminal, message: string): void {
  stderr.write(`sayback: ${message}\n`);
}

/** Prints a file's problems in the format of compilers: `file:line: message`. */
export function printProblems({ stderr }: Terminal, file: string, problems: readonly FileProblem[]): void {
  for (const { line, message } of problems) stderr.write(`${file}:${line}: ${message}\n`);
}

/** Shows progress on a line that is overwritten. Shows nothing without a TTY. */
export function showProgress({ stderr }: Terminal, done: number, total: number, label: string): void {
  if (total < 2) return;
  showStep({ stderr }, done >= total ? '' : `${done + 1}/${total} ${label}`);
}

/** Shows the current step on that line. '' clears the line. */
export function showStep({ stderr }: Pick<Terminal, 'stderr'>, step: string): void {
  if (stderr.isTTY) stderr.write(`\r\u001B[K${step}`);
}

/** Converts cues for JSON output. */
export function toJson(cues: readonly Cue[]) {
  return cues.map(({ index, start, end, text }) => ({ index, start_ms: start, end_ms: end, text }));
}
