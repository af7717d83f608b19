import { collectCues } from '../cues/collect-cues.ts';
import type { Reading } from '../cues/cue.ts';
import { decodeStlText } from './stl-text.ts';

const HEADER_BYTES = 1024;
const BLOCK_BYTES = 128;
const [LAST_EXTENSION, USER_DATA] = [0xff, 0xfe];

/** Returns true for EBU STL, a binary format that `decode` decodes to one character per byte. */
export function isStl(text: string): boolean {
  return /^\d{3}STL\d\d\.01/.test(text);
}

/**
 * Reads EBU STL (https://tech.ebu.ch/docs/tech/tech3264.pdf): a header, then blocks of 128 bytes; a cue has one or more blocks.
 * Times are relative to the programme start in the header, if it has one. Skips comments. The `line` of a problem is the block
 * number. Never throws.
 */
export function readStl(text: string): Reading {
  const { add, report, finish } = collectCues(text.length);
  const rate = Number(text.slice(6, 8)) || 25;
  const table = text.slice(12, 14);
  const starts = /^\d{8}$/.test(text.slice(256, 264))
    ? text.slice(256, 264).match(/\d\d/g)?.map(Number)
    : null;
  const programme = starts ? toMilliseconds(starts, rate) : 0;
  const times: { line: number; start: number; end: number; field: string }[] = [];
  let field = '';
  for (let index = HEADER_BYTES, line = 1; index + 16 < text.length; index += BLOCK_BYTES, line += 1) {
    const block = text.slice(index, index + BLOCK_BYTES);
    const byte = (offset: number) => block.charCodeAt(offset) & 0xff;
    const [extension, isComment] = [byte(3), byte(15) === 1];
    if (extension === USER_DATA || isComment) continue;
    field += block.slice(16);
    if (extension !== LAST_EXTENSION) continue;
    const [start, end] = [5, 9].map((from) =>
      toMilliseconds(
        [0, 1, 2, 3].map((part) => byte(from + part)),
        rate,
      ),
    );
    times.push({ line, start: start ?? 0, end: end ?? 0, field });
    field = '';
  }
  // Some files start at 0 despite their header.
  const first = times.reduce((min, { start }) => Math.min(min, start), Number.POSITIVE_INFINITY);
  const timeOffset = first >= programme ? programme : 0;
  for (const { line, start, end, field: textField } of times) {
    const text = decodeStlText(textField, table);
    if (text === '') report(line, 'noText');
    else add(line, start - timeOffset, end - timeOffset, text);
  }
  return finish('noTimedText');
}

function toMilliseconds(
  [hours = 0, minutes = 0, seconds = 0, frames = 0]: readonly number[],
  rate: number,
): number {
  return Math.round((((hours * 60 + minutes) * 60 + seconds) * rate + frames) * (1000 / rate));
}
