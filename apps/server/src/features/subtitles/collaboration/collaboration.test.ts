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

const follow = (at: App, user: SignedIn, alignmentId: number, tab: string) =>
  followEvents(at.app, user.token, subtitles.followAlignment, {
    params: { id: alignmentId },
    query: { tab },
  });
type Followed = Awaited<ReturnType<typeof follow>>;

const announce = (at: App, user: SignedIn, alignmentId: number, body: object) =>
  clientFor(at.app, user.token).call(subtitles.announceEditor, { params: { id: alignmentId }, body });

/** Returns the last list of editors, as `name tab page`. */
function lastEditors({ events }: Followed): string[] {
  const last = events.filter(({ type }) => type === 'editors').at(-1);
  if (last?.type !== 'editors') return [];
  return last.editors.map(({ username, tab, page, segment_id }) =>
    [username, tab, page, segment_id ?? ''].join(' ').trim(),
  );
}
const waitForEditors = (followed: Followed, editors: string[]) =>
  eventually(() => expect(lastEditors(followed)).toEqual(editors));

describe('presence in an editor', () => {
  it('is announced to everyone with the alignment open, including oneself, on joining, moving and leaving', async () => {
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

  it('is known on every server', async () => {
    const other = await startSecondApp(server);
    const { alignmentId } = await addAlignedVideo(ana);
    const here = await follow(server, ana, alignmentId, 'a');
    const there = await follow(other, ben, alignmentId, 'b');
    const both = [`${ana.username} a 1`, `${ben.username} b 1`];
    await waitForEditors(here, both);
    await waitForEditors(there, both);
    // The request reaches a server that doesn't hold the tab's stream.
    await announce(server, ben, alignmentId, { tab: 'b', page: 2, segment_id: null });
    await waitForEditors(here, [`${ana.username} a 1`, `${ben.username} b 2`]);
    await waitForEditors(there, [`${ana.username} a 1`, `${ben.username} b 2`]);
    await there.leave();
    await waitForEditors(here, [`${ana.username} a 1`]);
  });

  it('ends when a server stops', async () => {
    const other = await startSecondApp(server);
    const { alignmentId } = await addAlignedVideo(ana);
    const here = await follow(server, ana, alignmentId, 'a');
    await follow(other, ben, alignmentId, 'b');
    await waitForEditors(here, [`${ana.username} a 1`, `${ben.username} b 1`]);
    await other.close();
    await waitForEditors(here, [`${ana.username} a 1`]);
  });

  it('of a crashed server’s users ends after at most seventeen seconds, and nobody else’s', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const here = await follow(server, ana, alignmentId, 'a');
    const lost = {
      says: 'here',
      alignment_id: alignmentId,
      tab: 'x',
      username: 'zoe',
      place: { page: 1, segment_id: null },
    };
    await server.context.db.execute(sql`select pg_notify('editors', ${JSON.stringify(lost)})`);
    await waitForEditors(here, [`${ana.username} a 1`, 'zoe x 1']);
    await waitForEditors(here, [`${ana.username} a 1`]);
  });

  it('doesn’t end when the server’s clock is changed', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const here = await follow(server, ana, alignmentId, 'a');
    await waitForEditors(here, [`${ana.username} a 1`]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    const place = { page: 1, segment_id: null };
    const news = { says: 'here', alignment_id: alignmentId, tab: 'x', username: 'zoe', place };
    await server.context.db.execute(sql`select pg_notify('editors', ${JSON.stringify(news)})`);
    await eventually(() => expect(lastEditors(here)).toContain('zoe x 1'));
    expect(lastEditors(here)).toEqual([`${ana.username} a 1`, 'zoe x 1']);
  });

  it('keeps a tab that reconnects before its previous stream has ended', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const here = await follow(server, ana, alignmentId, 'a');
    const former = await follow(server, ben, alignmentId, 'b');
    await announce(server, ben, alignmentId, { tab: 'b', page: 5, segment_id: null });
    await waitForEditors(here, [`${ana.username} a 1`, `${ben.username} b 5`]);
    await follow(server, ben, alignmentId, 'b');
    await former.leave();
    // Time for an unwanted event.
    await sleep(300);
    expect(lastEditors(here)).toEqual([`${ana.username} a 1`, `${ben.username} b 5`]);
  });

  it('counts only tabs with a stream, and nobody can move another user’s tab', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const here = await follow(server, ana, alignmentId, 'a');
    await announce(server, ben, alignmentId, { tab: 'unseen', page: 2, segment_id: null });
    await announce(server, ben, alignmentId, { tab: 'a', page: 9, segment_id: null });
    // Time for an unwanted event.
    await sleep(300);
    expect(lastEditors(here)).toEqual([`${ana.username} a 1`]);
  });

  it('is limited to that alignment', async () => {
    const first = await addAlignedVideo(ana);
    const second = await addAlignedVideo(ana);
    const here = await follow(server, ana, first.alignmentId, 'a');
    const there = await follow(server, ben, second.alignmentId, 'b');
    await waitForEditors(here, [`${ana.username} a 1`]);
    await waitForEditors(there, [`${ben.username} b 1`]);
  });

  it('isn’t in the audit log', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    await announce(server, ana, alignmentId, { tab: 'a', page: 1, segment_id: null });
    const { results } = await ana.call(accounts.listAudit, {});
    expect(results.filter(({ action }) => action.includes('presence'))).toEqual([]);
  });

  it('is a 404 for an unknown alignment', async () => {
    const missing = { params: { id: 424242 } };
    expect((await ana.try(subtitles.followAlignment, { ...missing, query: { tab: 'a' } })).statusCode).toBe(
      404,
    );
    const body = { tab: 'a', page: 1, segment_id: null };
    expect((await ana.try(subtitles.announceEditor, { ...missing, body })).statusCode).toBe(404);
  });
});

