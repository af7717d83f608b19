import { clean as cleanCues } from '@sayback/subtitles';
import { parseChoice, parseCommandLine, requireFiles } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { printNotice, toJson } from '../output.ts';
import { processFiles } from '../process-files.ts';
import type { Terminal } from '../terminal.ts';

export const CLEAN_HELP = `Usage: sayback clean [FILE…] [--hearing-impaired] [--speaker-names] [--effects]
                     [--language CODE] [--to srt|vtt|json] [--out-dir FOLDER]

Removes text that isn't speech. Each switch selects a kind of text; without one nothing is removed.
Without a file, or with “-”, standard input is read.

  --hearing-impaired  text in brackets
  --speaker-names     “MAN:”, “>>”
  --effects           “[Music]”, “♪”, “*door creaks*”
  --language CODE     the language of the files, such as tr or pt-BR
  --to FORMAT         srt, vtt (default: the file's own format), or json: one line per file, with every change
  --out-dir FOLDER    folder for the files; without it, a single one goes to standard output
`;

export function clean(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    'hearing-impaired': { type: 'boolean', default: false },
    'speaker-names': { type: 'boolean', default: false },
    effects: { type: 'boolean', default: false },
    language: { type: 'string' },
    to: { type: 'string', default: 'same' },
    'out-dir': { type: 'string' },
  });
  const switches = {
    hearingImpaired: values['hearing-impaired'],
    speakerNames: values['speaker-names'],
    effects: values.effects,
  };
  if (!Object.values(switches).includes(true)) {
    printNotice(terminal, 'nothing is removed without a switch; see sayback clean --help.');
  }
  const { language } = values;
  const target = {
    to: parseChoice('to', values.to, ['same', 'srt', 'vtt', 'json']),
    folder: values['out-dir'],
  };
  return processFiles(terminal, requireFiles(positionals), target, (input) => {
    const { cues, changes } = cleanCues(input.cues, {
      ...switches,
      ...(language !== undefined && { language }),
    });
    return { writable: { ...input, cues }, json: { cues: toJson(cues), changes } };
  });
}
