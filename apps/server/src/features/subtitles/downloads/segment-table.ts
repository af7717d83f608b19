import { fields, formatPosition, subtitles } from '@sayback/contract';
import type { Cue } from '@sayback/subtitles';
import { decode } from '@sayback/subtitles/decode';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type Message, message } from '../../../messages/message.ts';

/** A segment in a table; times in milliseconds. */
export type TableSegment = {
  start: number;
  end: number;
  text_original: string;
  text_target: string;
  mismatch: boolean;
  label: string;
};

/** A row of a table. `row` is its number in a spreadsheet: the header's is 1. */
export type TableRow = {
  row: number;
  /** Position of the exported segment, from 1; null for a new segment. */
  index: number | null;
  /** Unparsed cells. */
  start: string;
  end: string;
} & Omit<TableSegment, 'start' | 'end'>;

/** The reason for rejecting a table; `row` is null if it concerns the whole table. */
export type TableProblem = { row: number | null; problem: Message };

const COLUMNS = ['index', 'start', 'end', 'text_original', 'text_target', 'mismatch', 'label'] as const;
type Column = (typeof COLUMNS)[number];

const DELIMITERS = [',', ';', '\t'];
/** Larger than the maximum of an alignment, and small enough for a worker thread's memory. */
const ROW_LIMIT = 200_000;

/** Matches a cell that a spreadsheet would run as a formula (even one with full-width characters), or that looks escaped. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Adds an apostrophe, which prevents a spreadsheet from running the cell. */
const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text);
/** Removes the apostrophe that `escapeFormula` added. */
const unescapeFormula = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

/** All strings are quoted, since some readers break an unquoted cell at a bare CR or LF. */
const CSV_OPTIONS = { quoted_string: true, record_delimiter: '\r\n' } as const;

/** Writes records as CSV lines. Formulas are escaped. */
export const writeRecords = (records: readonly (string | number)[][], { bom = false } = {}): string =>
  stringify(
    records.map((record) => record.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell))),
    { ...CSV_OPTIONS, bom },
  );

/** Writes segments as CSV for spreadsheets, in UTF-8 with a byte order mark. Formulas are escaped. */
export function writeCsv(segments: readonly TableSegment[]): string {
  const rows = segments.map((segment, index) => [
    index + 1,
    formatPosition(segment.start),
    formatPosition(segment.end),
    escapeFormula(segment.text_original),
    escapeFormula(segment.text_target),
    // Spreadsheets localise true and false.
    segment.mismatch ? 1 : 0,
    escapeFormula(segment.label),
  ]);
  return stringify([[...COLUMNS], ...rows], { ...CSV_OPTIONS, bom: true });
}

/** Writes cues as CSV in the same format, with one column of texts. */
export function writeCueCsv(cues: readonly Pick<Cue, 'start' | 'end' | 'text'>[]): string {
  const rows = cues.map(({ start, end, text }, index) => [
    index + 1,
    formatPosition(start),
    formatPosition(end),
    escapeFormula(text),
  ]);
  return stringify([['index', 'start', 'end', 'text'], ...rows], { ...CSV_OPTIONS, bom: true });
}

/** A card for Anki: texts, and the audio's tag. */
export type TableCard = { front: string; back: string; times: string; audio: string };

/** Writes cards for Anki's text import (https://docs.ankiweb.net/importing/text-files.html#file-headers). */
export function writeTsv(cards: readonly TableCard[]): string {
  const header = '#separator:tab\n#html:false\n#columns:Front\tBack\tTimes\tAudio\n';
  const rows = cards.map(({ front, back, times, audio }) => [front, back, times, audio]);
  return header + stringify(rows, { ...CSV_OPTIONS, delimiter: '\t', record_delimiter: '\n' });
}

/** Spreadsheets use semicolons in some countries, and Excel's “Unicode text” has tabs. */
function detectDelimiter(text: string): string {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** A record with the parser's counts; its row number is their sum, since empty lines count as rows. */
type NumberedRecord = { record: string[]; info: { records: number; empty_lines: number } };

function parseRecords(text: string): NumberedRecord[] | TableProblem {
  try {
    // The types ignore the option `info`.
    return parse(text, {
      bom: true,
      delimiter: detectDelimiter(text),
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      to: ROW_LIMIT + 2,
    }) as unknown as NumberedRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 1);
    return { row: null, problem: message('table.malformed', { line }) };
  }
}

const isBlank = (record: readonly string[]) => record.every((cell) => cell === '');

/**
 * Reads a CSV with `writeCsv`'s columns, in any order and encoding, delimited by commas, semicolons or tabs. Other columns are
 * ignored. Returns the problem of the first invalid row, if any.
 */
export function readTable(bytes: Uint8Array): TableRow[] | TableProblem {
  const records = parseRecords(decode(bytes).text);
  if (!Array.isArray(records)) return records;
  const header = (records[0]?.record ?? []).map((cell) => cell.trim().toLowerCase());
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0) {
    return { row: null, problem: message('table.missingColumns', { columns: missing.join(', ') }) };
  }
  if (records.length > ROW_LIMIT + 1) {
    return { row: null, problem: message('table.tooManyRows', { limit: ROW_LIMIT }) };
  }
  const columnIndex = new Map(COLUMNS.map((column) => [column, header.indexOf(column)]));
  const rows: TableRow[] = [];
  for (const { record, info } of records.slice(1)) {
    if (isBlank(record)) continue;
    const row = info.records + info.empty_lines;
    const parsed = readRow((column) => unescapeFormula(record[columnIndex.get(column) ?? -1] ?? ''), row);
    if ('problem' in parsed) return parsed;
    rows.push(parsed);
  }
  return rows;
}

const YES = new Set(['1', 'true', 'yes', 'verdadero', 'sí']);
const NO = new Set(['', '0', 'false', 'no', 'falso']);

function readRow(getCell: (column: Column) => string, row: number): TableRow | TableProblem {
  const index = getCell('index').trim();
  if (!/^(?:[1-9]\d{0,8})?$/.test(index)) {
    return { row, problem: { id: 'table.index' } };
  }
  const mismatch = getCell('mismatch').trim().toLowerCase();
  if (!YES.has(mismatch) && !NO.has(mismatch)) return { row, problem: { id: 'table.mismatch' } };
  const label = getCell('label').trim();
  const limits = {
    text_original: fields.TEXT_LIMIT,
    text_target: fields.TEXT_LIMIT,
    label: subtitles.LABEL_LIMIT,
  };
  for (const [column, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const text = column === 'label' ? label : getCell(column);
    if (text.length > limit) return { row, problem: message('table.tooLong', { column, limit }) };
    if (text.includes('\0') || !text.isWellFormed()) {
      return { row, problem: message('table.storable', { column }) };
    }
  }
  return {
    row,
    index: index === '' ? null : Number(index),
    start: getCell('start').trim(),
    end: getCell('end').trim(),
    text_original: getCell('text_original'),
    text_target: getCell('text_target'),
    mismatch: YES.has(mismatch),
    label,
  };
}
