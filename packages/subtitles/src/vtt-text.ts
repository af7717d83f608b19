import { decodeEntities } from './entities.ts';

// Every tag of cue text runs from '<' to the next '>' or to the end, whatever it holds
// (https://www.w3.org/TR/webvtt1/#webvtt-cue-text-tokenizer).
const TOKEN = /<([^>]*)>?|[^<]+/g;
const TAG_NAME = /^\/?[^\s.]*/;

/**
 * The plain text of a cue: tags and time stamps removed, character references decoded once, and the reading of a
 * ruby in parentheses after its base, 漢字(かんじ), as HTML shows it where ruby isn't known.
 */
export function plainText(cueText: string): string {
  let plain = '';
  let ruby = false;
  let reading: string | null = null;
  const closeReading = () => {
    if (reading?.trim()) plain += `(${reading})`;
    reading = null;
  };
  for (const [token, inner] of cueText.matchAll(TOKEN)) {
    if (inner === undefined) {
      const text = decodeEntities(token);
      if (reading === null) plain += text;
      else reading += text;
      continue;
    }
    const tag = TAG_NAME.exec(inner)?.[0];
    if (tag === 'ruby') ruby = true;
    if (tag === 'rt' && ruby && reading === null) reading = '';
    if (tag === '/rt' || tag === '/ruby') closeReading();
    if (tag === '/ruby') ruby = false;
  }
  closeReading();
  // A reference can stand for a line end; blank lines around the text come from lines that held tags alone.
  return withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'));
}

/** The reverse: text that {@link plainText} gives back as it was. An empty class keeps an inner line from being blank. */
export function escapeText(plain: string): string {
  return withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'))
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\n(?=\n)/g, '\n<c></c>');
}

function withoutOuterBlankLines(text: string): string {
  let from = 0;
  let to = text.length;
  while (text[from] === '\n') from += 1;
  while (to > from && text[to - 1] === '\n') to -= 1;
  return text.slice(from, to);
}
