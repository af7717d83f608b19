import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import type { Writable, WrittenFormat } from '@sayback/subtitles';
import { writeSubtitles, writtenFormat } from '@sayback/subtitles';
import type { ExitCode } from './exit-code.ts';
import { EXIT, UsageError } from './exit-code.ts';
import { print, printLine, printProblems, showProgress } from './output.ts';
import type { Input } from './read-input.ts';
import { isUnreadable, readInput } from './read-input.ts';
import type { Terminal } from './terminal.ts';

/** The output: JSON lines on standard output, or subtitle files. 'same' keeps each file's format. */
export type Target = { to: 'json' | 'same' | WrittenFormat; folder: string | undefined };

/** A command's result for one file. `json`: further fields of its JSON line. */
export type Result = { writable: Writable; json: Record<string, unknown> };

/**
 * Processes files in sequence. Unreadable files also get a JSON line; the exit code is then 1. Throws a UsageError if several
 * subtitle files would be written to standard output or to the same file, or if the folder isn't writable.
 */
export async function processFiles(
  terminal: Terminal,
  files: readonly string[],
  { to, folder }: Target,
  work: (input: Input) => Result,
): Promise<ExitCode> {
  if (files.length > 1 && to !== 'json' && folder === undefined) {
    throw new UsageError('Several files need --to json or --out-dir.');
  }
  if (folder !== undefined) checkUniqueNames(files);
  let code: ExitCode = EXIT.done;
  for (const [at, file] of files.entries()) {
    showProgress(terminal, at, files.length, file);
    const input = await readInput(terminal, file);
    if (isUnreadable(input)) code = EXIT.unreadable;
    const { writable, json } = work(input);
    if (to === 'json') {
      const { encoding, format, problems } = input;
      await printLine(terminal, { file, encoding, format, ...json, problems });
      continue;
    }
    printProblems(terminal, file, input.problems);
    if (isUnreadable(input)) continue;
    const format = to === 'same' ? writtenFormat(input.format ?? 'srt') : to;
    const text = writeSubtitles(format, writable);
    if (folder === undefined) await print(terminal, text);
    else await saveFile(resolve(terminal.cwd, folder), file, format, text);
  }
  showProgress(terminal, files.length, files.length, '');
  return code;
}

/** Throws if two files have the same name, and would overwrite each other in the folder. */
function checkUniqueNames(files: readonly string[]): void {
  const names = new Set<string>();
  for (const file of files) {
    const name = getName(file);
    if (names.has(name))
      throw new UsageError(`Two files are called “${name}”, and one folder can't hold both.`);
    names.add(name);
  }
}

function getName(file: string): string {
  return file === '-' ? 'stdin' : basename(file, extname(file));
}

async function saveFile(folder: string, file: string, format: string, text: string): Promise<void> {
  const path = join(folder, `${getName(file)}.${format}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    throw new UsageError(
      `“${path}” could not be written: ${error instanceof Error ? error.message : error}.`,
    );
  }
}
