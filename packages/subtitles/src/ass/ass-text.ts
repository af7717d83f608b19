import { tidyLines } from '../cues/cue.ts';

/** A zero-width character after a backslash prevents an escape: the format has no escape for the backslash itself. */
export const WORD_JOINER = '\u2060';

const DRAWING = /\\p(\d+)/g;
const WRAP = /\\q(\d)/g;

/** Returns the value of the last such tag in a block, or `current` without one. */
function getLast(pattern: RegExp, block: string, current: number): number {
  let last = current;
  for (const [, value] of block.matchAll(pattern)) last = Number(value);
  return last;
}

/** Wrap style in which `\n` breaks lines, according to the script's `WrapStyle`; in all styles but 2 it is a space. */
const SMART_WRAPPING = 2;

/**
 * Returns the plain text of an ASS event (http://www.tcax.org/docs/ass-specs.htm, appendix A), without override blocks and
 * drawings between `{\p1}` and `{\p0}`. `\N` breaks the line, `\h` is a no-break space, and `\n` a space unless the wrap style
 * is 2. Lines are trimmed, and blank ones around the text dropped.
 */
export function assText(raw: string, wrapStyle = 0): string {
  let text = '';
  let isDrawing = false;
  let wrap = wrapStyle;
  const append = (part: string) => {
    if (!isDrawing) text += withoutEscapes(part, wrap === SMART_WRAPPING);
  };
  let at = 0;
  while (at < raw.length) {
    const open = nextBrace(raw, at);
    const close = open < 0 ? -1 : raw.indexOf('}', open);
    // An unclosed brace is text.
    if (close < 0) break;
    append(raw.slice(at, open));
    const block = raw.slice(open + 1, close);
    isDrawing = getLast(DRAWING, block, isDrawing ? 1 : 0) > 0;
    wrap = getLast(WRAP, block, wrap);
    at = close + 1;
  }
  append(raw.slice(at));
  return tidyLines(text);
}

/** Returns the next brace that opens a block; an escaped one is text. */
function nextBrace(raw: string, from: number): number {
  let at = raw.indexOf('{', from);
  while (at > 0 && raw[at - 1] === '\\') at = raw.indexOf('{', at + 1);
  return at;
}

const ESCAPES: Record<string, string> = { N: '\n', h: '\u00A0', '{': '{', '}': '}', [WORD_JOINER]: '\\' };

function withoutEscapes(part: string, breaksAtSmall: boolean): string {
  if (!part.includes('\\')) return part;
  return part.replace(
    /\\([Nnh{}\u2060])/g,
    (_, sign: string) => ESCAPES[sign] ?? (breaksAtSmall ? '\n' : ' '),
  );
}
