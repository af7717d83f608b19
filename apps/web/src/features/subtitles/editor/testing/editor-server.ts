import type { ServerResponse } from 'node:http';
import type { subtitles } from '@sayback/contract';
import type { Received, Reply } from '../../../../api/testing/loopback.ts';
import { MARIA } from '../../../../api/testing/profiles.ts';
import { sampleVideo } from '../../../../api/testing/samples.ts';
import type { Segment } from '../model/unsaved.ts';
import { insertBetween } from './insert-between.ts';
import { segment } from './segments.ts';

export const VIDEO = sampleVideo({ published: false });

const ALIGNMENT: subtitles.Alignment = {
  id: 3,
  video_id: VIDEO.id,
  youtube_id: null,
  media_url: null,
  subtitle_id: 5,
  original_language: 'es',
  target_language: 'en',
  segment_count: 0,
  mismatch_count: 0,
  created_at: '2026-01-02T03:04:05Z',
};

const ok = (body: unknown, status = 200): Reply => ({ status, body });
const parseId = (path: string) => Number(/\/(\d+)\/(?:\?|$)/.exec(path)?.[1]);

/** Creates a fake server with alignment 3. It checks versions, and can send events to the editor. */
export function createEditorServer(initialSegments: readonly Segment[]) {
  let stored = [...initialSegments];
  let lastId = 1000;
  let eventStream: ServerResponse | null = null;
  let target_language = ALIGNMENT.target_language;
  const findPosition = (id: number) => stored.findIndex((segment) => segment.id === id);

  function sendEvent(event: subtitles.AlignmentEvent): void {
    eventStream?.write(`data: ${JSON.stringify(event)}\n\n`);
  }

  function change(id: number, fields: Partial<Segment>): Segment {
    const position = findPosition(id);
    const current = stored[position];
    if (!current) throw new Error(`no segment ${id}`);
    const next = { ...current, edited: true, ...fields, version: current.version + 1 };
    stored = stored.with(position, next);
    return next;
  }

  function insert(position: number, fields: Partial<Segment>): Segment {
    lastId += 1;
    const created = segment(lastId, fields);
    stored = stored.toSpliced(position, 0, created);
    return created;
  }

  function insertEmpty(index: number, { after, ...fields }: { after?: number }): Reply {
    lastId += 1;
    const position = after === undefined ? index : findPosition(after) + 1;
    const inserted = insertBetween(stored, position, segment(lastId, fields));
    ({ stored } = inserted);
    return ok({ new_segment: inserted.created, shortened: inserted.shortened }, 201);
  }

  function changeAll(changes: subtitles.SegmentChange[]): Reply {
    const current = changes.flatMap((step) => {
      const row = step.op === 'insert' ? undefined : stored[findPosition(step.id)];
      return row && 'version' in step && step.version !== row.version ? [row] : [];
    })[0];
    if (current) return { status: 412, body: { detail: 'It was changed meanwhile.', current } };
    const results = changes.map((step) => {
      if (step.op === 'update') return change(step.id, step.fields as Partial<Segment>);
      if (step.op === 'insert')
        return insert(
          step.after === null ? 0 : findPosition(step.after) + 1,
          step.fields as Partial<Segment>,
        );
      stored = stored.filter(({ id }) => id !== step.id);
      return null;
    });
    return ok({ results, segment_count: stored.length, mismatch_count: 0 });
  }

  function findNext(after: number): Reply {
    const index = stored.findIndex(({ mismatch }, at) => mismatch && at > findPosition(after));
    return ok({
      success: index >= 0,
      segment_id: stored[index]?.id ?? null,
      page_number: index < 0 ? null : Math.floor(index / 20) + 1,
    });
  }

  function list(path: string): Reply {
    const ids = new URLSearchParams(path.split('?')[1]).get('ids')?.split(',').map(Number);
    return ok(ids ? stored.filter(({ id }) => ids.includes(id)) : stored);
  }

  function respond({ method, path, body, ifMatch }: Received): Reply | undefined {
    if (path === '/api/accounts/profile/') return ok(MARIA);
    if (path === '/api/alignments/3/')
      return ok({ ...ALIGNMENT, target_language, segment_count: stored.length });
    if (path === '/api/videos/7/') return ok(VIDEO);
    if (path.startsWith('/api/alignments/3/segments/')) return list(path);
    if (path === '/api/alignments/3/source-cues/') return ok({ original: [], target: [] });
    if (path.startsWith('/api/alignments/3/find-next-mismatch/')) return findNext(parseId(path));
    if (path.startsWith('/api/alignments/3/events/'))
      return {
        status: 200,
        stream: (response) => {
          eventStream = response;
          response.write(':\n\n');
        },
      };
    if (path === '/api/alignments/3/presence/') return { status: 204, text: '' };
    if (path.startsWith('/api/jobs/')) return ok([]);
    if (path === '/api/alignments/3/changes/')
      return changeAll((body as { changes: subtitles.SegmentChange[] }).changes);
    const current = stored[findPosition(parseId(path))];
    if (method === 'PATCH' && current) {
      if (ifMatch !== undefined && ifMatch !== `"${current.version}"`)
        return { status: 412, body: { detail: 'It was changed meanwhile.', current } };
      return ok(change(current.id, body as Partial<Segment>));
    }
    if (method === 'DELETE' && current) {
      stored = stored.filter(({ id }) => id !== current.id);
      return { status: 204, text: '' };
    }
    if (path.includes('/insert/')) return insertEmpty(parseId(path), body as object);
    return undefined;
  }

  return {
    respond,
    stored: () => stored,
    sendEvent,
    hasFollower: () => eventStream !== null,
    /** Simulates someone else's save. */
    changeElsewhere: change,
    /** Simulates someone else's deletion. */
    deleteElsewhere(id: number): void {
      stored = stored.filter((segment) => segment.id !== id);
    },
    /** Simulates someone else's change of the subtitle's language. */
    changeLanguage(code: string): void {
      target_language = code;
    },
  };
}
