import { splitCueText } from '../vtt/vtt-text.ts';
import type { Mark } from './styles.ts';
import { findColourValue, writeMarks } from './styles.ts';

const STYLES = { i: 'i', b: 'b', u: 'u', c: 'colour' } as const;

/**
 * Converts a WebVTT text with tags to SubRip: italics, bold, underline, colour classes as `<font>`, and ruby readings in
 * parentheses. Drops voices, other classes, languages and timestamps.
 */
export function vttToSrt(payload: string): string {
  return writeMarks(findMarks(payload), {
    open: (style, colour) => (style === 'colour' ? colour && `<font color="${colour}">` : `<${style}>`),
    close: (style, colour) => (style === 'colour' ? colour && '</font>' : `</${style}>`),
    text: (text) => text,
  });
}

export function findMarks(payload: string): Mark[] {
  return Array.from(splitCueText(payload)).flatMap((piece): Mark[] => {
    if ('text' in piece) return [piece];
    const isClosing = piece.tag.startsWith('/');
    const name = isClosing ? piece.tag.slice(1) : piece.tag;
    if (!isStyle(name)) return [];
    if (isClosing) return [{ close: STYLES[name] }];
    const colour = piece.classes.split('.').map(findColourValue).find(Boolean) ?? '';
    return [{ open: STYLES[name], colour: name === 'c' ? colour : '' }];
  });
}

function isStyle(name: string): name is keyof typeof STYLES {
  return Object.hasOwn(STYLES, name);
}

/**
 * Converts WebVTT settings to a position tag such as `{\an8}`, for a line at the top or in the middle, and for an alignment to
 * one side unless the cue also has a position. Returns '' for the default position at the bottom.
 */
export function settingsToAnchor(settings: string): string {
  const values = new Map(settings.split(/\s+/).map((word) => splitAt(word, word.indexOf(':'))));
  const align = values.has('position') || values.has('vertical') ? '' : values.get('align');
  const column = align === 'start' || align === 'left' ? 1 : align === 'end' || align === 'right' ? 3 : 2;
  const anchor = column + (values.has('vertical') ? 0 : findRow(values.get('line') ?? '') * 3);
  return anchor === 2 ? '' : `{\\an${anchor}}`;
}

// Lines are numbered from 0 at the top; negative numbers count from the bottom. A screen has about fifteen lines.
function findRow(line: string): number {
  const match = /^(\d+(?:\.\d+)?)(%?)(?:,|$)/.exec(line);
  if (!match) return 0;
  const fraction = match[2] ? Number(match[1]) / 100 : Number(match[1]) / 15;
  return fraction < 1 / 3 ? 2 : fraction < 2 / 3 ? 1 : 0;
}

function splitAt(word: string, index: number): [string, string] {
  return [word.slice(0, Math.max(0, index)), word.slice(index + 1)];
}
