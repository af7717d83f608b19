import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { analyse, fitCuts, SAMPLE_RATE, type SpeechFrames } from '@sayback/speech';
import { writeSubtitles, writtenFormat } from '@sayback/subtitles';
import { choose, parseCommandLine } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { print, printLine, printNotice, printProblems, showProgress, toJson } from '../output.ts';
import { isUnreadable, readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export const CUTS_HELP = `Usage: sayback cuts FILE MEDIA [--to srt|vtt|json] [--all]

Moves the start and end of each cue to where its speech starts and ends in a film or a sound file; needs ffmpeg.
A cue is moved by a second at most, and never into another one's words. One that isn't sure, or would
become shorter, stays as it is.

  --to FORMAT  srt, vtt (as the file is, when not given), or json: the cues, with how sure each is
  --all        move those too that aren't sure or become shorter

The exit code is 3 when some cues weren't sure.
`;

/** Length of a stretch that is analysed at once, and its margins, in seconds. */
const STRETCH = 60;
const AROUND = 5;
const FRAMES_A_SECOND = 100;

export async function cuts(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    to: { type: 'string', default: 'same' },
    all: { type: 'boolean', default: false },
  });
  const to = choose('to', values.to, ['same', 'srt', 'vtt', 'json']);
  const [file, media, ...more] = positionals;
  if (file === undefined || media === undefined || more.length > 0) {
    throw new UsageError('cuts takes a subtitle file, and the film or sound that it belongs to.');
  }
  const input = await readInput(terminal, file);
  printProblems(terminal, file, input.problems);
  if (isUnreadable(input)) return EXIT.unreadable;
  const samples = await decodeMedia(resolve(terminal.cwd, media));
  if (samples.length === 0) {
    printProblems(terminal, media, [{ line: 1, message: 'No sound could be read; is ffmpeg installed?' }]);
    return EXIT.unreadable;
  }

  const order = input.cues.toSorted((a, b) => a.start - b.start);
  const fitted = new Map(fitCuts(analyseAll(terminal, samples), order).map((cut, at) => [order[at], cut]));
  const moved = input.cues.map((cue) => {
    const cut = fitted.get(cue);
    const isMoved = cut && (cut.isSure || values.all);
    return isMoved ? { ...cue, start: Math.round(cut.start), end: Math.round(cut.end) } : cue;
  });
  const unsure = input.cues.filter((cue) => !fitted.get(cue)?.isSure).length;
  printNotice(
    terminal,
    `${moved.filter((cue, at) => cue !== input.cues[at]).length} cues moved, ${unsure} not sure.`,
  );
  if (to === 'json') {
    const isSure = input.cues.map((cue) => fitted.get(cue)?.isSure ?? false);
    await printLine(terminal, { file, cues: toJson(moved).map((cue, at) => ({ ...cue, sure: isSure[at] })) });
  } else {
    const format = to === 'same' ? writtenFormat(input.format ?? 'srt') : to;
    await print(terminal, writeSubtitles(format, { ...input, cues: moved }));
  }
  return unsure > 0 ? EXIT.attention : EXIT.done;
}

/** Decodes a medium to 16 kHz, 16 bits; empty if ffmpeg can't read it. */
async function decodeMedia(path: string): Promise<Int16Array> {
  const asSamples = ['-map', '0:a:0', '-ac', '1', '-ar', String(SAMPLE_RATE), '-f', 's16le', 'pipe:1'];
  const ffmpeg = spawn('ffmpeg', ['-v', 'error', '-nostdin', '-i', `file:${path}`, ...asSamples], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  ffmpeg.on('error', () => undefined);
  const bytes = await buffer(ffmpeg.stdout);
  return new Int16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1);
}

/** Analyses minute by minute: a whole film takes too much memory at once. */
function analyseAll(terminal: Terminal, samples: Int16Array): Pick<SpeechFrames, 'loudness' | 'speech'> {
  const frames = Math.floor((samples.length / SAMPLE_RATE) * FRAMES_A_SECOND);
  const all = { loudness: new Float32Array(frames), speech: new Uint8Array(frames) };
  const stretches = Math.ceil(frames / (STRETCH * FRAMES_A_SECOND));
  for (let stretch = 0; stretch < stretches; stretch++) {
    showProgress(terminal, stretch, stretches, 'minutes');
    const from = stretch * STRETCH;
    const before = Math.min(from, AROUND);
    const part = samples.subarray((from - before) * SAMPLE_RATE, (from + STRETCH + AROUND) * SAMPLE_RATE);
    const { loudness, speech } = analyse(Float32Array.from(part, (sample) => sample / 32_768));
    const ownFrames = [before * FRAMES_A_SECOND, (before + STRETCH) * FRAMES_A_SECOND] as const;
    const at = from * FRAMES_A_SECOND;
    all.loudness.set(loudness.subarray(...ownFrames).subarray(0, frames - at), at);
    all.speech.set(speech.subarray(...ownFrames).subarray(0, frames - at), at);
  }
  showProgress(terminal, stretches, stretches, '');
  return all;
}