describe('changes of an alignment', () => {
  it('are announced to everyone who has it open, on every server, by ids or as a new order', async () => {
    const other = await startSecondApp(server);
    const { alignmentId } = await addAlignedVideo(ana);
    const [{ id, version }] = (await listSegments(ana, alignmentId)) as [subtitles.Segment];
    const followed = [
      await follow(server, ana, alignmentId, 'a'),
      await follow(other, ben, alignmentId, 'b'),
    ];
    const toChanges = ({ events }: Followed) => events.filter(({ type }) => type !== 'editors');

    await ana.call(subtitles.updateSegment, { params: { id }, body: { text_target: 'Hola.' } });
    await eventually(() => {
      for (const event of followed)
        expect(toChanges(event)).toEqual([{ type: 'changed', ids: [id], versions: [version + 1] }]);
    });
    // Like a server of the previous release.
    const news = JSON.stringify({ alignment_id: alignmentId, ids: [id] });
    await server.context.db.execute(sql`select pg_notify('alignments', ${news})`);
    await eventually(() => {
      for (const event of followed) expect(toChanges(event).at(-1)).toEqual({ type: 'changed', ids: [id] });
    });
    await ana.call(subtitles.deleteSegment, { params: { id } });
    await eventually(() => {
      for (const event of followed) expect(toChanges(event).at(-1)).toEqual({ type: 'reordered' });
    });
  });

  it('are announced for thousands of ids too', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const params = { id: alignmentId };
    const insert = { op: 'insert', after: null, fields: { text_original: 'Hello.' } } as const;
    await ana.call(subtitles.changeSegments, { params, body: { changes: Array(2000).fill(insert) } });
    const rows = await listSegments(ana, alignmentId);
    const here = await follow(server, ana, alignmentId, 'a');
    await waitForEditors(here, [`${ana.username} a 1`]);
    const changes = rows.map(({ id }) => ({ op: 'update', id, fields: { label: 'new' } }) as const);
    await ana.call(subtitles.changeSegments, { params, body: { changes } });
    await eventually(() => {
      const reported = here.events.flatMap((event) => (event.type === 'changed' ? event.ids : []));
      expect(reported.sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b));
    });
    expect(here.events).not.toContainEqual({ type: 'reordered' });
  });

  it('require a reload if the subtitle’s language changes', async () => {
    const { alignmentId, targetId } = await addAlignedVideo(ana);
    const here = await follow(server, ben, alignmentId, 'a');
    await waitForEditors(here, [`${ben.username} a 1`]);
    await ana.call(subtitles.updateSubtitle, { params: { id: targetId }, body: { language: 'ca' } });
    await eventually(() => expect(here.events).toContainEqual({ type: 'reordered' }));
    const { target_language } = await ben.call(subtitles.getAlignment, { params: { id: alignmentId } });
    expect(target_language).toBe('ca');
  });

  it('require a reload if notifications were missed', async () => {
    const { alignmentId } = await addAlignedVideo(ana);
    const here = await follow(server, ana, alignmentId, 'a');
    await waitForEditors(here, [`${ana.username} a 1`]);
    await server.context.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'sayback-listener'`,
    );
    await eventually(() => expect(here.events).toContainEqual({ type: 'reordered' }));
  });
});
