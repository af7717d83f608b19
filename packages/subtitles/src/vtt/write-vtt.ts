import type { Block, Cue, Writable } from '../cues/cue.ts';
import { getCues, replaceUnstorable } from '../cues/cue.ts';
import { writeTimes } from '../cues/cue-times.ts';
import { anchorToSettings, findLeftSettings, srtToVtt } from '../markup/srt-to-vtt.ts';
import { isOtherBlock, isVtt } from './read-vtt.ts';
import { escapePlainText, toPlainText } from './vtt-text.ts';

/**
 * Writes WebVTT with LF line endings. Preserves the header, the positions of notes, styles and regions, and the identifier,
 * settings and tags of cues with unchanged text. Converts SubRip's italics, bold, underline, colours and positions. Drops parts
 * that couldn't be read again.
 */
export function writeVtt(writable: Writable): string {
  const cues = getCues(writable);
  const { header, blocks = [] } = 'cues' in writable ? writable : {};
  const written = [`${header !== undefined && isHeader(header) ? header : 'WEBVTT'}\n`];
  const pendingBlocks = blocks.filter(isSafeBlock).sort((a, b) => a.before - b.before);
  let next = 0;
  const writeBlocks = (position: number) => {
    for (; (pendingBlocks[next]?.before ?? Number.POSITIVE_INFINITY) <= position; next += 1) {
      written.push(`${pendingBlocks[next]?.text}\n`);
    }
  };
  for (const [index, cue] of cues.entries()) {
    writeBlocks(index);
    written.push(writeCue(cue));
  }
  writeBlocks(Number.MAX_SAFE_INTEGER);
  return written.join('\n');
}

function writeCue(cue: Cue): string {
  const identifier = cue.markup?.format === 'vtt' ? toOneLine(cue.markup.identifier) : '';
  const settings = buildSettings(cue);
  const payload = writePayload(cue);
  return [identifier, `${writeTimes(cue, '.')}${settings && ` ${settings}`}`, payload, '']
    .filter((line, index) => index === 3 || line !== '')
    .join('\n');
}

function writePayload({ text, markup }: Cue): string {
  if (markup?.payload !== undefined) {
    const storable = replaceUnstorable(markup.payload);
    const payload = markup.format === 'vtt' ? storable : srtToVtt(storable);
    if (isBody(payload.split('\n')) && toPlainText(payload) === text) return payload;
  }
  return escapePlainText(replaceUnstorable(text));
}

function buildSettings({ markup }: Cue): string {
  if (markup?.format === 'vtt') return toOneLine(markup.settings);
  if (markup === undefined) return '';
  return findLeftSettings(toOneLine(markup.settings)) || anchorToSettings(markup.payload ?? '');
}

function isHeader(header: string): boolean {
  const lines = header.split('\n');
  return isVtt(header) && isSafe(header) && isBody(lines.slice(1));
}

function isSafeBlock({ text }: Block): boolean {
  return isOtherBlock(text.split('\n', 1)[0] ?? '') && isSafe(text) && isBody(text.split('\n'));
}

/** Returns true if none of the lines would end the block. */
function isBody(lines: readonly string[]): boolean {
  return lines.length === 1 && lines[0] === '' ? true : lines.every((line) => line !== '' && isLine(line));
}

function isLine(line: string): boolean {
  return !line.includes('-->') && !line.includes('\r');
}

function isSafe(text: string): boolean {
  return replaceUnstorable(text) === text && !/^\uFEFF|\r/.test(text);
}

/** Returns an identifier or settings unchanged; '' if they would be read as something else. */
function toOneLine(text = ''): string {
  return isLine(text) && !text.includes('\n') ? replaceUnstorable(text) : '';
}
