import { tidyLines } from '../cues/cue.ts';

/** Zero-width character inserted after a backslash to prevent an escape sequence, since the format can't escape a backslash. */
export const WORD_JOINER = '\u2060';

const DRAWING = /\\p(\d+)/g;
const WRAP = /\\q(\d)/g;

/** Returns the value of the last matching tag in a block, or `current` if none matches. */
function findLast(pattern: RegExp, block: string, current: number): number {
  let last = current;
  for (const [, value] of block.matchAll(pattern)) last = Number(value);
  return last;
}

/** The only `WrapStyle` in which `\n` is a line break; in all others it is a space. */
const SMART_WRAPPING = 2;

/**
 * Returns the plain text of an ASS event (http://www.tcax.org/docs/ass-specs.htm, appendix A), without override blocks and
 * drawings between `{\p1}` and `{\p0}`. `\N` is a line break, `\h` a no-break space, and `\n` a space unless the wrap style is 2.
 * Trims lines, and drops leading and trailing blank lines.
 */
export function parseAssText(raw: string, wrapStyle = 0): string {
  let text = '';
  let isDrawing = false;
  let wrap = wrapStyle;
  const append = (part: string) => {
    if (!isDrawing) text += replaceEscapes(part, wrap === SMART_WRAPPING);
  };
  let index = 0;
  while (index < raw.length) {
    const open = findBlockStart(raw, index);
    const close = open < 0 ? -1 : raw.indexOf('}', open);
    // An unclosed brace is plain text.
    if (close < 0) break;
    append(raw.slice(index, open));
    const block = raw.slice(open + 1, close);
    isDrawing = findLast(DRAWING, block, isDrawing ? 1 : 0) > 0;
    wrap = findLast(WRAP, block, wrap);
    index = close + 1;
  }
  append(raw.slice(index));
  return tidyLines(text);
}

/** Returns the index of the next brace that opens a block, skipping escaped braces. */
function findBlockStart(raw: string, from: number): number {
  let index = raw.indexOf('{', from);
  while (index > 0 && raw[index - 1] === '\\') index = raw.indexOf('{', index + 1);
  return index;
}

const ESCAPES: Record<string, string> = { N: '\n', h: '\u00A0', '{': '{', '}': '}', [WORD_JOINER]: '\\' };

function replaceEscapes(part: string, breaksAtLowerN: boolean): string {
  if (!part.includes('\\')) return part;
  return part.replace(
    /\\([Nnh{}\u2060])/g,
    (_, letter: string) => ESCAPES[letter] ?? (breaksAtLowerN ? '\n' : ' '),
  );
}
