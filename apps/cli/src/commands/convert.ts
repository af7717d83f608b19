import { choose, filesOf, parseCommandLine } from '../command-line.ts';
import { eachFile } from '../each-file.ts';
import type { ExitCode } from '../exit-code.ts';
import { UsageError } from '../exit-code.ts';
import { toJson } from '../output.ts';
import type { Terminal } from '../terminal.ts';

export const CONVERT_HELP = `Usage: sayback convert [FILE…] --to srt|vtt|json [--out-dir FOLDER]

Reads SubRip, WebVTT, SubStation Alpha or YouTube's json3 in any encoding and rewrites it in UTF-8.
Automatic captions of YouTube, which roll, come out with every line once.
Without a file, or with “-”, standard input is read.

  --to FORMAT       srt, vtt, or json: one line a file, with cues in milliseconds and problems
  --out-dir FOLDER  write the files there; without it a single one goes to standard output
`;

export function convert(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    to: { type: 'string' },
    'out-dir': { type: 'string' },
  });
  if (values.to === undefined) throw new UsageError('Say what to convert to: --to srt, vtt or json.');
  const target = { to: choose('to', values.to, ['srt', 'vtt', 'json']), folder: values['out-dir'] };
  return eachFile(terminal, filesOf(positionals), target, (input) => ({
    writable: input,
    json: { cues: toJson(input.cues) },
  }));
}
