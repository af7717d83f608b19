import type { Cue, Reading } from '../cues/cue.ts';
import { readVtt } from '../vtt/read-vtt.ts';
import { plainText } from '../vtt/vtt-text.ts';

// Between two lines YouTube inserts a 10 ms cue in which the old line moves up.
const MAX_STEP_MS = 50;

const WORD_TIME = /<\d[\d:.]*>\s*<c[.>]/;
const STEP_SHARE = 0.3;

/**
 * Returns true if WebVTT contains YouTube's automatic captions, which roll: words have times, and between every two lines there
 * is a very short cue. Either is enough, since a line of a single word has no times.
 */
export function isRollingVtt(text: string): boolean {
  const { cues } = readVtt(text);
  const steps = cues.filter((cue) => isStep(cue) && physicalLines(cue).length === 2).length;
  return steps > 0 && (steps >= cues.length * STEP_SHARE || WORD_TIME.test(text));
}

/**
 * Reads YouTube's automatic captions from WebVTT. Each line occurs two or three times, and as the second line of a cue while it
 * is spoken, so only the second lines are used; comparing texts would lose real repetitions. Times are those of that cue, in
 * milliseconds. Problems are those of {@link readVtt}. Never throws.
 */
export function readRollingVtt(text: string): Reading {
  const reading = readVtt(text);
  const cues: Cue[] = [];
  for (const cue of reading.cues) {
    const spoken = isStep(cue) ? '' : spokenLine(physicalLines(cue), cues.at(-1)?.text ?? '');
    if (spoken !== '') cues.push({ index: cues.length + 1, start: cue.start, end: cue.end, text: spoken });
  }
  return { cues, problems: reading.problems };
}

function isStep({ start, end }: Cue): boolean {
  return end - start <= MAX_STEP_MS;
}

/** The lines on the screen: a line of blanks counts as one. */
function physicalLines({ text, markup }: Cue): string[] {
  const payload = markup?.payload;
  const lines = payload === undefined ? text.split('\n') : payload.split('\n').map(plainText);
  return lines.map((line) => line.trim());
}

/** The first line is the previous one, moved up, unless it was never at the bottom. */
function spokenLine([first = '', ...others]: readonly string[], before: string): string {
  const second = others.filter(Boolean).join('\n');
  if (second !== '') return second;
  return first === before ? '' : first;
}
