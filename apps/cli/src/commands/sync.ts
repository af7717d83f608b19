import { formatPosition } from '@sayback/contract/position';
import type { Synchronised } from '@sayback/subtitles';
import { MIN_TRUST, shiftFrom, synchronise, writeSubtitles, writtenFormat } from '@sayback/subtitles';
import { choose, numberOf, parseCommandLine } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { print, printLine, printNotice, printProblems, toJson } from '../output.ts';
import { isUnreadable, readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export const SYNC_HELP = `Usage: sayback sync FILE REFERENCE [--to srt|vtt|json]
       sayback sync FILE --shift SECONDS [--from N] [--to srt|vtt|json]

Brings a file into step with another one of the same video, in any language: offset, speed, breaks and cuts.
A file that is in time already is written as it is. Or moves all cues, or those from the N-th on, by some seconds.

  --shift SECONDS  later, or with a minus sign earlier (--shift=-1.5); nothing goes below 0
  --from N         the first cue to shift, counted from 1
  --to FORMAT      srt, vtt (as the file is, when not given), or json: what was found, and the cues

The exit code is 3 when the two files don't seem to belong together; the file is then written as it is.
`;

export async function sync(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    to: { type: 'string', default: 'same' },
    shift: { type: 'string' },
    from: { type: 'string', default: '1' },
  });
  const to = choose('to', values.to, ['same', 'srt', 'vtt', 'json']);
  const from = numberOf('from', values.from);
  if (!Number.isInteger(from) || from < 1)
    throw new UsageError('--from takes the number of a cue, from 1 on.');
  const [file, reference, ...more] = positionals;
  if (file === undefined || more.length > 0 || (reference === undefined) === (values.shift === undefined)) {
    throw new UsageError('sync takes a file, and either a reference or --shift SECONDS.');
  }
  const shift = values.shift === undefined ? null : numberOf('shift', values.shift) * 1000;
  const inputs = [
    await readInput(terminal, file),
    ...(reference === undefined ? [] : [await readInput(terminal, reference)]),
  ];
  for (const input of inputs) printProblems(terminal, input.file, input.problems);
  const [input, other] = inputs;
  if (input === undefined || inputs.some(isUnreadable)) return EXIT.unreadable;

  const synchronised = shift === null ? synchronise(input.cues, other?.cues ?? []) : null;
  const { cues } = synchronised ?? shiftFrom(input.cues, from, shift ?? 0);
  if (synchronised) printNotice(terminal, describe(synchronised));
  if (to === 'json')
    await printLine(terminal, { file, ...(synchronised && findings(synchronised)), cues: toJson(cues) });
  else {
    const format = to === 'same' ? writtenFormat(input.format ?? 'srt') : to;
    await print(terminal, writeSubtitles(format, { ...input, cues }));
  }
  return synchronised && synchronised.trust < MIN_TRUST ? EXIT.attention : EXIT.done;
}

function findings({ offset, scale, jumps, trust, changed }: Synchronised) {
  const steps = jumps.map(({ at, by }) => ({ at_ms: at, by_ms: by }));
  return { offset_ms: offset, scale, jumps: steps, trust, changed };
}

function describe({ offset, scale, jumps, trust, changed }: Synchronised): string {
  const certainty = `(trust ${trust.toFixed(2)})`;
  if (!changed && trust < MIN_TRUST)
    return `the two files don't seem to belong together; nothing was moved ${certainty}.`;
  if (!changed) return `the file is in time already ${certainty}.`;
  const breaks = jumps.map(({ at, by }) => `, from ${formatPosition(at)} on ${seconds(by)} more`).join('');
  return `speed × ${scale.toFixed(5)}, moved by ${seconds(offset)}${breaks} ${certainty}.`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}
