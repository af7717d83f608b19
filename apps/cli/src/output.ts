import { once } from 'node:events';
import type { Cue, Problem, Writable } from '@sayback/subtitles';
import { writeSrt, writeVtt } from '@sayback/subtitles';

export type WrittenFormat = 'srt' | 'vtt';

/** Writes to standard output, waiting while a pipe is full. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** One line of JSON. */
export function printLine(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value)}\n`);
}

/** A message beside the output proper. */
export function say(message: string): void {
  process.stderr.write(`sayback: ${message}\n`);
}

/** Problems with a file as compilers print theirs, `file:line: message`. */
export function sayProblems(file: string, problems: readonly Problem[]): void {
  for (const { line, message } of problems) process.stderr.write(`${file}:${line}: ${message}\n`);
}

/** How far a long work is, on one line that is written over; nothing where no person watches. */
export function showProgress(done: number, total: number, what: string): void {
  if (!process.stderr.isTTY || total < 2) return;
  process.stderr.write(done >= total ? '\r\u001B[K' : `\r\u001B[K${done + 1}/${total} ${what}`);
}

export function writeAs(format: WrittenFormat, writable: Writable): string {
  return format === 'srt' ? writeSrt(writable) : writeVtt(writable);
}

/** Cues as the commands' JSON has them. */
export function toJson(cues: readonly Cue[]) {
  return cues.map(({ index, start, end, text }) => ({ index, start_ms: start, end_ms: end, text }));
}
