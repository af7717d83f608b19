import { withoutOuterBlankLines } from '../cues/cue.ts';
import { decodeEntities } from './entities.ts';

// Every tag of cue text runs from '<' to the next '>' or to the end, whatever it holds
// (https://www.w3.org/TR/webvtt1/#webvtt-cue-text-tokenizer).
const TOKEN = /<([^>]*)>?|[^<]+/g;
const IDEOGRAPH = /\p{Script=Han}\s*$/u;
const TAG = /^(\/?[^\s.]*)([^\s]*)/;

/**
 * A piece of cue text: decoded text, or a tag. `tag` has its slash when it closes; `classes` are those of an opening
 * one, '.loud.yellow'.
 */
export type Piece = { text: string } | { tag: string; classes: string };

/**
 * The pieces of a cue's text: time stamps are tags as all others, character references are decoded once, and the reading
 * of a ruby comes in parentheses after its base, 漢字(かんじ), as HTML shows it where ruby isn't known. Around other scripts a
 * ruby explains nothing, and its two texts are read on.
 */
export function* splitCueText(cueText: string): Generator<Piece> {
  let ruby = false;
  let reading: string | null = null;
  let base = '';
  const closeReading = (): Piece[] => {
    const read = reading?.trim() ? [{ text: IDEOGRAPH.test(base) ? `(${reading})` : reading }] : [];
    reading = null;
    return read;
  };
  for (const [token, inner] of cueText.matchAll(TOKEN)) {
    if (inner === undefined) {
      const text = decodeEntities(token);
      if (reading !== null) reading += text;
      else {
        base = text;
        yield { text };
      }
      continue;
    }
    const [, tag = '', classes = ''] = TAG.exec(inner) ?? [];
    if (tag === 'ruby') ruby = true;
    if (tag === 'rt' && ruby && reading === null) reading = '';
    if (tag === '/rt' || tag === '/ruby') yield* closeReading();
    if (tag === '/ruby') ruby = false;
    if (reading === null) yield { tag, classes };
  }
  yield* closeReading();
}

/** The plain text of a cue: that of {@link splitCueText} without its tags, and without blank lines around it. */
export function plainText(cueText: string): string {
  if (!cueText.includes('<') && !cueText.includes('&')) return withoutOuterBlankLines(cueText);
  let plain = '';
  for (const piece of splitCueText(cueText)) if ('text' in piece) plain += piece.text;
  // A reference can stand for a line end; blank lines around the text come from lines that held tags alone.
  return withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'));
}

/** The reverse: text that {@link plainText} gives back as it was. An empty class keeps an inner line from being blank. */
export function escapeText(plain: string): string {
  return fillBlankLines(escapeSigns(withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'))));
}

export function escapeSigns(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function fillBlankLines(payload: string): string {
  return payload.replace(/\n(?=\n)/g, '\n<c></c>');
}
