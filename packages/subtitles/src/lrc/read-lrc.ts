import { collectLines } from '../cues/collect-cues.ts';
import { type Reading, splitLines } from '../cues/cue.ts';
import { clockMs } from '../cues/cue-times.ts';

const TIME = /\[(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2})(?:\.(\d{1,3}))?\]/;
const FIRST = new RegExp(`^\\s*${TIME.source}`);
const TAG = /^\s*\[(#|[a-z]{1,20}):([^\]]{0,1000})\]\s*$/i;
/** A word time in the enhanced format. */
const WORD_TIME = /<\d{1,2}:\d{1,2}(?:\.\d{1,3})?>/g;

/** Returns true if the first line that isn't blank or a tag (`[ar:…]`) starts with a time in brackets. */
export function isLrc(text: string): boolean {
  for (const line of splitLines(text.slice(0, 10_000))) {
    if (FIRST.test(line)) return true;
    if (line.trim() !== '' && !TAG.test(line)) return false;
  }
  return false;
}

/**
 * Reads LRC lyrics (`[00:12.34]A line`). A line with several times is repeated at each of them. A line lasts until the next one.
 * `[offset:500]` shifts all lines half a second earlier. Drops word times. Never throws.
 */
export function readLrc(text: string): Reading {
  const { lines, openCues, report, addOpen, finish } = collectLines(text);
  let offset = 0;
  for (const [index, raw] of lines.entries()) {
    const tag = TAG.exec(raw);
    if (tag?.[1]?.toLowerCase() === 'offset') offset = Number(tag[2]) || 0;
    const starts: number[] = [];
    let rest = raw;
    for (let match = FIRST.exec(rest); match; match = FIRST.exec(rest)) {
      const start = clockMs(match[1] ?? '0', match[2] ?? '', match[3] ?? '', match[4]);
      if (start === null) report(index + 1, 'unreadableTimes', { text: rest });
      else starts.push(start);
      rest = rest.slice(match[0].length);
    }
    const isText = !tag && raw.trim() !== '' && rest === raw;
    if (isText) report(index + 1, 'noTimesAbove', { text: raw });
    const text = rest.replace(WORD_TIME, '').replace(/\s+/g, ' ').trim();
    for (const start of starts) addOpen({ line: index + 1, start, text: text });
  }
  for (const cue of openCues) cue.start = Math.max(0, cue.start - offset);
  return finish('noTimedText');
}
