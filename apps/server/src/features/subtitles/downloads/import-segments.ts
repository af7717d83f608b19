import { formatPosition, ROWS } from '@sayback/contract';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, badField, mustExist, notFound } from '../../../errors/app-error.ts';
import { type Message, message } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { checkRowLimit } from '../../../security/with-row-limit.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { announceChange } from '../segments/announce-change.ts';
import type { NewSegment, SegmentRow } from '../segments/segment-columns.ts';
import { readTimes, type Times } from '../segments/segment-times.ts';
import { rememberTranslations } from '../translation/translation-memory.ts';
import { namePart } from './file-name.ts';
import type { TableRow } from './segment-table.ts';

const FIELD = 'csv_file';

const rejected = (row: number | null, problem: Message) =>
  badField(FIELD, row === null ? problem : message('table.row', { row, problem }));

/**
 * Formats in which a spreadsheet saves a position that it mistook for a time of day: Excel with minutes, seconds and tenths,
 * LibreOffice with hundredths.
 */
function spreadsheetForms(ms: number): string[] {
  const excel = formatPosition(Math.round(ms / 100) * 100).slice(3, -2);
  const libreOffice = formatPosition(Math.round(ms / 10) * 10).slice(0, -1);
  return [excel, libreOffice].flatMap((form) => [form, form.replace('.', ',')]);
}

/** Returns undefined if the cell doesn't change the time. */
function changedTime(cell: string, present: number | undefined): string | undefined {
  if (present === undefined) return cell;
  const isSame = cell === '' || cell === formatPosition(present) || spreadsheetForms(present).includes(cell);
  return isSame ? undefined : cell;
}

const SECONDS = /^\d+(?:\.\d+)?$/;

function getTimes({ row, start, end }: TableRow, present: SegmentRow | undefined): Times {
  const [start_time, end_time] = [
    changedTime(start, present?.start_ms),
    changedTime(end, present?.end_ms),
  ].map((cell) => (cell !== undefined && SECONDS.test(cell) ? Number(cell) : cell));
  try {
    return readTimes({ start_time, end_time }, present ?? { start_ms: 0, end_ms: 0 });
  } catch (error) {
    if (error instanceof AppError)
      throw rejected(
        row,
        message('table.times', { problem: error.userMessage, start: start || '?', end: end || '?' }),
      );
    throw error;
  }
}

const CONTENT = ['start_ms', 'end_ms', 'text_original', 'text_target', 'mismatch', 'label'] as const;

function getSegment(
  table: TableRow,
  present: SegmentRow | undefined,
): { segment: NewSegment; isOther: boolean } {
  const { text_original, text_target, mismatch, label } = table;
  const read = { ...getTimes(table, present), text_original, text_target, mismatch, label };
  if (!present) {
    return { isOther: true, segment: { ...read, confidence: 1, edited: true, aligned_digest: null } };
  }
  const isOther = CONTENT.some((key) => read[key] !== present[key]);
  const { position: _, alignment_id: __, ...same } = present;
  const origin = read.text_target === present.text_target ? present.origin : ('file' as const);
  const changed = { ...same, ...read, origin, edited: true, version: present.version + 1 };
  return { isOther, segment: isOther ? changed : same };
}

/** Moves the digests of removed segments to a remaining neighbour, so that realigning doesn't insert their cues again. */
function passOnDigests(former: readonly SegmentRow[], remainingByRow: ReadonlyMap<number, NewSegment>): void {
  let successor: NewSegment | undefined;
  let waiting: string[] = [];
  for (const { id, aligned_digest } of former) {
    const own = remainingByRow.get(id);
    if (own?.aligned_digest) {
      own.aligned_digest = [...waiting, own.aligned_digest].join(' ');
      waiting = [];
      successor = own;
    } else if (!own && aligned_digest) {
      if (successor) successor.aligned_digest += ` ${aligned_digest}`;
      else waiting.push(aligned_digest);
    }
  }
}

/** Converts the table to the alignment's segments: rows with an index keep their segment. */
export function joinTable(table: readonly TableRow[], former: readonly SegmentRow[]) {
  const targetRow = new Map<number, number>();
  const remainingByRow = new Map<number, NewSegment>();
  const rows: NewSegment[] = [];
  const others: NewSegment[] = [];
  for (const tableRow of table) {
    const { row, index } = tableRow;
    const other = index === null ? undefined : targetRow.get(index);
    if (other !== undefined)
      throw rejected(row, message('table.duplicate', { index: String(index), row: other }));
    if (index !== null) targetRow.set(index, row);
    const present = index === null ? undefined : former[index - 1];
    const { segment, isOther } = getSegment(tableRow, present);
    rows.push(segment);
    if (isOther) others.push(segment);
    if (present) remainingByRow.set(present.id, segment);
  }
  passOnDigests(former, remainingByRow);
  return { rows, others, removed: former.length - remainingByRow.size };
}

/** Batch size that keeps a statement within PostgreSQL's limit of parameters. */
const REMEMBERED_AT_ONCE = 2000;

/**
 * Replaces an alignment's segments from a CSV, all or nothing. The previous ones become a revision first. Throws a 404, and a
 * 400 that names the row. `changed` counts changed, inserted and deleted segments.
 */
export async function importSegments(
  { db, engine }: { db: Database; engine: Engine },
  alignmentId: number,
  { name, bytes, created_by }: { name: string; bytes: Uint8Array; created_by: number },
): Promise<{ saved_revision_id: number; segment_count: number; changed: number }> {
  if (!(await alignmentStore(db).find(alignmentId))) throw notFound(NO_ALIGNMENT);
  const table = await engine.run('readTable', bytes);
  if (!Array.isArray(table)) throw rejected(table.row, table.problem);
  if (table.length === 0) throw rejected(null, { id: 'table.noRow' });

  return db.transaction(async (transaction) => {
    const store = alignmentStore(transaction);
    const alignment = mustExist(await store.lockForRevision(alignmentId), NO_ALIGNMENT);
    const former = await store.listSegments(alignmentId);
    const { rows, others, removed } = joinTable(table, former);
    checkRowLimit(ROWS.segments, rows.length);
    const saved_revision_id = await revisionStore(transaction).saveAlignment(alignmentId, {
      reason: 'import',
      note: namePart(name),
      created_by,
    });
    await store.replaceSegments(alignmentId, rows);
    const pair = {
      source_language: alignment.original_language,
      target_language: alignment.target_language,
    };
    const approved = others.filter(({ mismatch }) => !mismatch);
    for (let at = 0; at < approved.length; at += REMEMBERED_AT_ONCE) {
      await rememberTranslations(transaction, pair, approved.slice(at, at + REMEMBERED_AT_ONCE));
    }
    await announceChange(transaction, { alignment_id: alignmentId, reordered: true });
    return { saved_revision_id, segment_count: rows.length, changed: others.length + removed };
  });
}
