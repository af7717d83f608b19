import type { Block, Cue, Writable } from '../cues/cue.ts';
import { getCues, replaceUnstorable } from '../cues/cue.ts';
import { writeTimes } from '../cues/cue-times.ts';
import { anchorToSettings, leftSettings, srtToVtt } from '../markup/srt-to-vtt.ts';
import { isNoCue, isVtt } from './read-vtt.ts';
import { escapeText, plainText } from './vtt-text.ts';

/**
 * Writes WebVTT with LF line ends. A reading's header, notes, styles and regions keep their positions; a cue keeps its
 * identifier, settings and tags while its text is unchanged. SubRip's italics, bold, underline, colours and positions are
 * converted. Parts that couldn't be read again are dropped.
 */
export function writeVtt(writable: Writable): string {
  const cues = getCues(writable);
  const { header, blocks = [] } = 'cues' in writable ? writable : {};
  const written = [`${header !== undefined && isHeader(header) ? header : 'WEBVTT'}\n`];
  const waiting = blocks.filter(isWhole).sort((a, b) => a.before - b.before);
  let next = 0;
  const writeBlocks = (position: number) => {
    for (; (waiting[next]?.before ?? Number.POSITIVE_INFINITY) <= position; next += 1) {
      written.push(`${waiting[next]?.text}\n`);
    }
  };
  for (const [at, cue] of cues.entries()) {
    writeBlocks(at);
    written.push(writeCue(cue));
  }
  writeBlocks(Number.MAX_SAFE_INTEGER);
  return written.join('\n');
}

function writeCue(cue: Cue): string {
  const identifier = cue.markup?.format === 'vtt' ? oneLine(cue.markup.identifier) : '';
  const settings = buildSettings(cue);
  const payload = writePayload(cue);
  return [identifier, `${writeTimes(cue, '.')}${settings && ` ${settings}`}`, payload, '']
    .filter((line, at) => at === 3 || line !== '')
    .join('\n');
}

function writePayload({ text, markup }: Cue): string {
  if (markup?.payload !== undefined) {
    const own = replaceUnstorable(markup.payload);
    const payload = markup.format === 'vtt' ? own : srtToVtt(own);
    if (isBody(payload.split('\n')) && plainText(payload) === text) return payload;
  }
  return escapeText(replaceUnstorable(text));
}

function buildSettings({ markup }: Cue): string {
  if (markup?.format === 'vtt') return oneLine(markup.settings);
  if (markup === undefined) return '';
  return leftSettings(oneLine(markup.settings)) || anchorToSettings(markup.payload ?? '');
}

function isHeader(header: string): boolean {
  const lines = header.split('\n');
  return isVtt(header) && isSafe(header) && isBody(lines.slice(1));
}

function isWhole({ text }: Block): boolean {
  return isNoCue(text.split('\n', 1)[0] ?? '') && isSafe(text) && isBody(text.split('\n'));
}

/** Returns true for lines that don't end their block. */
function isBody(lines: readonly string[]): boolean {
  return lines.length === 1 && lines[0] === '' ? true : lines.every((line) => line !== '' && isLine(line));
}

function isLine(line: string): boolean {
  return !line.includes('-->') && !line.includes('\r');
}

function isSafe(text: string): boolean {
  return replaceUnstorable(text) === text && !/^\uFEFF|\r/.test(text);
}

/** Returns an identifier or settings, or '' if they would be read as something else. */
function oneLine(text = ''): string {
  return isLine(text) && !text.includes('\n') ? replaceUnstorable(text) : '';
}
