import { collectLines } from '../cues/collect-cues.ts';
import type { Reading } from '../cues/cue.ts';
import { basicCharacter, twoByteCharacter } from './scc-text.ts';

const LINE = /^(\d{1,2}):(\d\d):(\d\d)([:;.])(\d\d)\s+([0-9a-f]{4}(?:\s+[0-9a-f]{4})*)\s*$/i;

/** Row codes in order from the top of the picture to the bottom. */
const ROW_ORDER = [2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 0, 6, 7, 8, 9];
const LOWEST_ROW = 9;

/** Texts of the picture's rows by row code. */
type Rows = Map<number, string>;
type Picture = { line: number; start: number; rows: Rows };

export function isScc(text: string): boolean {
  return /^\uFEFF?Scenarist_SCC V/.test(text);
}

/**
 * Reads Scenarist SCC, which contains CEA-608 closed captions (47 CFR 15.119) as hexadecimal words. Supports the first channel in
 * all three modes. A pop-on caption starts when it is displayed; each line of a roll-up caption is a cue. Never throws.
 */
export function readScc(text: string): Reading {
  const { lines, addOpen, report, finish } = collectLines(text);
  let loadedRows: Rows = new Map();
  let shown: Picture | null = null;
  let mode: 'pop-on' | 'roll-up' | 'paint-on' = 'pop-on';
  let row = LOWEST_ROW;
  let previous = 0;
  let isFirstChannel = true;

  const endPicture = (timeMs: number) => {
    const text = shown && joinRows(shown.rows);
    if (shown && text) addOpen({ line: shown.line, start: shown.start, end: timeMs, text: text });
    shown = null;
  };
  const activeRows = (line: number, timeMs: number): Rows => {
    if (mode === 'pop-on') return loadedRows;
    shown ??= { line, start: timeMs, rows: new Map() };
    return shown.rows;
  };
  const command = (second: number, line: number, timeMs: number) => {
    if (second === 0x20) mode = 'pop-on';
    else if (second >= 0x25 && second <= 0x27) mode = 'roll-up';
    else if (second === 0x29) mode = 'paint-on';
    else if (second === 0x2c || (second === 0x2d && mode === 'roll-up')) endPicture(timeMs);
    else if (second === 0x2e) loadedRows = new Map();
    else if (second === 0x2f) {
      endPicture(timeMs);
      shown = { line, start: timeMs, rows: loadedRows };
      loadedRows = new Map();
    } else if (second === 0x21) {
      const rows = activeRows(line, timeMs);
      rows.set(row, (rows.get(row) ?? '').slice(0, -1));
    }
  };
  const write = (text: string, line: number, timeMs: number, replaces = false) => {
    if (text === '') return;
    const rows = activeRows(line, timeMs);
    const before = rows.get(row) ?? '';
    rows.set(row, (replaces ? before.slice(0, -1) : before) + text);
  };
  const readWord = (word: number, line: number, timeMs: number) => {
    const [first, second] = [(word >> 8) & 0x7f, word & 0x7f];
    // Control codes are sent twice.
    const isRepeated = word === previous;
    previous = isRepeated ? 0 : word;
    if (first < 0x10 || first > 0x1f) {
      previous = 0;
      if (isFirstChannel) write(basicCharacter(first) + basicCharacter(second), line, timeMs);
      return;
    }
    if (isRepeated) return;
    isFirstChannel = (first & 8) === 0;
    if (!isFirstChannel) return;
    const character = twoByteCharacter(first, second);
    if (character) write(character.character, line, timeMs, character.replaces);
    else if (second >= 0x40) row = ((first & 7) << 1) + ((second & 0x20) >> 5);
    else if (first === 0x11) write(' ', line, timeMs);
    else if (first === 0x14 || first === 0x15) command(second, line, timeMs);
  };

  let timeMs = 0;
  for (const [index, line] of lines.entries()) {
    const match = LINE.exec(line.trim());
    if (!match) {
      if (line.trim() !== '' && !isScc(line)) report(index + 1, 'unreadableTimes', { text: line });
      continue;
    }
    const words = (match[6] ?? '').split(/\s+/);
    for (const [position, word] of words.entries()) {
      timeMs = toMilliseconds(match, position);
      readWord(Number.parseInt(word, 16), index + 1, timeMs);
    }
  }
  const lastPicture = shown as Picture | null;
  const content = lastPicture && joinRows(lastPicture.rows);
  if (lastPicture && content) addOpen({ line: lastPicture.line, start: lastPicture.start, text: content });
  return finish('noTimedText');
}

/**
 * Returns the time of a word in milliseconds; one word is sent per frame. With a semicolon (drop frame), most minutes skip two
 * frame numbers.
 */
function toMilliseconds(match: RegExpExecArray, position: number): number {
  const [hours, minutes, seconds, frames] = [match[1], match[2], match[3], match[5]].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const allMinutes = hours * 60 + minutes;
  const dropped = match[4] === ':' ? 0 : 2 * (allMinutes - Math.floor(allMinutes / 10));
  const frame = (allMinutes * 60 + seconds) * 30 + frames + position - dropped;
  return Math.round((frame * 1001) / 30);
}

function joinRows(rows: Rows): string {
  return [...rows]
    .sort(([a], [b]) => ROW_ORDER.indexOf(a) - ROW_ORDER.indexOf(b))
    .map(([, row]) => row.replace(/\s+/g, ' ').trim())
    .filter((row) => row !== '')
    .join('\n');
}
