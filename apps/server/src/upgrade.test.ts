import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { subtitles } from '@sayback/contract';
import getPort from 'get-port';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from './testing/client.ts';
import { followEventsAt } from './testing/event-reader.ts';
import { eventually } from './testing/eventually.ts';
import { addAlignedVideo } from './testing/library.ts';
import { copyRelease, type Release } from './testing/next-release.ts';
import { ensureNginx, type Nginx, startNginx } from './testing/processes/nginx.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';
import { SECRET, startApp, type TestApp } from './testing/start-app.ts';
import { findLostProgress, startTraffic, type Traffic } from './testing/traffic.ts';

/** Migration of the next release, which renames a column. Both names stay in sync while both releases run. */
const EXPAND = `
ALTER TABLE "progress" ADD COLUMN "place" integer;
--> statement-breakpoint
CREATE FUNCTION progress_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.place := coalesce(NEW.place, NEW.last_segment);
    NEW.last_segment := NEW.place;
  ELSIF NEW.place IS DISTINCT FROM OLD.place THEN
    NEW.last_segment := NEW.place;
  ELSE
    NEW.place := NEW.last_segment;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER progress_names BEFORE INSERT OR UPDATE ON "progress" FOR EACH ROW EXECUTE FUNCTION progress_names();
--> statement-breakpoint
UPDATE "progress" SET "place" = "last_segment";`;

/** Migration of the release after next, which drops the old name. */
const CONTRACT = `
DROP TRIGGER progress_names ON "progress";
--> statement-breakpoint
DROP FUNCTION progress_names();
--> statement-breakpoint
ALTER TABLE "progress" DROP COLUMN "last_segment";`;

const LEARNERS = 4;
const SERVERS = 2;
/** High limits, since the simulated learners send far more requests than real users. */
const LIMITS = { RATE_LIMIT_FACTOR: '1000' };

/** Server of the current release, which runs in this process and created the database. */
let current: TestApp;
let next: ServerProcess[];
let upgraded: ServerProcess[];
let release: Release;
let nginx: Nginx;
let folder: string;
let ports: number[];
let admin: Awaited<ReturnType<typeof signIn>>;
let tokens: string[];
let practised: { videoId: number; alignmentId: number; segments: number };
let traffic: Traffic;

const hasNginx = await ensureNginx();

beforeAll(async () => {
  if (!hasNginx) return;
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-upgrade-'));
  [next, upgraded, ports] = [[], [], []];
  for (let n = 0; n < SERVERS; n += 1) ports.push(await getPort({ host: '127.0.0.1' }));
  [current, release] = await Promise.all([startApp(LIMITS), copyRelease()]);
  await release.change(
    'features/practice/tables.ts',
    'last_segment: integer()',
    "last_segment: integer('place')",
  );
  await release.addMigration('9000_expand', EXPAND);
  admin = await signIn(current, 'admin');
  const { videoId, alignmentId } = await addAlignedVideo(admin);
  practised = { videoId, alignmentId, segments: 2 };
  tokens = [];
  for (let n = 0; n < LEARNERS; n += 1) tokens.push((await signIn(current)).token);
  const [first = 0] = ports;
  await current.app.listen({ port: first, host: '127.0.0.1' });
  nginx = await startNginx(await getPort({ host: '127.0.0.1' }), [first]);
  traffic = startTraffic(nginx.url, tokens, practised, 5);
});

afterAll(async () => {
  if (!hasNginx) return;
  await traffic?.stop();
  await nginx?.stop();
  await Promise.all([...next, ...upgraded].map((server) => server.kill()));
  await current?.close();
  await release?.remove();
  await rm(folder, { recursive: true, force: true });
});

const start = (port: number): Promise<ServerProcess> =>
  startServerProcess(
    {
      PORT: String(port),
      DATABASE_URL: current.databaseUrl,
      DATA_DIR: path.join(folder, String(port)),
      MEDIA_DIR: path.join(folder, 'media'),
      SECRET_KEY: SECRET,
      TRUST_PROXY: '127.0.0.1',
      ...LIMITS,
    },
    release.main,
  );

/** Waits until the traffic has sent `more` requests. */
async function waitForMore(more: number): Promise<void> {
  const goal = traffic.saves() + traffic.reads() + more;
  await eventually(() => expect(traffic.saves() + traffic.reads()).toBeGreaterThan(goal), 60_000);
}

async function listColumns(): Promise<string[]> {
  const client = new pg.Client({ connectionString: current.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ column_name: string }>(
    "SELECT column_name FROM information_schema.columns WHERE table_name = 'progress' ORDER BY ordinal_position",
  );
  await client.end();
  return rows.map(({ column_name }) => column_name);
}

describe.skipIf(!hasNginx)('an upgrade under traffic', () => {
  it('runs both releases concurrently on the expanded schema', async () => {
    await waitForMore(50);
    for (const port of ports.slice(1)) next.push(await start(port));
    await nginx.serve(ports);
    expect(await listColumns()).toEqual(expect.arrayContaining(['last_segment', 'place']));
    await waitForMore(100);
    expect(traffic.errors, nginx.errors()).toEqual([]);
  });

  it('continues after the current release’s server stops', async () => {
    const [first = 0, ...others] = ports;
    await nginx.serve(others);
    await current.closeServer();
    next.unshift(await start(first));
    await nginx.serve(ports);
    await waitForMore(100);
    expect(traffic.errors, nginx.errors()).toEqual([]);
  });

  it('contracts the schema while the servers are replaced in turn, without failed requests', async () => {
    await release.addMigration('9001_contract', CONTRACT);
    const follow = (url: string) =>
      followEventsAt(url, admin.token, subtitles.followAlignment, {
        params: { id: practised.alignmentId },
        query: { tab: 'a' },
      });
    for (const [n, server] of next.entries()) {
      const port = ports[n] as number;
      const stream = await follow(server.url);
      await nginx.serve(ports.filter((other) => other !== port));
      expect(await server.stop()).toBe(0);
      await stream.ended;
      upgraded.push(await start(port));
      await nginx.serve(ports);
      expect(await listColumns()).not.toContain('last_segment');
      await waitForMore(100);
    }
    const again = await follow(nginx.url);
    await eventually(() => expect(again.events.length).toBeGreaterThan(0));
    await waitForMore(100);
    await traffic.stop();
    expect(traffic.errors, nginx.errors()).toEqual([]);
    expect(await findLostProgress(nginx.url, tokens, practised.videoId, traffic)).toEqual([]);
  });
});
