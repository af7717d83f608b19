import type { Cue, Reading } from '../cues/cue.ts';
import { readVtt } from '../vtt/read-vtt.ts';
import { plainText } from '../vtt/vtt-text.ts';

// Between two lines YouTube puts a cue of 10 ms in which the old line moves up.
const LONGEST_STEP_MS = 50;

const WORD_TIME = /<\d[\d:.]*>\s*<c[.>]/;
const STEP_SHARE = 0.3;

/**
 * True if WebVTT holds automatic captions of YouTube, which roll: the words carry times, and between every two lines there
 * is a cue of an instant. Either is enough, as one line of a single word has no times.
 */
export function isRollingVtt(text: string): boolean {
  const { cues } = readVtt(text);
  const steps = cues.filter((cue) => isStep(cue) && physicalLines(cue).length === 2).length;
  return steps > 0 && (steps >= cues.length * STEP_SHARE || WORD_TIME.test(text));
}

/**
 * Reads YouTube's automatic captions from WebVTT. Each line is there two or three times: while it is spoken it is the
 * second line of a cue, so that this line alone is kept; comparing texts would lose what is really said twice. Times are
 * those of that cue, in milliseconds. Problems are those of {@link readVtt}. Never throws.
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
  return end - start <= LONGEST_STEP_MS;
}

/** The lines of the screen: a line of blanks counts as one. */
function physicalLines({ text, markup }: Cue): string[] {
  const payload = markup?.payload;
  const lines = payload === undefined ? text.split('\n') : payload.split('\n').map(plainText);
  return lines.map((line) => line.trim());
}

/** The first line is the one before, moved up, unless it never was below. */
function spokenLine([first = '', ...others]: readonly string[], before: string): string {
  const second = others.filter(Boolean).join('\n');
  if (second !== '') return second;
  return first === before ? '' : first;
}
