import type { Reading } from '../cues/cue.ts';
import { gatherLines } from '../cues/gather-cues.ts';
import { basicSign, sign } from './scc-text.ts';

const LINE = /^(\d{1,2}):(\d\d):(\d\d)([:;.])(\d\d)\s+([0-9a-f]{4}(?:\s+[0-9a-f]{4})*)\s*$/i;

/** Rows from the top; the codes 0x10 to 0x17 aren't in that order. */
const ORDER = [2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 0, 6, 7, 8, 9];
const LOWEST_ROW = 9;

/** Rows of the picture by their code. */
type Rows = Map<number, string>;
type Picture = { line: number; start: number; rows: Rows };

export function isScc(text: string): boolean {
  return /^\uFEFF?Scenarist_SCC V/.test(text);
}

/**
 * Reads Scenarist SCC, the closed captions of CEA-608 (47 CFR 15.119) as hexadecimal words: the first channel, in its three
 * modes. A pop-on caption starts when it is shown; a roll-up caption is one cue per line. Never throws.
 */
export function readScc(text: string): Reading {
  const { lines, keep, report, finish } = gatherLines(text);
  let loading: Rows = new Map();
  let shown: Picture | null = null;
  let mode: 'pop-on' | 'roll-up' | 'paint-on' = 'pop-on';
  let row = LOWEST_ROW;
  let previous = 0;
  let isFirstChannel = true;

  const end = (now: number) => {
    const text = shown && getText(shown.rows);
    if (shown && text) keep({ line: shown.line, start: shown.start, end: now, text: text });
    shown = null;
  };
  const rowsAt = (line: number, now: number): Rows => {
    if (mode === 'pop-on') return loading;
    shown ??= { line, start: now, rows: new Map() };
    return shown.rows;
  };
  const command = (second: number, line: number, now: number) => {
    if (second === 0x20) mode = 'pop-on';
    else if (second >= 0x25 && second <= 0x27) mode = 'roll-up';
    else if (second === 0x29) mode = 'paint-on';
    else if (second === 0x2c || (second === 0x2d && mode === 'roll-up')) end(now);
    else if (second === 0x2e) loading = new Map();
    else if (second === 0x2f) {
      end(now);
      shown = { line, start: now, rows: loading };
      loading = new Map();
    } else if (second === 0x21) {
      const rows = rowsAt(line, now);
      rows.set(row, (rows.get(row) ?? '').slice(0, -1));
    }
  };
  const write = (written: string, line: number, now: number, replaces = false) => {
    if (written === '') return;
    const rows = rowsAt(line, now);
    const before = rows.get(row) ?? '';
    rows.set(row, (replaces ? before.slice(0, -1) : before) + written);
  };
  const take = (word: number, line: number, now: number) => {
    const [first, second] = [(word >> 8) & 0x7f, word & 0x7f];
    // Control codes are sent twice.
    const isRepeated = word === previous;
    previous = isRepeated ? 0 : word;
    if (first < 0x10 || first > 0x1f) {
      previous = 0;
      if (isFirstChannel) write(basicSign(first) + basicSign(second), line, now);
      return;
    }
    if (isRepeated) return;
    isFirstChannel = (first & 8) === 0;
    if (!isFirstChannel) return;
    const character = sign(first, second);
    if (character) write(character.sign, line, now, character.replaces);
    else if (second >= 0x40) row = ((first & 7) << 1) + ((second & 0x20) >> 5);
    else if (first === 0x11) write(' ', line, now);
    else if (first === 0x14 || first === 0x15) command(second, line, now);
  };

  let now = 0;
  for (const [at, line] of lines.entries()) {
    const match = LINE.exec(line.trim());
    if (!match) {
      if (line.trim() !== '' && !isScc(line)) report(at + 1, 'unreadableTimes', { text: line });
      continue;
    }
    const words = (match[6] ?? '').split(/\s+/);
    for (const [position, word] of words.entries()) {
      now = milliseconds(match, position);
      take(Number.parseInt(word, 16), at + 1, now);
    }
  }
  const last = shown as Picture | null;
  const content = last && getText(last.rows);
  if (last && content) keep({ line: last.line, start: last.start, text: content });
  return finish('noTimedText');
}

/** One word is sent per frame; with a semicolon (drop frame), two numbers are skipped each minute except every tenth. */
function milliseconds(match: RegExpExecArray, position: number): number {
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

function getText(rows: Rows): string {
  return [...rows]
    .sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([, row]) => row.replace(/\s+/g, ' ').trim())
    .filter((row) => row !== '')
    .join('\n');
}
