import { ALIGN_HELP, align } from './commands/align.ts';
import { CHECK_HELP, check } from './commands/check.ts';
import { CLEAN_HELP, clean } from './commands/clean.ts';
import { CONVERT_HELP, convert } from './commands/convert.ts';
import { CUTS_HELP, cuts } from './commands/cuts.ts';
import { GRADE_HELP, grade } from './commands/grade.ts';
import { SYNC_HELP, sync } from './commands/sync.ts';
import type { ExitCode } from './exit-code.ts';
import { EXIT, UsageError } from './exit-code.ts';
import { print, printNotice } from './output.ts';
import type { Terminal } from './terminal.ts';

type Command = { help: string; run: (terminal: Terminal, args: readonly string[]) => Promise<ExitCode> };

const COMMANDS = new Map<string, Command>([
  ['align', { help: ALIGN_HELP, run: align }],
  ['clean', { help: CLEAN_HELP, run: clean }],
  ['convert', { help: CONVERT_HELP, run: convert }],
  ['sync', { help: SYNC_HELP, run: sync }],
  ['cuts', { help: CUTS_HELP, run: cuts }],
  ['check', { help: CHECK_HELP, run: check }],
  ['grade', { help: GRADE_HELP, run: grade }],
]);

const HELP = `Usage: sayback COMMAND …

  align    join an original and its translation into segments
  clean    remove text that isn't speech: brackets, speaker names, effects
  convert  read SubRip, WebVTT, ASS, TTML, EBU STL, SCC and others in any encoding, and rewrite it in UTF-8
  sync     synchronise a file with another one or with a film's audio, or shift it
  cuts     move each cue to where its speech starts and ends in the film
  check    report problems with a file
  grade    grade a text that was typed after hearing a line

sayback COMMAND --help explains a command.

Exit codes: 0 done, 1 a file could not be read (the others were done), 2 invalid command line,
3 done, but a person should check.
`;

/** Runs a command and returns the exit code. Prints usage errors to stderr. */
export async function sayback(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  try {
    return await runCommand(terminal, args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printNotice(terminal, error.message);
    return EXIT.usage;
  }
}

async function runCommand(terminal: Terminal, [name, ...args]: readonly string[]): Promise<ExitCode> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    await print(terminal, HELP);
    return name === undefined ? EXIT.usage : EXIT.done;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) throw new UsageError(`There is no command “${name}”; see sayback --help.`);
  if (args.includes('--help') || args.includes('-h')) {
    await print(terminal, command.help);
    return EXIT.done;
  }
  return command.run(terminal, args);
}
