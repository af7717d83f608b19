import type { Cue } from '../cues/cue.ts';
import { replaceUnstorable, splitLines, tidyLines } from '../cues/cue.ts';
import { plainText } from '../vtt/vtt-text.ts';
import { lineBreaks } from '../wrap/line-breaks.ts';
import { srtToVtt } from './srt-to-vtt.ts';
import type { Mark, Notation } from './styles.ts';
import { writeMarks } from './styles.ts';
import { marksOf } from './vtt-to-srt.ts';

/**
 * A cue's text with its styles in a format's notation, wrapped for a screen (see `lineBreaks`). Styles count as long as they still read
 * as the cue's text. '' without text.
 */
export function writeStyled({ text, markup }: Cue, notation: Notation): string {
  const plain = tidyLines(splitLines(replaceUnstorable(text)).join('\n'));
  if (plain === '') return '';
  const payload = replaceUnstorable(markup?.payload ?? '');
  const vtt = markup?.format === 'srt' ? srtToVtt(payload) : payload;
  const isCurrent = vtt !== '' && plainText(vtt) === plain;
  const marks: Mark[] = isCurrent ? marksOf(vtt) : [{ text: plain }];
  // A reading may leave a text with other blanks around its tags.
  const said = marks.map((mark) => ('text' in mark ? mark.text : '')).join('');
  return writeMarks(said === plain ? wrapMarks(marks, plain) : [{ text: plain }], notation);
}

/** The marks with line breaks, whose places are those in the text of all. */
function wrapMarks(marks: readonly Mark[], text: string): Mark[] {
  const breaks = lineBreaks(text);
  if (breaks.length === 0) return [...marks];
  let from = 0;
  return marks.map((mark) => {
    if (!('text' in mark)) return mark;
    const to = from + mark.text.length;
    let wrapped = '';
    let at = from;
    for (const one of breaks) {
      if (one.at < from || one.at >= to) continue;
      wrapped += `${text.slice(at, one.at)}\n`;
      at = one.at + one.length;
    }
    wrapped += text.slice(at, to);
    from = to;
    return { text: wrapped };
  });
}
