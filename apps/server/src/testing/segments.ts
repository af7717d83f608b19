import { subtitles } from '@sayback/contract';
import type { Client } from './client.ts';
import { addAlignedVideo, fillAlignment } from './library.ts';
import type { TestApp } from './start-app.ts';

/** Creates functions that call segments' endpoints as an administrator. */
export function segmentCalls({ context }: Pick<TestApp, 'context'>, admin: Client) {
  const listAll = async (id: number) =>
    (await admin.call(subtitles.listSegments, {
      params: { id },
      query: { all: true },
    })) as subtitles.Segment[];

  /** Adds an alignment with segments as in `fillAlignment`. */
  async function addSegments(count: number, mismatches: number[] = []) {
    const { alignmentId } = await addAlignedVideo(admin);
    await fillAlignment(context.db, alignmentId, { count, mismatches });
    return { alignmentId, rows: await listAll(alignmentId) };
  }

  return {
    listAll,
    addSegments,

    /** Adds three segments, and returns the second one. */
    async addSegment() {
      const { alignmentId, rows } = await addSegments(3);
      return { alignmentId, id: (rows[1] as subtitles.Segment).id };
    },

    async getCounts(id: number) {
      const alignment = await admin.call(subtitles.getAlignment, { params: { id } });
      return { segment_count: alignment.segment_count, mismatch_count: alignment.mismatch_count };
    },

    patch: (id: number, body: object, version?: number) =>
      admin.try(subtitles.updateSegment, {
        params: { id },
        body,
        ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
      }),

    insert: (id: number, index: number, body: object = { text_original: '', text_target: '' }) =>
      admin.try(subtitles.insertSegment, { params: { id, index }, body }),

    change: (id: number, changes: subtitles.SegmentChange[]) =>
      admin.try(subtitles.changeSegments, { params: { id }, body: { changes } }),
  };
}
