import { withoutOuterBlankLines } from '../cues/cue.ts';
import { decodeEntities } from './entities.ts';

// A tag in cue text ends at the next '>' or at the end of the text
// (https://www.w3.org/TR/webvtt1/#webvtt-cue-text-tokenizer).
const TOKEN = /<([^>]*)>?|[^<]+/g;
const IDEOGRAPH = /\p{Script=Han}\s*$/u;
const TAG = /^(\/?[^\s.]*)([^\s]*)/;

/**
 * A piece of cue text: decoded text, or a tag. `tag` includes the slash of a closing tag; `classes` are an opening tag's classes,
 * such as '.loud.yellow'.
 */
export type Piece = { text: string } | { tag: string; classes: string };

/**
 * Splits a cue's text into pieces. Timestamps count as tags. Decodes character references once. A ruby reading follows its base
 * in parentheses, 漢字(かんじ), as in HTML without ruby support; in other scripts, the two texts are joined without parentheses.
 */
export function* splitCueText(cueText: string): Generator<Piece> {
  let ruby = false;
  let reading: string | null = null;
  let base = '';
  const closeReading = (): Piece[] => {
    const parts = reading?.trim() ? [{ text: IDEOGRAPH.test(base) ? `(${reading})` : reading }] : [];
    reading = null;
    return parts;
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

/** Returns the text of {@link splitCueText} without tags and without blank lines around it. */
export function toPlainText(cueText: string): string {
  if (!cueText.includes('<') && !cueText.includes('&')) return withoutOuterBlankLines(cueText);
  let plain = '';
  for (const piece of splitCueText(cueText)) if ('text' in piece) plain += piece.text;
  // A character reference can be a line break, and lines with only tags become blank.
  return withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'));
}

/** Escapes a text so that {@link toPlainText} returns it unchanged. Fills blank lines inside the text with an empty class tag. */
export function escapePlainText(plain: string): string {
  return fillBlankLines(escapeCharacters(withoutOuterBlankLines(plain.replace(/\r\n?/g, '\n'))));
}

export function escapeCharacters(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function fillBlankLines(payload: string): string {
  return payload.replace(/\n(?=\n)/g, '\n<c></c>');
}
