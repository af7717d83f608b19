import { splitTags } from '../srt/srt-tags.ts';
import { escapeSigns, fillBlankLines } from '../vtt/vtt-text.ts';
import type { Mark, Style } from './styles.ts';
import { colourName, writeMarks } from './styles.ts';

const STYLE_OF: Record<string, Style> = { i: 'i', em: 'i', b: 'b', strong: 'b', u: 'u', font: 'colour' };
const HTML_TAG = /^<(\/?)([a-z]+)/i;
const OVERRIDE = /\\([ibu])([01])(?![\w&])/g;
const COLOUR = /\bcolor\s*=\s*["']?(#?\w+)/i;
const ANCHOR = /\{[^{}]*\\an([1-9])[^{}]*\}/;
const SETTING = /^(?:vertical|line|position|size|align|region):\S+$/;

/**
 * Converts a SubRip text with its tags to WebVTT: italics, bold, underline, and the eight colours that have a class there;
 * other tags are dropped. Lines are trimmed as by SubRip's reader.
 */
export function srtToVtt(payload: string): string {
  const vtt = writeMarks(srtMarks(payload), {
    open: (style, colour) => (style === 'colour' ? colour && `<c.${colour}>` : `<${style}>`),
    close: (style, colour) => (style === 'colour' ? colour && '</c>' : `</${style}>`),
    text: escapeSigns,
  });
  return fillBlankLines(vtt);
}

/**
 * Converts a SubRip text's `{\an8}` to WebVTT's settings; '' if there is none. The numbers are laid out as on a keypad: 7, 8
 * and 9 are at the top, 1, 4 and 7 on the left.
 */
export function anchorToSettings(payload: string): string {
  const anchor = Number(ANCHOR.exec(payload)?.[1] ?? 0);
  if (anchor === 0) return '';
  const line = ['', 'line:50%', 'line:0'][Math.floor((anchor - 1) / 3)];
  const align = ['align:start', '', 'align:end'][(anchor - 1) % 3];
  return [line, align].filter(Boolean).join(' ');
}

/** Returns the `{\an8}` of a SubRip text; '' without one. */
export function anchorTag(payload: string): string {
  const anchor = ANCHOR.exec(payload)?.[1];
  return anchor === undefined ? '' : `{\\an${anchor}}`;
}

/** Returns settings that a conversion from WebVTT left in the text after SubRip's times. */
export function leftSettings(behind: string): string {
  return behind
    .split(/\s+/)
    .filter((word) => SETTING.test(word))
    .join(' ');
}

/** Parses the marks of a SubRip text, with its lines trimmed. Colours are names. */
export function srtMarks(payload: string): Mark[] {
  return trimLines(splitTags(payload).flatMap(({ text, tag }) => [{ text }, ...getStyles(tag)]));
}

/** Trims both ends of every line, also inside tags. */
function trimLines(marks: readonly Mark[]): Mark[] {
  const started = trimEdges(marks, (part) => part.trimStart());
  const reversed = trimEdges(started.reverse(), (part) => part.trimEnd(), 'from the end');
  return reversed.reverse();
}

function trimEdges(marks: readonly Mark[], trim: (part: string) => string, fromEnd?: 'from the end'): Mark[] {
  let atEdge = true;
  const order = (parts: string[]) => (fromEnd ? parts.reverse() : parts);
  return marks.map((mark) => {
    if (!('text' in mark)) return mark;
    const parts = order(mark.text.split('\n')).map((part, line) => {
      const trimmed = atEdge || line > 0 ? trim(part) : part;
      atEdge = trimmed === '' && (atEdge || line > 0);
      return trimmed;
    });
    return { text: order(parts).join('\n') };
  });
}

function getStyles(tag: string): Mark[] {
  if (tag.startsWith('{')) {
    return [...tag.matchAll(OVERRIDE)].map(([, name, on]): Mark => {
      const style = STYLE_OF[name ?? ''] ?? 'i';
      return on === '1' ? { open: style, colour: '' } : { close: style };
    });
  }
  const [, slash, name = ''] = HTML_TAG.exec(tag) ?? [];
  const style = Object.hasOwn(STYLE_OF, name.toLowerCase()) ? STYLE_OF[name.toLowerCase()] : undefined;
  if (style === undefined || tag.endsWith('/>')) return [];
  if (slash) return [{ close: style }];
  return [{ open: style, colour: colourName(COLOUR.exec(tag)?.[1] ?? '') }];
}
