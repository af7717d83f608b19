import type { Clip, Encoding, SubtitleFormat, Target, TargetCue } from './clip.ts';
import { lineAt, type SpokenLine } from './timeline.ts';

/** Times in milliseconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

export interface SubtitleFile {
  language: string;
  /** The name of the file beside the clip. */
  file: string;
  cues: Cue[];
  bytes: Buffer;
}

/** A voice isn't cut off at its first and last sound. Milliseconds. */
const LEAD = 60;
const TAIL = 140;

/** The original's file and each target's, in the clip's order. Throws when a line is translated twice. */
export function makeSubtitles(clip: Clip, lines: SpokenLine[]): SubtitleFile[] {
  const original = lines.map(({ start, end, text }) => ({ start: start - LEAD, end: end + TAIL, text }));
  return [
    fileOf(clip.original_language, clip.originalFormat, 'utf-8', original),
    ...clip.targets.map((target) =>
      fileOf(target.language, target.format, target.encoding, targetCues(target, lines)),
    ),
  ];
}

function fileOf(language: string, format: SubtitleFormat, encoding: Encoding, cues: Cue[]): SubtitleFile {
  return { language, file: `${language}.${format}`, cues, bytes: encode(written(cues, format), encoding) };
}

function targetCues(target: Target, lines: SpokenLine[]): Cue[] {
  const random = randomFrom(target.language);
  const stray = () => Math.round((2 * random() - 1) * target.stray);
  let clock = 0;
  let doneUntil = 0;
  return target.cues.map((cue) => {
    const place = placeOf(cue, lines);
    if (place.from < doneUntil) throw new Error(`${target.language}: line ${place.from + 1} comes twice`);
    doneUntil = place.to;
    // The two halves of a split line meet where the line is split.
    const start = Math.max(clock, place.start + (place.opens ? stray() - LEAD : 0));
    const end = Math.max(start + 700, place.end + (place.closes ? stray() + TAIL : 0));
    clock = end + 40;
    return { start: start + target.shift, end: end + target.shift, text: cue.text };
  });
}

interface Place {
  start: number;
  end: number;
  /** Whether the cue begins, and ends, where a line does. */
  opens: boolean;
  closes: boolean;
  /** The share of the dialogue that the cue covers, counted in lines. */
  from: number;
  to: number;
}

function placeOf(cue: TargetCue, lines: SpokenLine[]): Place {
  if ('after' in cue) {
    const start = lineAt(lines, cue.after).end + cue.delay;
    return { start, end: start + cue.for, opens: false, closes: false, from: cue.after, to: cue.after };
  }
  const [first, last] = typeof cue.of === 'number' ? [cue.of, cue.of] : cue.of;
  const { start } = lineAt(lines, first);
  const { end } = lineAt(lines, last);
  const [from, to] = 'part' in cue ? cue.part : [0, 1];
  return {
    start: Math.round(start + from * (end - start)),
    end: Math.round(start + to * (end - start)),
    opens: from === 0,
    closes: to === 1,
    from: first - 1 + from,
    to: last - 1 + to,
  };
}

/** Numbers from 0 to 1, the same ones for the same word: the files come out alike every time. */
function randomFrom(word: string): () => number {
  let state = [...word].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647, 7);
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function written(cues: Cue[], format: SubtitleFormat): string {
  if (format === 'vtt') {
    return `WEBVTT\n\n${cues.map((cue) => `${position(cue.start, '.')} --> ${position(cue.end, '.')}\n${cue.text}\n`).join('\n')}`;
  }
  const blocks = cues.map(
    (cue, i) => `${i + 1}\n${position(cue.start, ',')} --> ${position(cue.end, ',')}\n${cue.text}\n`,
  );
  return blocks.join('\n').replaceAll('\n', '\r\n');
}

function position(milliseconds: number, mark: ',' | '.'): string {
  return new Date(milliseconds).toISOString().slice(11, 23).replace('.', mark);
}

/** The characters of windows-1252 that Latin-1 lacks, as far as the texts need them. */
const WINDOWS_1252: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '–': 0x96,
  '—': 0x97,
};

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`);
  return Buffer.from(
    [...text].map((letter) => {
      const code = WINDOWS_1252[letter] ?? letter.codePointAt(0) ?? 0;
      if (code > 0xff) throw new Error(`windows-1252 has no ${letter}`);
      return code;
    }),
  );
}
