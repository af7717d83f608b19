import type { AlignedSegment, Cue } from '@sayback/subtitles';
import { alignFiles, writeSubtitles } from '@sayback/subtitles';
import { parseChoice, parseCommandLine } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { print, printLine, printNotice, printProblems } from '../output.ts';
import { isUnreadable, readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export const ALIGN_HELP = `Usage: sayback align ORIGINAL TARGET [--format json|beads|srt|vtt]
                     [--original-language CODE] [--target-language CODE]

Joins the cues of an original and its translation into segments, in order of time.
One of the two files may be “-”, standard input.

  --format FORMAT  json (the default): segments with times in milliseconds, both texts, label, mismatch and confidence;
                   beads: the cues (from 0) that belong together; srt, vtt: one cue per segment with both texts

Cues of the translation before the original's first are left out, with a message that names them.
`;

export async function align(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    format: { type: 'string', default: 'json' },
    'original-language': { type: 'string' },
    'target-language': { type: 'string' },
  });
  const format = parseChoice('format', values.format, ['json', 'beads', 'srt', 'vtt']);
  const [first, second, ...more] = positionals;
  if (first === undefined || second === undefined || more.length > 0) {
    throw new UsageError('align takes two files, the original and the translation.');
  }
  const inputs = [await readInput(terminal, first), await readInput(terminal, second)];
  for (const { file, problems } of inputs) printProblems(terminal, file, problems);
  if (inputs.some(isUnreadable)) return EXIT.unreadable;
  const [original = [], target = []] = inputs.map(({ cues }) => cues);
  const { segments, leftOut } = alignFiles(original, target, {
    ...(values['original-language'] !== undefined && { originalLanguage: values['original-language'] }),
    ...(values['target-language'] !== undefined && { targetLanguage: values['target-language'] }),
  });
  if (leftOut.target.length > 0) {
    const cues = leftOut.target.map((at) => at + 1).join(', ');
    printNotice(
      terminal,
      `${second}: left out, since it comes before the first cue of ${first}: cue ${cues}`,
    );
  }
  if (format === 'json') await printLine(terminal, segments.map(toRecord));
  else if (format === 'beads') await printLine(terminal, segments.map(toBead));
  else await print(terminal, writeSubtitles(format, segments.map(toCue)));
  return EXIT.done;
}

function toRecord({ start, end, ...segment }: AlignedSegment) {
  return { start_ms: start, end_ms: end, ...segment };
}

function toBead({ original, target, mismatch, confidence }: AlignedSegment) {
  return { orig: original, target, mismatch, confidence };
}

function toCue({ start, end, text_original, text_target }: AlignedSegment, at: number): Cue {
  const text = [text_original, text_target].filter((text) => text !== '').join('\n');
  return { index: at + 1, start, end, text };
}
