import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { describeSegment } from './describe-segment.ts';
import type { NewSegment, SegmentRow } from './segment-columns.ts';
import { segmentStore } from './segment-store.ts';

const stale = (row: SegmentRow) =>
  new AppError('stale', 'subtitles.segmentChanged', {
    extra: { current: describeSegment(row) },
  });

/**
 * The segments of an alignment that several changes touch one after the other. What comes and goes is written at once,
 * what is altered at the end, each row one time: its version counts up by one, however many of the changes touched it.
 */
export function workOnSegments(transaction: Database, alignmentId: number) {
  const store = segmentStore(transaction);
  const loaded = new Map<number, SegmentRow>();
  const rows = new Map<number, SegmentRow>();
  const altered = new Set<number>();
  const added = { segments: 0, mismatches: 0 };

  function adopt(row: SegmentRow | null): SegmentRow | null {
    if (!row) return null;
    if (!loaded.has(row.id)) {
      loaded.set(row.id, row);
      rows.set(row.id, row);
    }
    return rows.get(row.id) ?? null;
  }

  return {
    async load(ids: number[]): Promise<void> {
      if (ids.length > 0) for (const row of await store.listByIds(alignmentId, ids)) adopt(row);
    },

    /** The segments on both sides of a place, counted from 0; null at the ends of the list. */
    async around(index: number) {
      const { before, after } = await store.around(alignmentId, index);
      return { before: adopt(before), after: adopt(after) };
    },

    /** Throws a 404, and a 412 when a version is given that isn't the one that was loaded. */
    get(id: number, version?: number | null): SegmentRow {
      const row = rows.get(id);
      const before = loaded.get(id);
      if (!row || !before) throw notFound('subtitles.noSegment');
      if (version != null && version !== before.version) throw stale(before);
      return row;
    },

    /** The one behind another, or the first one for null. */
    next: async (row: SegmentRow | null) => adopt(await store.next(alignmentId, row?.position ?? null)),

    /** Changes a segment and raises its version. */
    alter(row: SegmentRow, changes: Partial<NewSegment>): SegmentRow {
      const version = (loaded.get(row.id)?.version ?? row.version) + 1;
      const next = { ...row, edited: true, ...changes, version };
      added.mismatches += Number(next.mismatch) - Number(row.mismatch);
      rows.set(row.id, next);
      altered.add(row.id);
      return next;
    },

    async add(position: string, segment: NewSegment): Promise<SegmentRow> {
      const row = await store.add(alignmentId, position, segment);
      added.segments += 1;
      added.mismatches += Number(row.mismatch);
      return adopt(row) as SegmentRow;
    },

    /** Takes a segment out. What was aligned in it is handed to a neighbour, so that aligning again doesn't bring it back. */
    async remove(row: SegmentRow): Promise<void> {
      await store.remove(row.id);
      rows.delete(row.id);
      altered.delete(row.id);
      added.segments -= 1;
      added.mismatches -= Number(row.mismatch);
      if (!row.aligned_digest) return;
      const successor = await store.nearestAligned(alignmentId, row.position);
      const present = adopt(successor?.row ?? null);
      if (!successor || !present) return;
      const [mine, theirs] = [row.aligned_digest, present.aligned_digest];
      const aligned_digest = successor.side === 'before' ? `${theirs} ${mine}` : `${mine} ${theirs}`;
      rows.set(present.id, { ...present, aligned_digest });
      altered.add(present.id);
    },

    /** Writes what was altered; returns the ids and by how much the counts have grown. */
    async write() {
      const ids = [...altered];
      await store.writeAll(ids.flatMap((id) => rows.get(id) ?? []));
      return { ids, added };
    },

    /** As it is now; null when it was taken out. */
    now: (id: number): SegmentRow | null => rows.get(id) ?? null,
  };
}

export type WorkingSegments = ReturnType<typeof workOnSegments>;
