import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clientFor, signIn } from '../../../testing/client.ts';
import { followEvents } from '../../../testing/event-reader.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addAlignedVideo, listSegments } from '../../../testing/library.ts';
import { startSecondApp, type TestApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';

type SignedIn = Awaited<ReturnType<typeof signIn>>;
type App = Pick<TestApp, 'app'>;

const { server } = await withServer();
let ana: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  ana = await signIn(server, 'admin');
  ben = await signIn(server, 'admin');
});

const follow = ({ app }: App, user: SignedIn, alignmentId: number, tab: string) =>
  followEvents(app, user.token, subtitles.followAlignment, {
    params: { id: alignmentId },
    query: { tab },
  });
type Stream = Awaited<ReturnType<typeof follow>>;

const announce = ({ app }: App, user: SignedIn, alignmentId: number, body: object) =>
  clientFor(app, user.token).call(subtitles.announceEditor, { params: { id: alignmentId }, body });

/** Returns the last received list of editors, as `name tab page segment`. */
function lastEditors({ events }: Stream): string[] {
  const last = events.filter(({ type }) => type === 'editors').at(-1);
  if (last?.type !== 'editors') return [];
  return last.editors.map(({ username, tab, page, segment_id }) =>
    [username, tab, page, segment_id ?? ''].join(' ').trim(),
  );
}
const waitForEditors = (stream: Stream, editors: string[]) =>
  eventually(() => expect(lastEditors(stream)).toEqual(editors));

describe('presence in an editor', () => {
  it('is sent to all tabs with the alignment open, including the editor’s own, on joining, moving and leaving', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const first = await follow(server, ana, alignmentId, 'a');
    await waitForEditors(first, [`${ana.username} a 1`]);
    const second = await follow(server, ben, alignmentId, 'b');
    await waitForEditors(first, [`${ana.username} a 1`, `${ben.username} b 1`]);
    await waitForEditors(second, [`${ana.username} a 1`, `${ben.username} b 1`]);
    await announce(server, ben, alignmentId, { tab: 'b', page: 3, segment_id: 12 });
    await waitForEditors(first, [`${ana.username} a 1`, `${ben.username} b 3 12`]);
    await second.leave();
    await waitForEditors(first, [`${ana.username} a 1`]);
  });

  it('is sent to tabs on other servers', async () => {
    const secondServer = await startSecondApp(server);
    const { alignmentId } = await addAlignedVideo(ana);
    const first = await follow(server, ana, alignmentId, 'a');
    const second = await follow(secondServer, ben, alignmentId, 'b');
    await waitForEditors(first, [`${ana.username} a 1`, `${ben.username} b 1`]);
    await waitForEditors(second, [`${ana.username} a 1`, `${ben.username} b 1`]);
    // The request reaches a server that doesn't have the tab's stream.
    await announce(server, ben, alignmentId, { tab: 'b', page: 2, segment_id: null });
    await waitForEditors(first, [`${ana.username} a 1`, `${ben.username} b 2`]);
    await waitForEditors(second, [`${ana.username} a 1`, `${ben.username} b 2`]);
    await second.leave();
    await waitForEditors(first, [`${ana.username} a 1`]);
  });

  it('ends when a server stops', async () => {
    const secondServer = await startSecondApp(server);
    const { alignmentId } = await addAlignedVideo(ana);
    const stream = await follow(server, ana, alignmentId, 'a');
    await follow(secondServer, ben, alignmentId, 'b');
    await waitForEditors(stream, [`${ana.username} a 1`, `${ben.username} b 1`]);
    await secondServer.close();
    await waitForEditors(stream, [`${ana.username} a 1`]);
  });

  it('of users on a crashed server ends after at most seventeen seconds, and other users stay listed', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const stream = await follow(server, ana, alignmentId, 'a');
    const message = {
      says: 'here',
      alignment_id: alignmentId,
      tab: 'x',
      username: 'zoe',
      place: { page: 1, segment_id: null },
    };
    await server.context.db.execute(sql`select pg_notify('editors', ${JSON.stringify(message)})`);
    await waitForEditors(stream, [`${ana.username} a 1`, 'zoe x 1']);
    await waitForEditors(stream, [`${ana.username} a 1`]);
  });

  it('doesn’t end when the server’s clock changes', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const stream = await follow(server, ana, alignmentId, 'a');
    await waitForEditors(stream, [`${ana.username} a 1`]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const place = { page: 1, segment_id: null };
    const message = { says: 'here', alignment_id: alignmentId, tab: 'x', username: 'zoe', place };
    await server.context.db.execute(sql`select pg_notify('editors', ${JSON.stringify(message)})`);
    await eventually(() => expect(lastEditors(stream)).toContain('zoe x 1'));
    expect(lastEditors(stream)).toEqual([`${ana.username} a 1`, 'zoe x 1']);
  });

  it('includes a tab that reconnected before its previous stream ended', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const stream = await follow(server, ana, alignmentId, 'a');
    const previous = await follow(server, ben, alignmentId, 'b');
    await announce(server, ben, alignmentId, { tab: 'b', page: 5, segment_id: null });
    await waitForEditors(stream, [`${ana.username} a 1`, `${ben.username} b 5`]);
    await follow(server, ben, alignmentId, 'b');
    await previous.leave();
    // Wait for unexpected events.
    await sleep(300);
    expect(lastEditors(stream)).toEqual([`${ana.username} a 1`, `${ben.username} b 5`]);
  });

  it('includes only tabs with a stream, and can’t be changed for another user’s tab', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const stream = await follow(server, ana, alignmentId, 'a');
    await announce(server, ben, alignmentId, { tab: 'unseen', page: 2, segment_id: null });
    await announce(server, ben, alignmentId, { tab: 'a', page: 9, segment_id: null });
    // Wait for unexpected events.
    await sleep(300);
    expect(lastEditors(stream)).toEqual([`${ana.username} a 1`]);
  });

  it('includes only editors of the same alignment', async () => {
    const first = await addAlignedVideo(ana);
    const second = await addAlignedVideo(ana);
    const firstStream = await follow(server, ana, first.alignmentId, 'a');
    const secondStream = await follow(server, ben, second.alignmentId, 'b');
    await waitForEditors(firstStream, [`${ana.username} a 1`]);
    await waitForEditors(secondStream, [`${ben.username} b 1`]);
  });

  it('isn’t in the audit log', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    await announce(server, ana, alignmentId, { tab: 'a', page: 1, segment_id: null });
    const { results } = await ana.call(accounts.listAudit, {});
    expect(results.filter(({ action }) => action.includes('presence'))).toEqual([]);
  });

  it('responds with a 404 for an unknown alignment', async () => {
    const missing = { params: { id: 424242 } };
    expect((await ana.try(subtitles.followAlignment, { ...missing, query: { tab: 'a' } })).statusCode).toBe(
      404,
    );
    const body = { tab: 'a', page: 1, segment_id: null };
    expect((await ana.try(subtitles.announceEditor, { ...missing, body })).statusCode).toBe(404);
  });
});

