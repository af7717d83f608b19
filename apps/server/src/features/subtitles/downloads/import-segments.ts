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
import { sanitizeFileName } from './file-name.ts';
import type { TableRow } from './segment-table.ts';

const FIELD = 'csv_file';

const createRejection = (row: number | null, problem: Message) =>
  badField(FIELD, row === null ? problem : message('table.row', { row, problem }));

/**
 * Formats a position like a spreadsheet that mistook it for a time of day: Excel saves minutes, seconds and tenths, LibreOffice
 * also hours and hundredths.
 */
function formatLikeSpreadsheets(ms: number): string[] {
  const excel = formatPosition(Math.round(ms / 100) * 100).slice(3, -2);
  const libreOffice = formatPosition(Math.round(ms / 10) * 10).slice(0, -1);
  return [excel, libreOffice].flatMap((form) => [form, form.replace('.', ',')]);
}

/** Returns undefined if the cell doesn't change the time. */
function readChangedTime(cell: string, current: number | undefined): string | undefined {
  if (current === undefined) return cell;
  const isSame =
    cell === '' || cell === formatPosition(current) || formatLikeSpreadsheets(current).includes(cell);
  return isSame ? undefined : cell;
}

const SECONDS = /^\d+(?:\.\d+)?$/;

function parseTimes({ row, start, end }: TableRow, current: SegmentRow | undefined): Times {
  const [start_time, end_time] = [
    readChangedTime(start, current?.start_ms),
    readChangedTime(end, current?.end_ms),
  ].map((cell) => (cell !== undefined && SECONDS.test(cell) ? Number(cell) : cell));
  try {
    return readTimes({ start_time, end_time }, current ?? { start_ms: 0, end_ms: 0 });
  } catch (error) {
    if (error instanceof AppError)
      throw createRejection(
        row,
        message('table.times', { problem: error.userMessage, start: start || '?', end: end || '?' }),
      );
    throw error;
  }
}

const CONTENT = ['start_ms', 'end_ms', 'text_original', 'text_target', 'mismatch', 'label'] as const;

function createSegment(
  row: TableRow,
  current: SegmentRow | undefined,
): { segment: NewSegment; isChanged: boolean } {
  const { text_original, text_target, mismatch, label } = row;
  const content = { ...parseTimes(row, current), text_original, text_target, mismatch, label };
  if (!current) {
    return { isChanged: true, segment: { ...content, confidence: 1, edited: true, aligned_digest: null } };
  }
  const isChanged = CONTENT.some((key) => content[key] !== current[key]);
  const { position: _, alignment_id: __, ...unchanged } = current;
  const origin = content.text_target === current.text_target ? current.origin : ('file' as const);
  const changed = { ...unchanged, ...content, origin, edited: true, version: current.version + 1 };
  return { isChanged, segment: isChanged ? changed : unchanged };
}

/** Moves the digests of removed segments to a remaining neighbour, so that realigning doesn't insert their cues again. */
function moveDigests(previous: readonly SegmentRow[], remainingById: ReadonlyMap<number, NewSegment>): void {
  let neighbour: NewSegment | undefined;
  let leading: string[] = [];
  for (const { id, aligned_digest } of previous) {
    const remaining = remainingById.get(id);
    if (remaining?.aligned_digest) {
      remaining.aligned_digest = [...leading, remaining.aligned_digest].join(' ');
      leading = [];
      neighbour = remaining;
    } else if (!remaining && aligned_digest) {
      if (neighbour) neighbour.aligned_digest += ` ${aligned_digest}`;
      else leading.push(aligned_digest);
    }
  }
}

/** Converts a table to the alignment's new segments. A row with an index updates the segment at that position. */
export function applyTable(table: readonly TableRow[], previous: readonly SegmentRow[]) {
  const rowByIndex = new Map<number, number>();
  const remainingById = new Map<number, NewSegment>();
  const rows: NewSegment[] = [];
  const changed: NewSegment[] = [];
  for (const tableRow of table) {
    const { row, index } = tableRow;
    const firstRow = index === null ? undefined : rowByIndex.get(index);
    if (firstRow !== undefined)
      throw createRejection(row, message('table.duplicate', { index: String(index), row: firstRow }));
    if (index !== null) rowByIndex.set(index, row);
    const current = index === null ? undefined : previous[index - 1];
    const { segment, isChanged } = createSegment(tableRow, current);
    rows.push(segment);
    if (isChanged) changed.push(segment);
    if (current) remainingById.set(current.id, segment);
  }
  moveDigests(previous, remainingById);
  return { rows, changed, removed: previous.length - remainingById.size };
}

/** Translations saved per statement, to stay below PostgreSQL's maximum number of parameters. */
const BATCH_SIZE = 2000;

/**
 * Replaces all of an alignment's segments by those of a CSV. Saves the previous segments as a revision first. Throws a 404, and
 * a 400 that names the invalid row. `changed` counts changed, inserted and deleted segments.
 */
export async function importSegments(
  { db, engine }: { db: Database; engine: Engine },
  alignmentId: number,
  { name, bytes, created_by }: { name: string; bytes: Uint8Array; created_by: number },
): Promise<{ saved_revision_id: number; segment_count: number; changed: number }> {
  if (!(await alignmentStore(db).find(alignmentId))) throw notFound(NO_ALIGNMENT);
  const table = await engine.run('readTable', bytes);
  if (!Array.isArray(table)) throw createRejection(table.row, table.problem);
  if (table.length === 0) throw createRejection(null, { id: 'table.noRow' });

  return db.transaction(async (transaction) => {
    const store = alignmentStore(transaction);
    const alignment = mustExist(await store.lockForRevision(alignmentId), NO_ALIGNMENT);
    const previous = await store.listSegments(alignmentId);
    const { rows, changed, removed } = applyTable(table, previous);
    checkRowLimit(ROWS.segments, rows.length);
    const saved_revision_id = await revisionStore(transaction).saveAlignment(alignmentId, {
      reason: 'import',
      note: sanitizeFileName(name),
      created_by,
    });
    await store.replaceSegments(alignmentId, rows);
    const pair = {
      source_language: alignment.original_language,
      target_language: alignment.target_language,
    };
    const approved = changed.filter(({ mismatch }) => !mismatch);
    for (let start = 0; start < approved.length; start += BATCH_SIZE) {
      await rememberTranslations(transaction, pair, approved.slice(start, start + BATCH_SIZE));
    }
    await announceChange(transaction, { alignment_id: alignmentId, reordered: true });
    return { saved_revision_id, segment_count: rows.length, changed: changed.length + removed };
  });
}
