import { collectLines } from '../cues/collect-cues.ts';
import { type Reading, tidyLines } from '../cues/cue.ts';
import { clockMs } from '../cues/cue-times.ts';

const CLOCK = String.raw`(\d{1,4}):(\d{1,2}):(\d{1,2})\.(\d{1,3})`;
const TIMES = new RegExp(`^[^\\S\\n]*${CLOCK},${CLOCK}[^\\S\\n]*$`);
const FIRST_TIMES = new RegExp(TIMES.source, 'm');

/** Returns true if a line near the start contains both times of a cue in SubViewer's notation. */
export function isSbv(text: string): boolean {
  const head = text.slice(0, 4000).replaceAll('\r', '\n');
  return FIRST_TIMES.test(head) && !head.includes('-->');
}

/**
 * Reads SubViewer files: YouTube's (`.sbv`, with `0:00:01.000,0:00:02.500` above the text) and SubViewer 2 (`.sub`, with
 * hundredths of a second, `[br]` between lines, and a header in brackets, which is skipped). Never throws.
 */
export function readSbv(text: string): Reading {
  const { lines, report, add, finish } = collectLines(text);
  const timingLines = [...lines.keys()].filter((index) => TIMES.test(lines[index] ?? ''));
  for (const [position, index] of timingLines.entries()) {
    const [, h1 = '', m1 = '', s1 = '', f1, h2 = '', m2 = '', s2 = '', f2] =
      TIMES.exec(lines[index] ?? '') ?? [];
    const [start, end] = [clockMs(h1, m1, s1, f1), clockMs(h2, m2, s2, f2)];
    const payload = lines.slice(index + 1, timingLines[position + 1]).join('\n');
    const text = tidyLines(payload.replaceAll('[br]', '\n'));
    if (start === null || end === null) {
      report(index + 1, 'unreadableTimes', { text: lines[index] ?? '' });
    } else if (text === '') report(index + 1, 'noText');
    else add(index + 1, start, end, text);
  }
  return finish();
}
