// SubRip's own tags, and tags left by incomplete conversions from WebVTT and HTML.
const TAG =
  /<\/?(?:i|b|u|s|em|strong|font|span|p|c|v|lang|ruby|rt)(?:[\s.][^<>]*)?\/?>|<\d[\d:.]*>|\{\\[^{}]*\}/gi;
const BREAK = /<br\s*\/?>/gi;

// Maximum number of rounds, since removing a tag can join the halves of another one ('<<i>i>').
const MAX_ROUNDS = 8;

/** Removes formatting tags (`<i>`, `<font …>`, `{\an8}` …) from one line. Idempotent. */
export function stripTags(line: string): string {
  let text = line;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (!text.includes('<') && !text.includes('{\\')) return text;
    const stripped = text.replace(BREAK, ' ').replace(TAG, '');
    if (stripped === text) return text;
    text = stripped;
  }
  return text.replace(/[<{]/g, '');
}

/** Splits a text into tags and the text between them. Converts `<br>` to a space, as the reader does. */
export function splitTags(payload: string): { text: string; tag: string }[] {
  const pieces: { text: string; tag: string }[] = [];
  const text = payload.replace(BREAK, ' ');
  let from = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    pieces.push({ text: text.slice(from, index), tag });
    from = index + tag.length;
  }
  pieces.push({ text: text.slice(from), tag: '' });
  return pieces;
}
