import type { Cue, Writable } from '../cues/cue.ts';
import { getCues } from '../cues/cue.ts';
import { anchorTag } from '../markup/srt-to-vtt.ts';
import { writeStyled } from '../markup/styled-text.ts';
import type { Notation } from '../markup/styles.ts';
import { settingsToAnchor } from '../markup/vtt-to-srt.ts';
import { WORD_JOINER } from './ass-text.ts';

// Header with one style that looks like SubRip does in most players: white with a dark outline, at the bottom. Sizes are for 1280
// × 720 pixels.
const HEADER = `[Script Info]
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,60,60,40,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

const NOTATION: Notation = {
  open: (style, colour) => (style === 'colour' ? colour && `{\\c${assColour(colour)}}` : `{\\${style}1}`),
  close: (style, colour) => (style === 'colour' ? colour && '{\\c}' : `{\\${style}0}`),
  text: (text) =>
    text
      .replace(/\\(?=[Nnh{}\u2060]|$)/g, `\\${WORD_JOINER}`)
      .replace(/[{}]/g, '\\$&')
      .replaceAll('\n', '\\N'),
};

const NAMED_COLOURS: Record<string, string> = {
  red: '0000FF',
  lime: '00FF00',
  blue: 'FF0000',
  yellow: '00FFFF',
  cyan: 'FFFF00',
  magenta: 'FF00FF',
  black: '000000',
};

/** Converts `#rrggbb` or a name to `&HBBGGRR&`; unknown names become white. */
function assColour(colour: string): string {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(colour.toLowerCase()) ?? [];
  return `&H${red === undefined ? (NAMED_COLOURS[colour.toLowerCase()] ?? 'FFFFFF') : `${blue}${green}${red}`.toUpperCase()}&`;
}

/**
 * Writes SubStation Alpha 4+ with LF line endings and one style. Italics, bold, underline, colours and positions become override
 * tags. Wraps long lines, rounds times to hundredths of a second, and drops cues without text.
 */
export function writeAss(writable: Writable): string {
  const events = getCues(writable).flatMap((cue) => {
    const text = writeStyled(cue, NOTATION);
    if (text === '') return [];
    const start = Math.round(cue.start / 10);
    const end = Math.max(start + 1, Math.round(cue.end / 10));
    return `Dialogue: 0,${formatClock(start)},${formatClock(end)},Default,,0,0,0,,${buildPosition(cue)}${text}\n`;
  });
  return HEADER + events.join('');
}

const buildPosition = ({ markup }: Cue): string =>
  markup?.format === 'vtt' ? settingsToAnchor(markup.settings ?? '') : anchorTag(markup?.payload ?? '');

/** Formats a time in hundredths of a second. */
function formatClock(hundredths: number): string {
  const padTwo = (value: number) => String(value).padStart(2, '0');
  const seconds = Math.floor(hundredths / 100);
  return `${Math.floor(seconds / 3600)}:${padTwo(Math.floor(seconds / 60) % 60)}:${padTwo(seconds % 60)}.${padTwo(hundredths % 100)}`;
}
