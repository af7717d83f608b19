import { collectLines } from '../cues/collect-cues.ts';
import { type Reading, splitLines, tidyLines } from '../cues/cue.ts';
import { clockMs } from '../cues/cue-times.ts';
import { hasArrows } from '../srt/read-srt.ts';

const TIME = /^\s*[[(]?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,](\d{1,3}))?[\])]?(?:\s*$|\s*[-–—|:]?\s+)/;

/** Maximum number of lines above the first time, such as a title and a speaker. */
const MAX_LINES_ABOVE = 5;

const nonBlankLines = (text: string) => splitLines(text).filter((line) => line.trim() !== '');

/**
 * Returns true if the text has lines that start with a time (`0:05 Hello`, or `0:05` above the text), like YouTube's transcripts.
 */
export function isTimedTranscript(text: string): boolean {
  if (text.includes('-->') || hasArrows(text)) return false;
  const lines = nonBlankLines(text.slice(0, 10_000));
  return (
    lines.slice(0, MAX_LINES_ABOVE + 1).some((line) => TIME.test(line)) &&
    lines.filter((line) => TIME.test(line)).length > 1
  );
}

/** Returns true for a text without any times. */
export function isPlainTranscript(text: string): boolean {
  const head = text.slice(0, 10_000);
  // Binary files contain control characters other than whitespace.
  return (
    /\p{L}\p{P}{0,3}\s+\p{P}{0,3}\p{L}/u.test(head) && !/\d:\d\d|-->|\uFFFD|[^\P{Cc}\t\n\r\f]/u.test(head)
  );
}

/** Reads a transcript with a time before each line. A line lasts until the next time. Never throws. */
export function readTranscript(text: string): Reading {
  const { lines, openCues, report, addOpen, finish } = collectLines(text);
  for (const [index, raw] of lines.entries()) {
    const match = TIME.exec(raw);
    const last = openCues.at(-1);
    if (match) {
      const [whole, first, second = '', seconds = '', fraction] = match;
      // In a time without hours, minutes can exceed 59: '75:10'.
      const minutes = first === undefined ? Number(second) % 60 : second;
      const hours = first ?? Math.floor(Number(second) / 60);
      const start = clockMs(`${hours}`, `${minutes}`, seconds, fraction);
      if (start === null) report(index + 1, 'unreadableTimes', { text: raw });
      else addOpen({ line: index + 1, start, text: raw.slice(whole.length) });
    } else if (last) last.text += `\n${raw}`;
    else if (raw.trim() !== '') report(index + 1, 'strayText', { text: raw });
  }
  for (const cue of openCues) cue.text = tidyLines(cue.text);
  return finish('noTimedText');
}
