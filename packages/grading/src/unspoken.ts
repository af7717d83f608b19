type Span = { start: number; end: number };

const BRACKETED = /\([^()]*\)|\[[^[\]]*\]|（[^（）]*）|［[^［］]*］|【[^【】]*】|\{[^{}]*\}|<[^<>]*>/gu;

const NAME = "(?:\\p{Lu}\\p{Ll}{1,2}\\.\\s*|Ma?c)?[\\p{Lu}\\p{N}#&(][\\p{Lu}\\p{M}\\p{N}.'’&#/()-]*";
/** The start of a line, a dialogue dash or `>>`, then a name in capitals and a colon. */
const LABEL = new RegExp(
  `(?<=^|\\n|[.!?…]\\s+[-–—]\\s*)[\\s\\p{Pd}>"“«\\u200e\\u200f]*((?=[^:：]*\\p{Lu})${NAME}(?:[\\s,]+${NAME})*)(?:\\s*\\([^()]*\\))?\\s*[:：](?=\\s|$)`,
  'gmu',
);
const MAX_LABEL_WORDS = 4;

/**
 * Finds text in subtitles that isn't spoken: speakers' names in capitals with a colon, and text in brackets, such as (laughs). In
 * a text all in capitals only a single word counts as a name.
 */
export function unspokenSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: whole, index } of text.matchAll(BRACKETED))
    spans.push({ start: index, end: index + whole.length });
  const hasSmallLetters = /\p{Ll}/u.test(text.replace(BRACKETED, ''));
  for (const { 0: whole, 1: name = '', index } of text.matchAll(LABEL)) {
    const words = name.trim().split(/\s+/).length;
    if (words <= (hasSmallLetters ? MAX_LABEL_WORDS : 1))
      spans.push({ start: index, end: index + whole.length });
  }
  return spans;
}
