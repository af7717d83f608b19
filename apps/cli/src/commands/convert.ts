import { basename } from 'node:path';
import { writtenFormats } from '@sayback/subtitles';
import { parseChoice, parseCommandLine, requireFiles } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { UsageError } from '../exit-code.ts';
import { toJson } from '../output.ts';
import { processFiles } from '../process-files.ts';
import type { Terminal } from '../terminal.ts';

export const CONVERT_HELP = `Usage: sayback convert [FILE…] --to srt|vtt|ass|ttml|json [--language TAG] [--out-dir FOLDER]

Reads SubRip, WebVTT, SubStation Alpha or YouTube's json3 in any encoding and rewrites it in UTF-8.
YouTube's automatic captions, which roll, are written with every line once.
Without a file, or with “-”, standard input is read.

  --to FORMAT       srt, vtt, ass, ttml, or json: one line per file, with cues in milliseconds and problems.
                    In ass and ttml, long lines are wrapped: 42 columns, 16 full-width ones
  --language TAG    language of the texts, for ttml; default: from the file's name (film.fr.srt)
  --out-dir FOLDER  folder for the files; without it, a single one goes to standard output
`;

export function convert(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    to: { type: 'string' },
    'out-dir': { type: 'string' },
    language: { type: 'string' },
  });
  if (values.to === undefined)
    throw new UsageError('convert needs a format: --to srt, vtt, ass, ttml or json.');
  const target = { to: parseChoice('to', values.to, [...writtenFormats, 'json']), folder: values['out-dir'] };
  return processFiles(terminal, requireFiles(positionals), target, (input) => ({
    writable: { ...input, language: values.language ?? parseLanguage(input.file) },
    json: { cues: toJson(input.cues) },
  }));
}

/** Returns the BCP 47 tag in a file name (`pt-BR` in `film.pt-BR.srt`), or ''. */
const parseLanguage = (file: string): string =>
  /\.([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.[^.]+$/.exec(basename(file))?.[1] ?? '';
