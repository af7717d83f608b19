import { withoutOuterBlankLines } from '../cues/cue.ts';
import { decodeEntities } from './entities.ts';

// A tag in cue text runs from '<' to the next '>' or to the end, whatever it contains
// (https://www.w3.org/TR/webvtt1/#webvtt-cue-text-tokenizer).
const TOKEN = /<([^>]*)>?|[^<]+/g;
const IDEOGRAPH = /\p{Script=Han}\s*$/u;
const TAG = /^(\/?[^\s.]*)([^\s]*)/;

/**
 * A piece of cue text: decoded text, or a tag. `tag` includes the slash of a closing one; `classes` are those of an opening
 * one, '.loud.yellow'.
 */
export type Piece = { text: string } | { tag: string; classes: string };

/**
 * Splits a cue's text into pieces: time stamps are tags like any other, character references are decoded once, and a ruby's
 * reading follows its base in parentheses, 漢字(かんじ), as HTML shows it without ruby support. Around other scripts a ruby explains
 * nothing, and its two texts are simply joined.
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

/** Returns the plain text of a cue: that of {@link splitCueText} without its tags, and without blank lines around it. */
export function plainText(cueText: string): string {
  if (!cueText.includes('<') && !cueText.includes('&')) return withoutOuterBlankLines(cueText);
  let plain = '';
  for (const piece of splitCueText(cueText)) if ('text' in piece) plain += piece.text;
  // A reference can be a line end; blank lines around the text come from lines with only tags.
  return withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'));
}

/** Escapes a text so that {@link plainText} returns it unchanged. An empty class prevents a blank inner line. */
export function escapeText(plain: string): string {
  return fillBlankLines(escapeSigns(withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'))));
}

export function escapeSigns(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function fillBlankLines(payload: string): string {
  return payload.replace(/\n(?=\n)/g, '\n<c></c>');
}
