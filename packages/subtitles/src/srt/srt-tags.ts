// SubRip's own tags, and those left by careless conversions from WebVTT and HTML.
const TAG =
  /<\/?(?:i|b|u|s|em|strong|font|span|p|c|v|lang|ruby|rt)(?:[\s.][^<>]*)?\/?>|<\d[\d:.]*>|\{\\[^{}]*\}/gi;
const BREAK = /<br\s*\/?>/gi;

// Removing a tag can join the halves of another one ('<<i>i>'); more rounds than this are an attack.
const ROUNDS = 8;

/** Removes formatting tags (`<i>`, `<font …>`, `{\an8}` …) from one line, so that reading it again finds none. */
export function stripTags(line: string): string {
  let text = line;
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!text.includes('<') && !text.includes('{\\')) return text;
    const stripped = text.replace(BREAK, ' ').replace(TAG, '');
    if (stripped === text) return text;
    text = stripped;
  }
  return text.replace(/[<{]/g, '');
}

/** Splits a text into tags and the text between them, in order. Line breaks written as a tag are spaces, as when reading. */
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
