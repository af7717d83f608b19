import { generateNKeysBetween } from 'fractional-indexing';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { describeSegment } from './describe-segment.ts';
import { addDefaults, type NewSegment, type SegmentRow, WRITTEN_COLUMNS } from './segment-columns.ts';
import { segmentStore } from './segment-store.ts';

const createStaleError = (row: SegmentRow) =>
  new AppError('stale', 'subtitles.segmentChanged', {
    extra: { current: describeSegment(row) },
  });

/** Segments inserted between two existing ones (null: the ends of the list), in reverse order. */
type Gap = { before: SegmentRow | null; after: SegmentRow | null; added: number[] };

/**
 * The segments of an alignment during several successive changes. `write` writes all of them at the end, in a fixed number of
 * statements: deletions, insertions, updates. A changed row's version increases by one, even after several changes. New
 * segments have negative ids until then.
 */
export function workOnSegments(transaction: Database, alignmentId: number) {
  const store = segmentStore(transaction);
  const loaded = new Map<number, SegmentRow>();
  const rows = new Map<number, SegmentRow>();
  const updated = new Set<number>();
  const removed = new Map<number, SegmentRow>();
  const gaps = new Map<number | null, Gap>();
  const countChange = { segments: 0, mismatches: 0 };
  let lastTemporaryId = 0;

  function addLoaded(row: SegmentRow): SegmentRow {
    if (!loaded.has(row.id)) {
      loaded.set(row.id, row);
      rows.set(row.id, row);
    }
    return rows.get(row.id) ?? row;
  }

  const openGap = (before: SegmentRow | null, after: SegmentRow | null): void => {
    gaps.set(before?.id ?? null, { before, after: after && addLoaded(after), added: [] });
  };

  /** Moves the digests of removed rows to a neighbour, so that realigning doesn't insert their cues again. */
  async function moveDigests(): Promise<void> {
    const removedRows = [...removed.values()].sort((a, b) => (a.position < b.position ? -1 : 1));
    const [first, last] = [removedRows[0], removedRows.at(-1)];
    const digests = removedRows.filter(({ aligned_digest }) => aligned_digest !== null);
    if (!first || !last || digests.length === 0) return;
    const remaining = await store.listAlignedAround(alignmentId, first.position, last.position, [
      ...removed.keys(),
    ]);
    /** Keyed by the id of the neighbour that gets the digests. */
    const digestsById = new Map<number, { before: string[]; after: string[] }>();
    let nextIndex = 0;
    for (const { position, aligned_digest } of digests) {
      while ((remaining[nextIndex]?.position ?? '\uffff') < position) nextIndex += 1;
      const previous = remaining[nextIndex - 1];
      const neighbour = previous ?? remaining[nextIndex];
      if (!neighbour || aligned_digest === null) continue;
      const moved = digestsById.get(neighbour.id) ?? { before: [], after: [] };
      digestsById.set(neighbour.id, moved);
      moved[previous ? 'after' : 'before'].push(aligned_digest);
    }
    const missing = [...digestsById.keys()].filter((id) => !rows.has(id));
    if (missing.length > 0) for (const row of await store.listByIds(alignmentId, missing)) addLoaded(row);
    for (const [id, { before, after }] of digestsById) {
      const row = rows.get(id);
      if (!row) continue;
      rows.set(id, { ...row, aligned_digest: [...before, row.aligned_digest, ...after].join(' ') });
      updated.add(id);
    }
  }

  async function writeAdded(): Promise<void> {
    const created = [...gaps.values()].flatMap(({ before, after, added }) => {
      const keys = generateNKeysBetween(before?.position ?? null, after?.position ?? null, added.length);
      return added.toReversed().flatMap((id, index) => {
        const row = rows.get(id);
        return row ? [{ temporaryId: id, row: { ...row, position: keys[index] as string } }] : [];
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
    /** Loads the segments with these ids, and the successors of the `anchors` (null: the first segment). */
    async load(ids: readonly number[], anchors: readonly (number | null)[] = []): Promise<void> {
      if (ids.length > 0) for (const row of await store.listByIds(alignmentId, ids)) addLoaded(row);
      if (anchors.includes(null)) openGap(null, await store.findNext(alignmentId, null));
      const before = anchors.flatMap((id) => (id !== null && loaded.get(id)) || []);
      if (before.length === 0) return;
      const successors = await store.findSuccessors(alignmentId, before);
      for (const row of before) openGap(row, successors.get(row.id) ?? null);
    },

    /** Loads the segments before and after an index, from 0. Returns the one before; null at the start of the list. */
    async loadAround(index: number) {
      const { before, after } = await store.findAround(alignmentId, index);
      openGap(before && addLoaded(before), after);
      return before && addLoaded(before);
    },

    /** Returns a segment. Throws a 404, and a 412 if its version differs from the loaded one. */
    get(id: number, version?: number | null): SegmentRow {
      const row = rows.get(id);
      const before = loaded.get(id);
      if (!row || !before) throw notFound('subtitles.noSegment');
      if (version != null && version !== before.version) throw createStaleError(before);
      return row;
    },

    /** Returns the segment after an anchor (null: the first one), considering the changes so far. */
    async findNext(anchor: SegmentRow | null): Promise<SegmentRow | null> {
      const gap = gaps.get(anchor?.id ?? null);
      const inserted = gap?.added.at(-1);
      if (inserted !== undefined) return rows.get(inserted) ?? null;
      let after = gap?.after ?? null;
      while (after && removed.has(after.id)) {
        const next = await store.findNext(alignmentId, after.position);
        after = next && (removed.get(next.id) ?? addLoaded(next));
      }
      return after && addLoaded(after);
    },

    update(row: SegmentRow, changes: Partial<NewSegment>): SegmentRow {
      const version = (loaded.get(row.id)?.version ?? row.version) + 1;
      const next = { ...row, edited: true, ...changes, version };
      countChange.mismatches += Number(next.mismatch) - Number(row.mismatch);
      rows.set(row.id, next);
      if (row.id > 0) updated.add(row.id);
      return next;
    },

    add(anchor: SegmentRow | null, segment: NewSegment): SegmentRow {
      lastTemporaryId -= 1;
      const row: SegmentRow = {
        ...addDefaults(segment),
        id: lastTemporaryId,
        alignment_id: alignmentId,
        position: '',
      };
      rows.set(row.id, row);
      gaps.get(anchor?.id ?? null)?.added.push(row.id);
      countChange.segments += 1;
      countChange.mismatches += Number(row.mismatch);
      return row;
    },

    remove(row: SegmentRow): void {
      removed.set(row.id, row);
      rows.delete(row.id);
      updated.delete(row.id);
      countChange.segments -= 1;
      countChange.mismatches -= Number(row.mismatch);
    },

    /** Writes the changes; returns the ids of updated segments and the change of the counts. */
    async write() {
      await moveDigests();
      await store.removeAll([...removed.keys()]);
      await writeAdded();
      const ids = [...updated];
      const updatedRows = ids.flatMap((id) => rows.get(id) ?? []);
      // Usually only one column of thousands of rows changes: the others needn't be sent, parsed and written.
      const changedColumns = WRITTEN_COLUMNS.filter((name) =>
        updatedRows.some((row) => row[name] !== loaded.get(row.id)?.[name]),
      );
      await store.writeAll(updatedRows, changedColumns);
      return { ids, countChange };
    },

    /** Returns a segment's current state; null if it was removed. */
    find: (id: number): SegmentRow | null => rows.get(id) ?? null,
  };
}

export type WorkingSegments = ReturnType<typeof workOnSegments>;
