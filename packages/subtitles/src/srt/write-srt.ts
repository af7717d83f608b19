import type { Cue, Writable } from '../cues/cue.ts';
import { getCues, splitLines } from '../cues/cue.ts';
import { writeTimes } from '../cues/cue-times.ts';
import { anchorTag } from '../markup/srt-to-vtt.ts';
import { settingsToAnchor, vttToSrt } from '../markup/vtt-to-srt.ts';
import { stripTags } from './srt-tags.ts';
import { asText, judgeLine } from './srt-timing.ts';

/**
 * Writes SubRip with LF line ends, indexes from 1. A cue's tags are written only while they still read as its text; WebVTT's
 * italics, bold, underline, colours and positions are converted; its notes, styles and voices have no equivalent and are
 * dropped, as are cues without text.
 */
export function writeSrt(writable: Writable): string {
  return getCues(writable)
    .map((cue) => ({ cue, body: getBody(cue) }))
    .filter(({ body }) => body !== '')
    .map(({ cue, body }, at) => `${at + 1}\n${writeTimes(cue, ',')}${coordinates(cue)}\n${body}\n`)
    .join('\n');
}

function getBody(cue: Cue): string {
  const plain = splitLines(cue.text).map(textLine).join('\n').trim();
  const { markup } = cue;
  if (plain === '' || markup === undefined) return plain;
  const { payload = '', settings = '' } = markup;
  if (markup.format === 'srt') return readsAs(payload, cue.text) ? payload : anchorTag(payload) + plain;
  const own = vttToSrt(payload);
  return settingsToAnchor(settings) + (readsAs(own, cue.text) ? own.trim() : plain);
}

/** Returns true if a text with tags reads as the cue's own text, and contains no line that would be mistaken for times. */
function readsAs(payload: string, text: string): boolean {
  if (payload === '') return false;
  const lines = splitLines(payload).map((line) => stripTags(line).trim());
  if (lines.some((line) => judgeLine(line).kind !== 'text')) return false;
  return lines.join('\n').trim() === readText(text);
}

function readText(text: string): string {
  return splitLines(text)
    .map((line) => stripTags(line).trim())
    .join('\n')
    .trim();
}

/** The reader classifies a line without its tags, so a tag must not hide times from the writer. */
function textLine(line: string): string {
  const read = stripTags(line).trim();
  return judgeLine(read).kind === 'text' ? line : asText(read);
}

// They must read as coordinates again, and not as text or a second line.
function coordinates({ markup }: Cue): string {
  const behind = markup?.format === 'srt' ? (markup.settings ?? '') : '';
  const kind = behind === '' ? null : judgeLine(`00:00:00,000 --> 00:00:00,000 ${behind}`);
  return kind?.kind === 'timing' && kind.settings === behind ? ` ${behind}` : '';
}
