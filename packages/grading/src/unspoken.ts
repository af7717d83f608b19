type Span = { start: number; end: number };

const BRACKETED = /\([^()]*\)|\[[^[\]]*\]|（[^（）]*）|［[^［］]*］|【[^【】]*】|\{[^{}]*\}|<[^<>]*>/gu;

const NAME = "(?:\\p{Lu}\\p{Ll}{1,2}\\.\\s*|Ma?c)?[\\p{Lu}\\p{N}#&(][\\p{Lu}\\p{M}\\p{N}.'’&#/()-]*";
/** A name in capitals and a colon, at the start of a line or after a dialogue dash or `>>`. */
const LABEL = new RegExp(
  `(?<=^|\\n|[.!?…]\\s+[-–—]\\s*)[\\s\\p{Pd}>"“«\\u200e\\u200f]*((?=[^:：]*\\p{Lu})${NAME}(?:[\\s,]+${NAME})*)(?:\\s*\\([^()]*\\))?\\s*[:：](?=\\s|$)`,
  'gmu',
);
const MAX_LABEL_WORDS = 4;

/**
 * Finds text in subtitles that isn't spoken: speakers' names in capitals with a colon, and text in brackets, such as (laughs). In
 * an all-capitals text, a name must be a single word.
 */
export function unspokenSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: whole, index } of text.matchAll(BRACKETED))
    spans.push({ start: index, end: index + whole.length });
  const hasLowerCase = /\p{Ll}/u.test(text.replace(BRACKETED, ''));
  for (const { 0: whole, 1: name = '', index } of text.matchAll(LABEL)) {
    const words = name.trim().split(/\s+/).length;
    if (words <= (hasLowerCase ? MAX_LABEL_WORDS : 1))
      spans.push({ start: index, end: index + whole.length });
  }
  return spans;
}
