import type { Warning } from '@sayback/subtitles';
import { check as checkCues } from '@sayback/subtitles';
import { parseChoice, parseCommandLine, requireFiles } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT } from '../exit-code.ts';
import { print, printProblems, showProgress } from '../output.ts';
import { processFiles } from '../process-files.ts';
import { isUnreadable, readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export const CHECK_HELP = `Usage: sayback check [FILE…] [--to text|json]

Reports problems with a file: unreadable lines, and cues that are too fast, short, long, wide or tall, overlap, are
empty, or repeat their neighbour. Without a file, or with “-”, reads standard input.

  --to FORMAT  text (the default): one line per problem; json: one line per file

The exit code is 3 if there are any problems.
`;

export async function check(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, { to: { type: 'string', default: 'text' } });
  const files = requireFiles(positionals);
  let problemCount = 0;
  const count = (warnings: readonly Warning[], problems: readonly unknown[]) => {
    problemCount += warnings.length + problems.length;
  };
  if (parseChoice('to', values.to, ['text', 'json']) === 'json') {
    const code = await processFiles(terminal, files, { to: 'json', folder: undefined }, (input) => {
      const warnings = checkCues(input.cues);
      count(warnings, input.problems);
      return { writable: input, json: { warnings } };
    });
    return code === EXIT.done && problemCount > 0 ? EXIT.checkResult : code;
  }
  let code: ExitCode = EXIT.done;
  for (const [at, file] of files.entries()) {
    showProgress(terminal, at, files.length, file);
    const input = await readInput(terminal, file);
    if (isUnreadable(input)) code = EXIT.unreadable;
    const warnings = checkCues(input.cues);
    count(warnings, input.problems);
    printProblems(terminal, file, input.problems);
    await print(
      terminal,
      warnings.map((warning) => `${file}: cue #${warning.index} ${describe(warning)}\n`).join(''),
    );
  }
  showProgress(terminal, files.length, files.length, '');
  return code === EXIT.done && problemCount > 0 ? EXIT.checkResult : code;
}

function describe(warning: Warning): string {
  switch (warning.kind) {
    case 'too-fast':
      return `has ${round(warning.value)} characters a second (at most ${warning.limit})`;
    case 'too-short':
      return `lasts ${warning.value} ms (at least ${warning.limit})`;
    case 'too-long':
      return `lasts ${warning.value} ms (at most ${warning.limit})`;
    case 'overlap':
      return `overlaps cue #${warning.other} by ${warning.value} ms`;
    case 'empty':
      return 'has no text';
    case 'too-many-lines':
      return `has ${warning.value} lines (at most ${warning.limit})`;
    case 'long-line':
      return `has ${warning.value} characters in line ${warning.line} (at most ${warning.limit})`;
    case 'same-text':
      return `says the same as cue #${warning.other}`;
  }
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
