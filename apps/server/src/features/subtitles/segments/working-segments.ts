import { generateNKeysBetween } from 'fractional-indexing';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { describeSegment } from './describe-segment.ts';
import { type NewSegment, type SegmentRow, WRITTEN_COLUMNS, withDefaults } from './segment-columns.ts';
import { segmentStore } from './segment-store.ts';

const stale = (row: SegmentRow) =>
  new AppError('stale', 'subtitles.segmentChanged', {
    extra: { current: describeSegment(row) },
  });

/** Segments inserted after an existing one (null: at the start); the last inserted is next to it. */
type Gap = { before: SegmentRow | null; after: SegmentRow | null; added: number[] };

/**
 * The segments of an alignment during several successive changes. Everything is written at the end, in as many statements for
 * ten thousand segments as for one: deletions, insertions, updates. A row's version increases by one, however many changes it
 * had. New segments have negative ids until then.
 */
export function workOnSegments(transaction: Database, alignmentId: number) {
  const store = segmentStore(transaction);
  const loaded = new Map<number, SegmentRow>();
  const rows = new Map<number, SegmentRow>();
  const altered = new Set<number>();
  const removed = new Map<number, SegmentRow>();
  const gaps = new Map<number | null, Gap>();
  const added = { segments: 0, mismatches: 0 };
  let lastTemporaryId = 0;

  function adopt(row: SegmentRow): SegmentRow {
    if (!loaded.has(row.id)) {
      loaded.set(row.id, row);
      rows.set(row.id, row);
    }
    return rows.get(row.id) ?? row;
  }

  const openGap = (before: SegmentRow | null, after: SegmentRow | null): void => {
    gaps.set(before?.id ?? null, { before, after: after && adopt(after), added: [] });
  };

  /** Moves the digests of removed rows to a neighbour, so that realigning doesn't insert their cues again. */
  async function passOnDigests(): Promise<void> {
    const removedRows = [...removed.values()].sort((a, b) => (a.position < b.position ? -1 : 1));
    const [first, last] = [removedRows[0], removedRows.at(-1)];
    const digests = removedRows.filter(({ aligned_digest }) => aligned_digest !== null);
    if (!first || !last || digests.length === 0) return;
    const left = await store.alignedAround(alignmentId, first.position, last.position, [...removed.keys()]);
    /** Keyed by the successor's id. */
    const digestsById = new Map<number, { before: string[]; after: string[] }>();
    let at = 0;
    for (const { position, aligned_digest } of digests) {
      while ((left[at]?.position ?? '\uffff') < position) at += 1;
      const successor = left[at - 1] ?? left[at];
      if (!successor || aligned_digest === null) continue;
      const own = digestsById.get(successor.id) ?? { before: [], after: [] };
      digestsById.set(successor.id, own);
      own[left[at - 1] ? 'after' : 'before'].push(aligned_digest);
    }
    const missing = [...digestsById.keys()].filter((id) => !rows.has(id));
    if (missing.length > 0) for (const row of await store.listByIds(alignmentId, missing)) adopt(row);
    for (const [id, { before, after }] of digestsById) {
      const row = rows.get(id);
      if (!row) continue;
      rows.set(id, { ...row, aligned_digest: [...before, row.aligned_digest, ...after].join(' ') });
      altered.add(id);
    }
  }

  async function writeAdded(): Promise<void> {
    const created = [...gaps.values()].flatMap(({ before, after, added }) => {
      const keys = generateNKeysBetween(before?.position ?? null, after?.position ?? null, added.length);
      return added.toReversed().flatMap((id, at) => {
        const row = rows.get(id);
        return row ? [{ temporaryId: id, row: { ...row, position: keys[at] as string } }] : [];
      });
    });
    if (created.length === 0) return;
    const ids = await store.insertAll(
      alignmentId,
      created.map(({ row: { id: _, ...row } }) => row),
    );
    for (const { temporaryId, row } of created)
      rows.set(temporaryId, { ...row, id: ids.get(row.position) as number });
  }

  return {
    /** Reads the segments with these ids, and those after the `anchors` (null: the first). */
    async load(ids: readonly number[], anchors: readonly (number | null)[] = []): Promise<void> {
      if (ids.length > 0) for (const row of await store.listByIds(alignmentId, ids)) adopt(row);
      if (anchors.includes(null)) openGap(null, await store.next(alignmentId, null));
      const before = anchors.flatMap((id) => (id !== null && loaded.get(id)) || []);
      if (before.length === 0) return;
      const behind = await store.nextOfAll(alignmentId, before);
      for (const row of before) openGap(row, behind.get(row.id) ?? null);
    },

    /** Reads the segments on both sides of a position, counted from 0; null at the ends of the list. */
    async around(index: number) {
      const { before, after } = await store.around(alignmentId, index);
      openGap(before && adopt(before), after);
      return before && adopt(before);
    },

    /** Returns a segment. Throws a 404, and a 412 for a version other than the loaded one. */
    get(id: number, version?: number | null): SegmentRow {
      const row = rows.get(id);
      const before = loaded.get(id);
      if (!row || !before) throw notFound('subtitles.noSegment');
      if (version != null && version !== before.version) throw stale(before);
      return row;
    },

    /** Returns the segment that now follows an anchor. */
    async next(anchor: SegmentRow | null): Promise<SegmentRow | null> {
      const gap = gaps.get(anchor?.id ?? null);
      const inserted = gap?.added.at(-1);
      if (inserted !== undefined) return rows.get(inserted) ?? null;
      let after = gap?.after ?? null;
      while (after && removed.has(after.id)) {
        const next = await store.next(alignmentId, after.position);
        after = next && (removed.get(next.id) ?? adopt(next));
      }
      return after && adopt(after);
    },

    alter(row: SegmentRow, changes: Partial<NewSegment>): SegmentRow {
      const version = (loaded.get(row.id)?.version ?? row.version) + 1;
      const next = { ...row, edited: true, ...changes, version };
      added.mismatches += Number(next.mismatch) - Number(row.mismatch);
      rows.set(row.id, next);
      if (row.id > 0) altered.add(row.id);
      return next;
    },

    add(anchor: SegmentRow | null, segment: NewSegment): SegmentRow {
      lastTemporaryId -= 1;
      const row: SegmentRow = {
        ...withDefaults(segment),
        id: lastTemporaryId,
        alignment_id: alignmentId,
        position: '',
      };
      rows.set(row.id, row);
      gaps.get(anchor?.id ?? null)?.added.push(row.id);
      added.segments += 1;
      added.mismatches += Number(row.mismatch);
      return row;
    },

    remove(row: SegmentRow): void {
      removed.set(row.id, row);
      rows.delete(row.id);
      altered.delete(row.id);
      added.segments -= 1;
      added.mismatches -= Number(row.mismatch);
    },

    /** Writes the changes; returns the ids of updated segments and the change of the counts. */
    async write() {
      await passOnDigests();
      await store.removeAll([...removed.keys()]);
      await writeAdded();
      const ids = [...altered];
      const left = ids.flatMap((id) => rows.get(id) ?? []);
      // Usually one text of thousands of rows changes, so the other columns needn't be sent, parsed and written.
      const before = left.map((row) => loaded.get(row.id));
      const changed = WRITTEN_COLUMNS.filter((name) =>
        left.some((row, at) => row[name] !== before[at]?.[name]),
      );
      await store.writeAll(left, changed);
      return { ids, added };
    },

    /** Returns its current state; null if it was removed. */
    now: (id: number): SegmentRow | null => rows.get(id) ?? null,
  };
}

export type WorkingSegments = ReturnType<typeof workOnSegments>;
