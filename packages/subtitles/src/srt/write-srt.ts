import type { Cue, Writable } from '../cues/cue.ts';
import { getCues, splitLines } from '../cues/cue.ts';
import { writeTimes } from '../cues/cue-times.ts';
import { anchorTag } from '../markup/srt-to-vtt.ts';
import { settingsToAnchor, vttToSrt } from '../markup/vtt-to-srt.ts';
import { stripTags } from './srt-tags.ts';
import { classifyLine, replaceArrow } from './srt-timing.ts';

/**
 * Writes SubRip with LF line endings and indexes from 1. Writes a cue's tags only if the tagged text still reads as the cue's
 * text. Converts WebVTT's italics, bold, underline, colours and positions. Drops notes, styles and voices, which have no
 * equivalent, and cues without text.
 */
export function writeSrt(writable: Writable): string {
  return getCues(writable)
    .map((cue) => ({ cue, body: buildBody(cue) }))
    .filter(({ body }) => body !== '')
    .map(
      ({ cue, body }, index) => `${index + 1}\n${writeTimes(cue, ',')}${formatCoordinates(cue)}\n${body}\n`,
    )
    .join('\n');
}

function buildBody(cue: Cue): string {
  const plain = splitLines(cue.text).map(toTextLine).join('\n').trim();
  const { markup } = cue;
  if (plain === '' || markup === undefined) return plain;
  const { payload = '', settings = '' } = markup;
  if (markup.format === 'srt') return isReadAs(payload, cue.text) ? payload : anchorTag(payload) + plain;
  const converted = vttToSrt(payload);
  return settingsToAnchor(settings) + (isReadAs(converted, cue.text) ? converted.trim() : plain);
}

/** Returns true if a text with tags reads as the cue's text, and none of its lines would be read as times. */
function isReadAs(payload: string, text: string): boolean {
  if (payload === '') return false;
  const lines = splitLines(payload).map((line) => stripTags(line).trim());
  if (lines.some((line) => classifyLine(line).kind !== 'text')) return false;
  return lines.join('\n').trim() === toReadText(text);
}

function toReadText(text: string): string {
  return splitLines(text)
    .map((line) => stripTags(line).trim())
    .join('\n')
    .trim();
}

/** Replaces the arrow in a line that would read as times without its tags. */
function toTextLine(line: string): string {
  const read = stripTags(line).trim();
  return classifyLine(read).kind === 'text' ? line : replaceArrow(read);
}

/** Formats a cue's coordinates if they would be read as coordinates again. */
function formatCoordinates({ markup }: Cue): string {
  const behind = markup?.format === 'srt' ? (markup.settings ?? '') : '';
  const kind = behind === '' ? null : classifyLine(`00:00:00,000 --> 00:00:00,000 ${behind}`);
  return kind?.kind === 'timing' && kind.settings === behind ? ` ${behind}` : '';
}
