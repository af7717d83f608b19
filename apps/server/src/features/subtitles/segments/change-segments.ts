import { ROWS, type subtitles } from '@sayback/contract';
import { badField, mustExist } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { checkRowLimit } from '../../../security/with-row-limit.ts';
import { type AlignmentRow, alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { rememberTranslations } from '../translation/translation-memory.ts';
import { announceChange } from './announce-change.ts';
import type { SegmentRow } from './segment-columns.ts';
import { segmentStore } from './segment-store.ts';
import { computeTimesBetween, readTimes } from './segment-times.ts';
import { type WorkingSegments, workOnSegments } from './working-segments.ts';

type Change = subtitles.SegmentChange;
type Fields = subtitles.SegmentFields;
type InsertedFields = Extract<Change, { op: 'insert' }>['fields'];

export type ChangedSegments = {
  /** One result for each change, in order: the segment's new state, or null for a deleted one. */
  results: (SegmentRow | null)[];
  segment_count: number;
  mismatch_count: number;
};

/** An editor's texts are also saved as approved translations. */
type Author = 'editor' | 'machine';

/** With `revisionBy`, the previous segments are first saved as a revision by this user. */
type Options = { author?: Author; revisionBy?: number | undefined };

/**
 * Applies changes to an alignment's segments, all or none. Throws a 404 for a missing segment, a 400 on the field for invalid
 * times, and a 412 with `current` for a stale version.
 */
export function changeSegments(
  db: Database,
  alignmentId: number,
  changes: readonly Change[],
  { author = 'editor', revisionBy }: Options = {},
): Promise<ChangedSegments> {
  return db.transaction(async (transaction) => {
    const lock = alignmentStore(transaction)[revisionBy === undefined ? 'lock' : 'lockForRevision'];
    const alignment = mustExist(await lock(alignmentId), NO_ALIGNMENT);
    if (revisionBy !== undefined) {
      const origin = { reason: 'rows', created_by: revisionBy } as const;
      await revisionStore(transaction).saveAlignment(alignment.id, origin);
    }
    const working = workOnSegments(transaction, alignment.id);
    const ids = changes.flatMap((change) => (change.op === 'insert' ? (change.after ?? []) : change.id));
    const anchors = changes.flatMap((change) => (change.op === 'insert' ? [change.after] : []));
    await working.load([...new Set(ids)], [...new Set(anchors)]);
    const touched: number[] = [];
    for (const change of changes) touched.push(await applyChange(working, change, author));
    const hasOrderChanged = changes.some(({ op }) => op !== 'update');
    return writeChanges(transaction, alignment, { working, touched, hasOrderChanged, author });
  });
}

/** Changes one segment, in any alignment. Throws like `changeSegments`. */
export async function changeSegment(
  db: Database,
  change: Exclude<Change, { op: 'insert' }>,
): Promise<SegmentRow | null> {
  const alignmentId = mustExist(await segmentStore(db).findAlignmentId(change.id), 'subtitles.noSegment');
  return (await changeSegments(db, alignmentId, [change])).results[0] ?? null;
}

/** The segment before it by id, or else its index, from 0. */
type InsertPosition = { index: number; after: number | undefined };

/**
 * Inserts a segment. Returns it with the neighbour that was shortened for it, if any. Throws a 404 without the alignment or the
 * segment before it, and a 400 for an index past the end.
 */
export function insertSegment(
  db: Database,
  alignmentId: number,
  position: InsertPosition,
  fields: Fields,
): Promise<{ created: SegmentRow; shortened: SegmentRow[] }> {
  return db.transaction(async (transaction) => {
    const alignment = mustExist(await alignmentStore(transaction).lock(alignmentId), NO_ALIGNMENT);
    const working = workOnSegments(transaction, alignment.id);
    const before = await loadPosition(working, alignment, position);
    const neighbours = [before, await working.findNext(before)];
    const { id } = await insertAfter(working, before, fields);
    const insertion = { working, touched: [id], hasOrderChanged: true, author: 'editor' as const };
    const { results } = await writeChanges(transaction, alignment, insertion);
    const shortened = neighbours.flatMap((row) => {
      const current = row && working.find(row.id);
      return current && current.version !== row.version ? [current] : [];
    });
    return { created: results[0] as SegmentRow, shortened };
  });
}

/** Loads the neighbours of a position. Returns the segment before it; null at the start of the list. */
async function loadPosition(
  working: WorkingSegments,
  { segment_count }: AlignmentRow,
  { index, after }: InsertPosition,
): Promise<SegmentRow | null> {
  if (after !== undefined) {
    await working.load([after], [after]);
    return working.get(after);
  }
  if (index > segment_count) {
    throw badField('index', message('subtitles.pastTheEnd', { count: segment_count }));
  }
  return working.loadAround(index);
}

type AppliedChanges = {
  working: WorkingSegments;
  /** Ids of the changed segments, in the order of the changes. */
  touched: number[];
  hasOrderChanged: boolean;
  author: Author;
};

/** Writes the changes, saves approved translations, announces the changes and updates the counts. */
async function writeChanges(
  transaction: Database,
  alignment: AlignmentRow,
  { working, touched, hasOrderChanged, author }: AppliedChanges,
): Promise<ChangedSegments> {
  const { ids, countChange } = await working.write();
  if (countChange.segments > 0) checkRowLimit(ROWS.segments, alignment.segment_count + countChange.segments);
  const results = touched.map(working.find);

  if (author === 'editor') {
    const { original_language: source_language, target_language } = alignment;
    const approved = results.flatMap((row) => (row && !row.mismatch ? row : []));
    await rememberTranslations(transaction, { source_language, target_language }, approved);
  }
  if (hasOrderChanged) await announceChange(transaction, { alignment_id: alignment.id, reordered: true });
  else if (ids.length > 0) {
    const versions = ids.map((id) => working.find(id)?.version ?? 0);
    await announceChange(transaction, { alignment_id: alignment.id, ids, versions });
  }
  const haveCountsChanged = countChange.segments !== 0 || countChange.mismatches !== 0;
  const { segment_count, mismatch_count } = haveCountsChanged
    ? await alignmentStore(transaction).addToCounts(alignment.id, countChange)
    : alignment;
  return { results, segment_count, mismatch_count };
}

/** Returns the changed segment's id. */
async function applyChange(working: WorkingSegments, change: Change, author: Author): Promise<number> {
  if (change.op === 'insert') {
    const anchor = change.after === null ? null : working.get(change.after);
    return (await insertAfter(working, anchor, change.fields)).id;
  }
  const row = working.get(change.id, change.version);
  if (change.op === 'delete') working.remove(row);
  else update(working, row, change.fields, author);
  return row.id;
}

const omitUndefined = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

function update(
  working: WorkingSegments,
  row: SegmentRow,
  { start_time, end_time, ...fields }: Fields,
  author: Author,
): void {
  const next = { ...row, ...omitUndefined(fields), ...readTimes({ start_time, end_time }, row) };
  const isChanged = (Object.keys(next) as (keyof SegmentRow)[]).some((key) => next[key] !== row[key]);
  if (!isChanged) return;
  const isTextByPerson = fields.origin === undefined && next.text_target !== row.text_target;
  const edited = fields.edited ?? (author === 'editor' || row.edited);
  const approved = next.approved && !next.mismatch;
  working.update(row, { ...next, ...(isTextByPerson && { origin: 'person' }), approved, edited });
}

const NEW_SEGMENT = {
  text_original: '',
  text_target: '',
  mismatch: false,
  label: '',
  confidence: 1,
  edited: true,
  origin: 'person',
} as const;

async function insertAfter(
  working: WorkingSegments,
  before: SegmentRow | null,
  { start_time, end_time, ...fields }: InsertedFields,
): Promise<SegmentRow> {
  if ((start_time === undefined) !== (end_time === undefined)) {
    throw badField(start_time === undefined ? 'start_time' : 'end_time', 'subtitles.bothTimes');
  }
  const after = await working.findNext(before);
  const { times, ...moved } = computeTimesBetween(before, after);
  if (start_time === undefined) {
    if (before && moved.before) working.update(before, moved.before);
    if (after && moved.after) working.update(after, moved.after);
  }
  return working.add(before, {
    ...NEW_SEGMENT,
    ...omitUndefined(fields),
    ...readTimes({ start_time, end_time }, times),
  });
}
