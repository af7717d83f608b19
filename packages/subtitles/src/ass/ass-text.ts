import { tidyLines } from '../cues/cue.ts';

/** Behind a backslash, a sign of no width keeps it from being taken for an escape: the format has none for a backslash. */
export const WORD_JOINER = '\u2060';

const DRAWING = /\\p(\d+)/g;
const WRAP = /\\q(\d)/g;

/** Value of the last such tag in a block; `current` without one. */
function lastOf(pattern: RegExp, block: string, current: number): number {
  let last = current;
  for (const [, value] of block.matchAll(pattern)) last = Number(value);
  return last;
}

/** The wrap style in which `\n` breaks lines: by the script's `WrapStyle`, in which everything but 2 makes it a space. */
const SMART_WRAPPING = 2;

/**
 * The plain text of an ASS event (http://www.tcax.org/docs/ass-specs.htm, appendix A): without override blocks and what is
 * drawn between `{\p1}` and `{\p0}`. `\N` breaks the line, `\h` is a no-break space, and `\n` a space unless the wrap style
 * is 2. Lines are trimmed, blank ones around the text are left out.
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
    // A brace that is never closed is text.
    if (close < 0) break;
    append(raw.slice(at, open));
    const block = raw.slice(open + 1, close);
    isDrawing = lastOf(DRAWING, block, isDrawing ? 1 : 0) > 0;
    wrap = lastOf(WRAP, block, wrap);
    at = close + 1;
  }
  append(raw.slice(at));
  return tidyLines(text);
}

/** The next brace that opens a block: one behind a backslash is a brace. */
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
