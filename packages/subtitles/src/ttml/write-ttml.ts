import { formatPosition } from '@sayback/contract/position';
import type { Writable } from '../cues/cue.ts';
import { getCues } from '../cues/cue.ts';
import { writeStyled } from '../markup/styled-text.ts';
import type { Notation } from '../markup/styles.ts';

/** Control characters and noncharacters that are invalid in XML 1.0. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern replaces them
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const escapeXml = (text: string): string =>
  text
    .replace(NOT_IN_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const STYLES = {
  i: 'tts:fontStyle="italic"',
  b: 'tts:fontWeight="bold"',
  u: 'tts:textDecoration="underline"',
};

const NOTATION: Notation = {
  open: (style, colour) =>
    style === 'colour' ? colour && `<span tts:color="${escapeXml(colour)}">` : `<span ${STYLES[style]}>`,
  close: (style, colour) => (style !== 'colour' || colour ? '</span>' : ''),
  text: (text) => escapeXml(text).replaceAll('\n', '<br/>'),
};

/**
 * Writes TTML 1 (https://www.w3.org/TR/ttml1/), which TTML 2 players also read: one paragraph per cue, with the language in
 * `xml:lang` ('' if unknown). Italics, bold, underline and colours become spans. Wraps long lines, and drops cues without text.
 */
export function writeTtml(writable: Writable): string {
  const { language = '' } = 'cues' in writable ? writable : {};
  const paragraphs = getCues(writable).flatMap((cue) => {
    const text = writeStyled(cue, NOTATION);
    if (text === '') return [];
    const times = `begin="${formatPosition(cue.start)}" end="${formatPosition(Math.max(cue.start + 1, cue.end))}"`;
    return `      <p ${times}>${text}</p>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="${escapeXml(language)}">
  <body>
    <div>
${paragraphs.join('')}    </div>
  </body>
</tt>
`;
}
