import type { Cue } from '../cues/cue.ts';
import { replaceUnstorable, splitLines, tidyLines } from '../cues/cue.ts';
import { type LineBreak, lineBreaks } from '../wrap/line-breaks.ts';
import { srtMarks } from './srt-to-vtt.ts';
import type { Mark, Notation } from './styles.ts';
import { colourValue, writeMarks } from './styles.ts';
import { findMarks } from './vtt-to-srt.ts';

/**
 * Formats a cue's text with its styles in a format's notation, wrapped for a screen (see `lineBreaks`). Styles are used only
 * while they still read as the cue's text. '' without text.
 */
export function writeStyled({ text, markup }: Cue, notation: Notation): string {
  const plain = tidyLines(splitLines(replaceUnstorable(text)).join('\n'));
  if (plain === '') return '';
  const payload = replaceUnstorable(markup?.payload ?? '');
  const marks = markup?.format === 'srt' ? srtMarks(payload).map(withColourValue) : findMarks(payload);
  const said = marks.map((mark) => ('text' in mark ? mark.text : '')).join('');
  return writeMarks(wrapMarks(said === plain ? marks : [{ text: plain }], plain), notation);
}

const withColourValue = (mark: Mark): Mark =>
  'open' in mark ? { ...mark, colour: colourValue(mark.colour) } : mark;

/** Inserts line breaks between the marks, at positions in the whole text. */
function wrapMarks(marks: readonly Mark[], text: string): Mark[] {
  const breaks = lineBreaks(text);
  if (breaks.length === 0) return [...marks];
  let next = 0;
  let from = 0;
  return marks.map((mark) => {
    if (!('text' in mark)) return mark;
    const to = from + mark.text.length;
    let wrapped = '';
    let at = from;
    for (; next < breaks.length; next += 1) {
      const lineBreak = breaks[next] as LineBreak;
      if (lineBreak.at >= to) break;
      wrapped += `${text.slice(at, lineBreak.at)}\n`;
      at = lineBreak.at + lineBreak.length;
    }
    wrapped += text.slice(at, to);
    from = to;
    return { text: wrapped };
  });
}
