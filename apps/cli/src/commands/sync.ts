import { formatPosition } from '@sayback/contract/position';
import type { Cue, Retimed, Synchronised, WrittenFormat } from '@sayback/subtitles';
import { MIN_TRUST, shiftFrom, synchronise, writeSubtitles, writtenFormat } from '@sayback/subtitles';
import { parseChoice, parseCommandLine, parseNumber } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { isMedia, NO_SOUND } from '../media-sound.ts';
import { print, printLine, printNotice, printProblems, toJson } from '../output.ts';
import { type Input, isUnreadable, readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';
import { type BySound, syncBySound } from './sync-by-sound.ts';

export const SYNC_HELP = `Usage: sayback sync FILE REFERENCE [--to srt|vtt|json]
       sayback sync FILE MEDIA [--unsure] [--to srt|vtt|json]
       sayback sync FILE --shift SECONDS [--from N] [--to srt|vtt|json]

Synchronises a file with another one of the same video, in any language, or with the speech in a film or an
audio file (needs ffmpeg): offset, speed, breaks and cuts. A file that is already in time is written unchanged.
With --shift, moves all cues, or the N-th and all after it, by some seconds.

  --unsure         write times found from the sound even if they aren't certain
  --shift SECONDS  later, or earlier if negative (--shift=-1.5); no time goes below 0
  --from N         the first cue to shift, counted from 1
  --to FORMAT      srt, vtt (default: the file's own format), or json: the result, and the cues

The exit code is 3 if the two files don't seem to belong together; the file is then written unchanged. It is
also 3 if the sound doesn't show with certainty where the cues belong; nothing is then written without --unsure.
`;

export async function sync(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    to: { type: 'string', default: 'same' },
    shift: { type: 'string' },
    from: { type: 'string', default: '1' },
    unsure: { type: 'boolean', default: false },
  });
  const to = parseChoice('to', values.to, ['same', 'srt', 'vtt', 'json']);
  const from = parseNumber('from', values.from);
  if (!Number.isInteger(from) || from < 1)
    throw new UsageError('--from takes the number of a cue, starting from 1.');
  const [file, reference, ...more] = positionals;
  if (file === undefined || more.length > 0 || (reference === undefined) === (values.shift === undefined)) {
    throw new UsageError('sync takes a file and either a reference, a film or --shift SECONDS.');
  }
  const shift = values.shift === undefined ? null : parseNumber('shift', values.shift) * 1000;
  const input = await readInput(terminal, file);
  printProblems(terminal, file, input.problems);
  if (isUnreadable(input)) return EXIT.unreadable;
  const output = { file, to, input };
  if (shift !== null) return write(terminal, output, shiftFrom(input.cues, from, shift).cues, {});
  const target = reference ?? '';
  return isMedia(target)
    ? syncWithMedia(terminal, output, target, values.unsure)
    : syncWithFile(terminal, output, target);
}

type Output = { file: string; to: 'same' | WrittenFormat | 'json'; input: Input };

async function syncWithFile(terminal: Terminal, output: Output, reference: string): Promise<ExitCode> {
  const other = await readInput(terminal, reference);
  printProblems(terminal, reference, other.problems);
  if (isUnreadable(other)) return EXIT.unreadable;
  const found = synchronise(output.input.cues, other.cues);
  printNotice(terminal, describe(found));
  await write(terminal, output, found.cues, describeResult(found));
  return found.trust < MIN_TRUST ? EXIT.checkResult : EXIT.done;
}

async function syncWithMedia(
  terminal: Terminal,
  output: Output,
  media: string,
  acceptUnsure: boolean,
): Promise<ExitCode> {
  const found = await syncBySound(terminal, media, output.input.cues);
  if (found === undefined) {
    printProblems(terminal, media, [NO_SOUND]);
    return EXIT.unreadable;
  }
  printNotice(terminal, describeBySound(found));
  if (found && (found.isSure || acceptUnsure)) {
    const { certainty, isSure } = found;
    await write(terminal, output, found.cues, {
      ...toJsonSteps(found),
      certainty,
      sure: isSure,
      changed: found.changed,
    });
  }
  return found?.isSure ? EXIT.done : EXIT.checkResult;
}

async function write(
  terminal: Terminal,
  { file, to, input }: Output,
  cues: readonly Cue[],
  json: Record<string, unknown>,
): Promise<ExitCode> {
  if (to === 'json') await printLine(terminal, { file, ...json, cues: toJson(cues) });
  else {
    const format = to === 'same' ? writtenFormat(input.format ?? 'srt') : to;
    await print(terminal, writeSubtitles(format, { ...input, cues: [...cues] }));
  }
  return EXIT.done;
}

const toJsonSteps = ({ offset, scale, jumps }: Retimed) => ({
  offset_ms: offset,
  scale,
  jumps: jumps.map(({ at, by }) => ({ at_ms: at, by_ms: by })),
});

const describeResult = (found: Synchronised) => ({
  ...toJsonSteps(found),
  trust: found.trust,
  changed: found.changed,
});

function describe({ trust, changed, ...found }: Synchronised): string {
  const certainty = `(trust ${trust.toFixed(2)})`;
  if (!changed && trust < MIN_TRUST)
    return `the two files don't seem to belong together; nothing was moved ${certainty}.`;
  return changed ? `${describeSteps(found)} ${certainty}.` : `the file is already in time ${certainty}.`;
}

function describeBySound(found: BySound | null): string {
  if (!found) return "the sound doesn't show where the cues belong; nothing was written.";
  const certainty = `(certainty ${found.certainty.toFixed(2)})`;
  if (!found.isSure)
    return `the sound doesn't show with certainty where the cues belong; perhaps ${describeSteps(found)} ${certainty}.`;
  return found.changed
    ? `${describeSteps(found)} ${certainty}.`
    : `the file is already in time ${certainty}.`;
}

function describeSteps({ offset, scale, jumps }: Omit<Retimed, 'cues' | 'undo'>): string {
  const breaks = jumps
    .map(({ at, by }) => `, from ${formatPosition(at)} on ${formatSeconds(by)} more`)
    .join('');
  return `speed × ${scale.toFixed(5)}, moved by ${formatSeconds(offset)}${breaks}`;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`;
}
