import type { Cue } from '../cues/cue.ts';
import { replaceUnstorable, splitLines, tidyLines } from '../cues/cue.ts';
import { findLineBreaks, type LineBreak } from '../wrap/line-breaks.ts';
import { srtMarks } from './srt-to-vtt.ts';
import type { Mark, Notation } from './styles.ts';
import { findColourValue, writeMarks } from './styles.ts';
import { findMarks } from './vtt-to-srt.ts';

/**
 * Formats a cue's text with its styles in a format's notation, wrapped for the screen (see `findLineBreaks`). Uses styles only if
 * the styled text still reads as the cue's text. Returns '' without text.
 */
export function writeStyled({ text, markup }: Cue, notation: Notation): string {
  const plain = tidyLines(splitLines(replaceUnstorable(text)).join('\n'));
  if (plain === '') return '';
  const payload = replaceUnstorable(markup?.payload ?? '');
  const marks = markup?.format === 'srt' ? srtMarks(payload).map(resolveColour) : findMarks(payload);
  const styledText = marks.map((mark) => ('text' in mark ? mark.text : '')).join('');
  return writeMarks(wrapMarks(styledText === plain ? marks : [{ text: plain }], plain), notation);
}

const resolveColour = (mark: Mark): Mark =>
  'open' in mark ? { ...mark, colour: findColourValue(mark.colour) } : mark;

/** Inserts line breaks between the marks, at positions in the whole text. */
function wrapMarks(marks: readonly Mark[], text: string): Mark[] {
  const breaks = findLineBreaks(text);
  if (breaks.length === 0) return [...marks];
  let next = 0;
  let from = 0;
  return marks.map((mark) => {
    if (!('text' in mark)) return mark;
    const to = from + mark.text.length;
    let wrapped = '';
    let index = from;
    for (; next < breaks.length; next += 1) {
      const lineBreak = breaks[next] as LineBreak;
      if (lineBreak.at >= to) break;
      wrapped += `${text.slice(index, lineBreak.at)}\n`;
      index = lineBreak.at + lineBreak.length;
    }
    wrapped += text.slice(index, to);
    from = to;
    return { text: wrapped };
  });
}
