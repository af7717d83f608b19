import type { Cue, Reading } from '../cues/cue.ts';
import { readVtt } from '../vtt/read-vtt.ts';
import { toPlainText } from '../vtt/vtt-text.ts';

// Maximum duration of a step: between two lines, YouTube inserts a 10 ms cue in which the old line moves up.
const MAX_STEP_MS = 50;

const WORD_TIME = /<\d[\d:.]*>\s*<c[.>]/;
const MIN_STEP_SHARE = 0.3;

/**
 * Returns true if WebVTT contains YouTube's automatic captions, which roll: words have times, or there is a very short cue
 * between any two lines.
 */
export function isRollingVtt(text: string): boolean {
  const { cues } = readVtt(text);
  const steps = cues.filter((cue) => isStep(cue) && findScreenLines(cue).length === 2).length;
  return steps > 0 && (steps >= cues.length * MIN_STEP_SHARE || WORD_TIME.test(text));
}

/**
 * Reads YouTube's automatic captions from WebVTT. Each line occurs in two or three cues, and is the second line of a cue while it
 * is spoken. Uses only second lines, with the times of their cues, since removing duplicate texts would lose real repetitions.
 * Never throws.
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

/** Returns the lines on the screen, including blank lines. */
function findScreenLines({ text, markup }: Cue): string[] {
  const payload = markup?.payload;
  const lines = payload === undefined ? text.split('\n') : payload.split('\n').map(toPlainText);
  return lines.map((line) => line.trim());
}

/** Returns the second line or, if there is none, the first line unless it is the previous line moved up. */
function findSpokenLine([first = '', ...others]: readonly string[], previousText: string): string {
  const second = others.filter(Boolean).join('\n');
  if (second !== '') return second;
  return first === previousText ? '' : first;
}
