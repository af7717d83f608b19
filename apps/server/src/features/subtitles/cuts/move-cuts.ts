import { type subtitles as contract, formatPosition, hashLine } from '@sayback/contract';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { changeSegments } from '../segments/change-segments.ts';
import type { SegmentRow } from '../segments/segment-columns.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { alignments, cut_proposals, segments, subtitles } from '../tables.ts';
import { cutRunStore } from './cut-run-store.ts';
import { reportStore } from './report-store.ts';

type Change = Omit<contract.MovedCut, 'version'> & { version?: number };
type Move = { cuts: readonly contract.MovedCut[]; undo: boolean };

/**
 * Moves cuts of an alignment (all or none) and the same cuts of the same lines in the video's other languages. Saves a revision
 * first, unless the last one is from the same run of moves, and resolves reports about the cuts; with `undo`, reopens them
 * instead. Returns this alignment's segments.
 */
export function moveCuts(
  db: Database,
  alignmentId: number,
  { cuts, undo }: Move,
  viewer: { id: number },
): Promise<contract.MovedCut[]> {
  return db.transaction(async (transaction) => {
    const alignment = mustExist(await alignmentStore(transaction).lockAllOfVideo(alignmentId), NO_ALIGNMENT);
    const rows = await segmentStore(transaction).listByIds(
      alignmentId,
      cuts.map(({ segment_id }) => segment_id),
    );
    const rowById = new Map(rows.map((row) => [row.id, row]));
    const moves = cuts.map((cut) => {
      const row = rowById.get(cut.segment_id);
      if (!row) throw notFound('subtitles.noSegment');
      return { row, cut };
    });
    const saveChanges = async (id: number, list: readonly Change[]) => {
      const runs = cutRunStore(transaction);
      const isContinued = await runs.isContinued(id, viewer.id);
      if (!undo && !isContinued)
        await revisionStore(transaction).saveAlignment(id, { reason: 'cuts', created_by: viewer.id });
      const changes = list.map(({ segment_id, version, start_ms, end_ms }) => ({
        op: 'update' as const,
        id: segment_id,
        version,
        fields: { start_time: formatPosition(start_ms), end_time: formatPosition(end_ms) },
      }));
      const changed = await changeSegments(transaction, id, changes, { author: 'machine' });
      if (!undo || isContinued) await runs.mark(id);
      return changed;
    };
    const { results } = await saveChanges(alignmentId, cuts);
    for (const [id, list] of await findSameCuts(transaction, alignment, moves)) await saveChanges(id, list);

    const reports = reportStore(transaction);
    const location = { video_id: alignment.video_id, alignment_id: alignmentId };
    if (undo) {
      const moved = moves.map(({ row, cut }) => ({ ...row, start_ms: cut.start_ms }));
      await reports.reopenFixed(location, moved);
    } else {
      const lines = moves.map(({ row }) => row);
      await reports.resolve(location, lines, 'fixed', 'cut');
      await deleteProposals(
        transaction,
        lines.map(({ id }) => id),
      );
    }
    return results.flatMap((row) =>
      row ? { segment_id: row.id, version: row.version, start_ms: row.start_ms, end_ms: row.end_ms } : [],
    );
  });
}

/** Finds the same lines with the same previous cuts in the video's other alignments. Returns their changes by alignment. */
async function findSameCuts(
  db: Database,
  { id, video_id }: { id: number; video_id: number },
  moves: readonly { row: SegmentRow; cut: contract.MovedCut }[],
) {
  const rows = await db
    .select({
      id: segments.id,
      alignment_id: segments.alignment_id,
      start_ms: segments.start_ms,
      end_ms: segments.end_ms,
      text_original: segments.text_original,
    })
    .from(segments)
    .innerJoin(alignments, eq(alignments.id, segments.alignment_id))
    .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
    .where(
      and(
        eq(subtitles.video_id, video_id),
        ne(alignments.id, id),
        inArray(
          segments.start_ms,
          moves.map(({ row }) => row.start_ms),
        ),
      ),
    );
  const cutKey = ({
    start_ms,
    end_ms,
    text_original,
  }: Pick<SegmentRow, 'start_ms' | 'end_ms' | 'text_original'>) =>
    `${start_ms} ${end_ms} ${hashLine(text_original)}`;
  const cutByKey = new Map(moves.map(({ row, cut }) => [cutKey(row), cut]));
  const changesByAlignment = new Map<number, Change[]>();
  for (const row of rows) {
    const cut = cutByKey.get(cutKey(row));
    if (!cut) continue;
    const change = { segment_id: row.id, start_ms: cut.start_ms, end_ms: cut.end_ms };
    const list = changesByAlignment.get(row.alignment_id);
    if (list) list.push(change);
    else changesByAlignment.set(row.alignment_id, [change]);
  }
  return changesByAlignment;
}

const deleteProposals = (db: Database, ids: readonly number[]) =>
  db.delete(cut_proposals).where(inArray(cut_proposals.segment_id, [...ids]));

/** Deletes the proposal for a line, and resolves its reports in this language. Throws a 404. */
export async function dismissCut(
  db: Database,
  segmentId: number,
  outcome: 'fixed' | 'declined',
): Promise<void> {
  const alignmentId = mustExist(await segmentStore(db).findAlignmentId(segmentId), 'subtitles.noSegment');
  await db.transaction(async (transaction) => {
    // The same lock as in `moveCuts`, which changes the same reports and proposals.
    const alignment = await alignmentStore(transaction).lockAllOfVideo(alignmentId);
    const [row] = await segmentStore(transaction).listByIds(alignmentId, [segmentId]);
    if (!alignment || !row) throw notFound('subtitles.noSegment');
    await deleteProposals(transaction, [segmentId]);
    const location = { video_id: alignment.video_id, alignment_id: alignmentId };
    await reportStore(transaction).resolve(location, [row], outcome);
  });
}
