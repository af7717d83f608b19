import type { Cue, Reading } from '../cues/cue.ts';
import { readVtt } from '../vtt/read-vtt.ts';
import { toPlainText } from '../vtt/vtt-text.ts';

// Between two lines YouTube inserts a 10 ms cue in which the old line moves up.
const MAX_STEP_MS = 50;

const WORD_TIME = /<\d[\d:.]*>\s*<c[.>]/;
const MIN_STEP_SHARE = 0.3;

/**
 * Returns true if WebVTT contains YouTube's automatic captions, which roll: words have times, or there is a very short cue between
 * every two lines.
 */
export function isRollingVtt(text: string): boolean {
  const { cues } = readVtt(text);
  const steps = cues.filter((cue) => isStep(cue) && findScreenLines(cue).length === 2).length;
  return steps > 0 && (steps >= cues.length * MIN_STEP_SHARE || WORD_TIME.test(text));
}

/**
 * Reads YouTube's automatic captions from WebVTT. Each line occurs two or three times, and is the second line of a cue while it is
 * spoken. So uses only the second lines with their cue's times; comparing texts would lose real repetitions. Never throws.
 */
export function readRollingVtt(text: string): Reading {
  const reading = readVtt(text);
  const cues: Cue[] = [];
  for (const cue of reading.cues) {
    const spoken = isStep(cue) ? '' : findSpokenLine(findScreenLines(cue), cues.at(-1)?.text ?? '');
    if (spoken !== '') cues.push({ index: cues.length + 1, start: cue.start, end: cue.end, text: spoken });
  }
  return { cues, problems: reading.problems };
}

function isStep({ start, end }: Cue): boolean {
  return end - start <= MAX_STEP_MS;
}

/** Returns the lines on the screen, including lines of blanks. */
function findScreenLines({ text, markup }: Cue): string[] {
  const payload = markup?.payload;
  const lines = payload === undefined ? text.split('\n') : payload.split('\n').map(toPlainText);
  return lines.map((line) => line.trim());
}

/** Returns the second line; without one, the first line if it isn't the previous line moved up. */
function findSpokenLine([first = '', ...others]: readonly string[], previousText: string): string {
  const second = others.filter(Boolean).join('\n');
  if (second !== '') return second;
  return first === previousText ? '' : first;
}
