import {
  analyse,
  type FittedCut,
  FRAMES_PER_SECOND,
  fitCuts,
  HOP,
  SAMPLE_RATE,
  type SpeechFrames,
  splitStretches,
  toSamples,
} from '@sayback/speech';
import { writeSubtitles, writtenFormat } from '@sayback/subtitles';
import { parseChoice, parseCommandLine } from '../command-line.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT, UsageError } from '../exit-code.ts';
import { NO_SOUND, readSound } from '../media-sound.ts';
import { print, printLine, printNotice, printProblems, showStep, toJson } from '../output.ts';
import { isUnreadable, readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export const CUTS_HELP = `Usage: sayback cuts FILE MEDIA [--to srt|vtt|json] [--likely | --all]

Moves the start and end of each cue to where its speech starts and ends in a film or a sound file; needs ffmpeg.
A cue is moved by a second at most, and never into another one's words. A cue that already fits, is uncertain,
or would become shorter, is unchanged.

  --to FORMAT  srt, vtt (default: the file's own format), or json: the cues, with their certainty
  --likely     also move cues that become shorter where there is no speech
  --all        move every cue to where its speech seems to be

The exit code is 3 if cues that don't fit were left unchanged, or moved without certainty.
`;

const STRETCHES = { hop: HOP, frames: 60 * FRAMES_PER_SECOND, margin: 5 * FRAMES_PER_SECOND };

export async function cuts(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    to: { type: 'string', default: 'same' },
    likely: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  });
  const to = parseChoice('to', values.to, ['same', 'srt', 'vtt', 'json']);
  const [file, media, ...more] = positionals;
  if (file === undefined || media === undefined || more.length > 0) {
    throw new UsageError('cuts takes a subtitle file and its film or audio file.');
  }
  const input = await readInput(terminal, file);
  printProblems(terminal, file, input.problems);
  if (isUnreadable(input)) return EXIT.unreadable;
  const frames = await analyseMedia(terminal, media);
  if (frames.speech.length === 0) {
    printProblems(terminal, media, [NO_SOUND]);
    return EXIT.unreadable;
  }

  const order = input.cues.toSorted((a, b) => a.start - b.start);
  const fitted = new Map(fitCuts(frames, order).map((cut, at) => [order[at], cut]));
  const verdicts = input.cues.map((cue) => toVerdict(fitted.get(cue) ?? null));
  const isMoved = (at: number) =>
    verdicts[at] === 'sure' || (values.likely && verdicts[at] === 'likely') || values.all;
  const moved = input.cues.map((cue, at) => {
    const cut = fitted.get(cue);
    return cut && isMoved(at) ? { ...cue, start: Math.round(cut.start), end: Math.round(cut.end) } : cue;
  });
  const count = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length;
  const [fit, likely, unsure] = [count('fits'), count('likely'), count('unsure')];
  const changes = moved.filter((cue, at) => cue !== input.cues[at]).length;
  printNotice(
    terminal,
    `${changes} cues moved, ${unsure} not sure; ${fit} fit as they were, ${likely} are likely too long.`,
  );
  if (to === 'json') {
    const cues = toJson(moved).map((cue, at) => ({ ...cue, timing: verdicts[at] }));
    await printLine(terminal, { file, cues });
  } else {
    const format = to === 'same' ? writtenFormat(input.format ?? 'srt') : to;
    await print(terminal, writeSubtitles(format, { ...input, cues: moved }));
  }
  const isSettled = unsure === 0 && (likely === 0 || values.likely);
  return isSettled ? EXIT.done : EXIT.checkResult;
}

type Verdict = 'fits' | 'sure' | 'likely' | 'unsure';

function toVerdict(cut: FittedCut | null): Verdict {
  if (!cut) return 'unsure';
  if (cut.fits) return 'fits';
  return cut.isSure ? 'sure' : cut.isLikely ? 'likely' : 'unsure';
}

/** Analyses the sound in minutes, because a whole film would need too much memory. */
async function analyseMedia(
  terminal: Terminal,
  media: string,
): Promise<Pick<SpeechFrames, 'loudness' | 'speech'>> {
  const parts: Pick<SpeechFrames, 'loudness' | 'speech'>[] = [];
  for await (const { samples, from, to } of splitStretches(
    readSound(terminal, media, SAMPLE_RATE),
    STRETCHES,
  )) {
    showStep(terminal, `minute ${parts.length + 1}`);
    const { loudness, speech } = analyse(toSamples(samples));
    parts.push({ loudness: loudness.slice(from, to), speech: speech.slice(from, to) });
  }
  showStep(terminal, '');
  const frames = parts.reduce((sum, { speech }) => sum + speech.length, 0);
  const all = { loudness: new Float32Array(frames), speech: new Uint8Array(frames) };
  let at = 0;
  for (const { loudness, speech } of parts) {
    all.loudness.set(loudness, at);
    all.speech.set(speech, at);
    at += speech.length;
  }
  return all;
}
