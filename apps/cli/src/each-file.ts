import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Writable } from '@sayback/subtitles';
import type { ExitCode } from './exit-code.ts';
import { EXIT, UsageError } from './exit-code.ts';
import type { WrittenFormat } from './output.ts';
import { print, printLine, sayProblems, showProgress, writeAs } from './output.ts';
import type { Input } from './read-input.ts';
import { isUnreadable, readInput } from './read-input.ts';

/** Where the results go: JSON lines on standard output, or subtitle files; 'same' keeps each file's own format. */
export type Target = { to: 'json' | 'same' | WrittenFormat; folder: string | undefined };

/** What a command makes of one file: the cues to write, and what else its JSON line says. */
export type Result = { writable: Writable; json: Record<string, unknown> };

/**
 * Does the same to every file, one after the other. A file that can't be read gets its line too and makes the exit code 1;
 * the others are done all the same. Throws a UsageError when several subtitle files would go to one standard output.
 */
export async function eachFile(
  files: readonly string[],
  { to, folder }: Target,
  work: (input: Input) => Result,
): Promise<ExitCode> {
  if (files.length > 1 && to !== 'json' && folder === undefined) {
    throw new UsageError('Several files need --to json, or --out-dir for where to write them.');
  }
  let code: ExitCode = EXIT.done;
  for (const [at, file] of files.entries()) {
    showProgress(at, files.length, file);
    const input = await readInput(file);
    if (isUnreadable(input)) code = EXIT.unreadable;
    const { writable, json } = work(input);
    if (to === 'json') {
      const { encoding, format, problems } = input;
      await printLine({ file, encoding, format, ...json, problems });
      continue;
    }
    sayProblems(file, input.problems);
    if (isUnreadable(input)) continue;
    const format = to === 'same' ? (input.format === 'srt' ? 'srt' : 'vtt') : to;
    await deliver(file, writeAs(format, writable), format, folder);
  }
  showProgress(files.length, files.length, '');
  return code;
}

async function deliver(
  file: string,
  text: string,
  format: string,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) return print(text);
  await mkdir(folder, { recursive: true });
  const name = file === '-' ? 'stdin' : basename(file, extname(file));
  await writeFile(join(folder, `${name}.${format}`), text);
}
