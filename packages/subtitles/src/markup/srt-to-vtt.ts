import { splitTags } from '../srt/srt-tags.ts';
import { escapeCharacters, fillBlankLines } from '../vtt/vtt-text.ts';
import type { Mark, Style } from './styles.ts';
import { findColourName, writeMarks } from './styles.ts';

const STYLES_BY_TAG: Record<string, Style> = { i: 'i', em: 'i', b: 'b', strong: 'b', u: 'u', font: 'colour' };
const HTML_TAG = /^<(\/?)([a-z]+)/i;
const OVERRIDE = /\\([ibu])([01])(?![\w&])/g;
const COLOUR = /\bcolor\s*=\s*["']?(#?\w+)/i;
const ANCHOR = /\{[^{}]*\\an([1-9])[^{}]*\}/;
const SETTING = /^(?:vertical|line|position|size|align|region):\S+$/;

/**
 * Converts a SubRip text with tags to WebVTT: italics, bold, underline, and the eight colours that have a WebVTT class. Drops
 * other tags, and trims lines as SubRip's reader does.
 */
export function srtToVtt(payload: string): string {
  const vtt = writeMarks(srtMarks(payload), {
    open: (style, colour) => (style === 'colour' ? colour && `<c.${colour}>` : `<${style}>`),
    close: (style, colour) => (style === 'colour' ? colour && '</c>' : `</${style}>`),
    text: escapeCharacters,
  });
  return fillBlankLines(vtt);
}

/**
 * Converts the position tag of a SubRip text, such as `{\an8}`, to WebVTT settings; '' without a tag. The numbers are laid out
 * like a numeric keypad: 7, 8 and 9 are at the top, 1, 4 and 7 on the left.
 */
export function anchorToSettings(payload: string): string {
  const anchor = Number(ANCHOR.exec(payload)?.[1] ?? 0);
  if (anchor === 0) return '';
  const line = ['', 'line:50%', 'line:0'][Math.floor((anchor - 1) / 3)];
  const align = ['align:start', '', 'align:end'][(anchor - 1) % 3];
  return [line, align].filter(Boolean).join(' ');
}

/** Returns the position tag of a SubRip text, such as `{\an8}`; '' without one. */
export function anchorTag(payload: string): string {
  const anchor = ANCHOR.exec(payload)?.[1];
  return anchor === undefined ? '' : `{\\an${anchor}}`;
}

/** Returns WebVTT settings that a conversion left after SubRip's times. */
export function findLeftSettings(textAfterTimes: string): string {
  return textAfterTimes
    .split(/\s+/)
    .filter((word) => SETTING.test(word))
    .join(' ');
}

/** Parses a SubRip text into marks, with trimmed lines and named colours. */
export function srtMarks(payload: string): Mark[] {
  return trimLines(splitTags(payload).flatMap(({ text, tag }) => [{ text }, ...parseStyles(tag)]));
}

/** Trims both ends of every line, including inside tags. */
function trimLines(marks: readonly Mark[]): Mark[] {
  const trimmedStarts = trimEdges(marks, (part) => part.trimStart());
  const reversed = trimEdges(trimmedStarts.reverse(), (part) => part.trimEnd(), 'from the end');
  return reversed.reverse();
}

function trimEdges(marks: readonly Mark[], trim: (part: string) => string, fromEnd?: 'from the end'): Mark[] {
  let atEdge = true;
  const inOrder = (parts: string[]) => (fromEnd ? parts.reverse() : parts);
  return marks.map((mark) => {
    if (!('text' in mark)) return mark;
    const parts = inOrder(mark.text.split('\n')).map((part, line) => {
      const trimmed = atEdge || line > 0 ? trim(part) : part;
      atEdge = trimmed === '' && (atEdge || line > 0);
      return trimmed;
    });
    return { text: inOrder(parts).join('\n') };
  });
}

function parseStyles(tag: string): Mark[] {
  if (tag.startsWith('{')) {
    return [...tag.matchAll(OVERRIDE)].map(([, name, on]): Mark => {
      const style = STYLES_BY_TAG[name ?? ''] ?? 'i';
      return on === '1' ? { open: style, colour: '' } : { close: style };
    });
  }
  const [, slash, name = ''] = HTML_TAG.exec(tag) ?? [];
  const style = Object.hasOwn(STYLES_BY_TAG, name.toLowerCase())
    ? STYLES_BY_TAG[name.toLowerCase()]
    : undefined;
  if (style === undefined || tag.endsWith('/>')) return [];
  if (slash) return [{ close: style }];
  return [{ open: style, colour: findColourName(COLOUR.exec(tag)?.[1] ?? '') }];
}