describe('changes of an alignment', () => {
  it('are sent to all tabs with the alignment open, on every server, as ids or as a new order', async () => {
    const secondServer = await startSecondApp(server);
    const { alignmentId } = await addAlignedVideo(ana);
    const [{ id, version }] = (await listSegments(ana, alignmentId)) as [subtitles.Segment];
    const streams = [
      await follow(server, ana, alignmentId, 'a'),
      await follow(secondServer, ben, alignmentId, 'b'),
    ];
    const listChanges = ({ events }: Stream) => events.filter(({ type }) => type !== 'editors');

    await ana.call(subtitles.updateSegment, { params: { id }, body: { text_target: 'Hola.' } });
    await eventually(() => {
      for (const stream of streams)
        expect(listChanges(stream)).toEqual([{ type: 'changed', ids: [id], versions: [version + 1] }]);
    });
    // A server of the previous release sends no versions.
    const message = JSON.stringify({ alignment_id: alignmentId, ids: [id] });
    await server.context.db.execute(sql`select pg_notify('alignments', ${message})`);
    await eventually(() => {
      for (const stream of streams)
        expect(listChanges(stream).at(-1)).toEqual({ type: 'changed', ids: [id] });
    });
    await ana.call(subtitles.deleteSegment, { params: { id } });
    await eventually(() => {
      for (const stream of streams) expect(listChanges(stream).at(-1)).toEqual({ type: 'reordered' });
    });
  });

  it('are sent as ids even for thousands of segments', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const params = { id: alignmentId };
    const insert = { op: 'insert', after: null, fields: { text_original: 'Hello.' } } as const;
    await ana.call(subtitles.changeSegments, { params, body: { changes: Array(2000).fill(insert) } });
    const rows = await listSegments(ana, alignmentId);
    const stream = await follow(server, ana, alignmentId, 'a');
    await waitForEditors(stream, [`${ana.username} a 1`]);
    const changes = rows.map(({ id }) => ({ op: 'update', id, fields: { label: 'new' } }) as const);
    await ana.call(subtitles.changeSegments, { params, body: { changes } });
    await eventually(() => {
      const reported = stream.events.flatMap((event) => (event.type === 'changed' ? event.ids : []));
      expect(reported.sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
    });
    expect(stream.events).not.toContainEqual({ type: 'reordered' });
  });

  it('cause a reload if the subtitle’s language changes', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(ana);
    const stream = await follow(server, ben, alignmentId, 'a');
    await waitForEditors(stream, [`${ben.username} a 1`]);
    await ana.call(subtitles.updateSubtitle, { params: { id: targetId }, body: { language: 'ca' } });
    await eventually(() => expect(stream.events).toContainEqual({ type: 'reordered' }));
    const { target_language } = await ben.call(subtitles.getAlignment, { params: { id: alignmentId } });
    expect(target_language).toBe('ca');
  });

  it('cause a reload if notifications were missed', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const stream = await follow(server, ana, alignmentId, 'a');
    await waitForEditors(stream, [`${ana.username} a 1`]);
    await server.context.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'sayback-listener'`,
    );
    await eventually(() => expect(stream.events).toContainEqual({ type: 'reordered' }));
  });
});
