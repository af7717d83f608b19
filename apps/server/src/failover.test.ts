import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { practice } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, hasClusterPrograms, startCluster } from '../../../deploy/cluster/rehearse.ts';
import { signIn } from './testing/client.ts';
import { eventually } from './testing/eventually.ts';
import { addAlignedVideo } from './testing/library.ts';
import { openApp } from './testing/start-app.ts';

const MONITORING = fileURLToPath(new URL('../../../deploy/monitoring', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

let cluster: Cluster;
let server: Awaited<ReturnType<typeof openApp>>;
let folder: string;

beforeAll(async () => {
  if (!hasClusterPrograms()) return;
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-failover-'));
  cluster = await startCluster();
  server = await openApp({ databaseUrl: cluster.url, dataDir: folder, settings: {} });
});
afterAll(async () => {
  await server?.close();
  await cluster?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!hasClusterPrograms())('a server on a PostgreSQL that fails over', () => {
  it('preserves acknowledged writes, and continues on the new primary', async () => {
    const admin = await signIn(server, 'admin');
    const { videoId, alignmentId } = await addAlignedVideo(admin);
    const learner = await signIn(server);
    const save = (last_segment: number) =>
      learner.try(practice.saveProgress, {
        body: { video_id: videoId, last_segment, alignment_id: alignmentId },
      });
    expect((await save(1)).statusCode).toBe(200);

    const roles = await Promise.all(cluster.nodes.map((node) => node.role()));
    const primary = cluster.nodes[roles.indexOf('primary')];
    primary?.patroni().kill('SIGKILL');
    const postmaster = execFileSync('pgrep', ['-f', `postgres -D ${primary?.dataDir}`], { encoding: 'utf8' });
    for (const pid of postmaster.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');

    const read = () => learner.try(practice.getProgress, { params: { id: videoId } });
    await eventually(async () => expect((await read()).statusCode).toBe(503));
    await eventually(async () => expect((await read()).statusCode).toBe(200));
    expect((await read()).json()).toMatchObject({ last_segment: 1 });
    // The new primary can accept reads before writes.
    await eventually(async () => expect((await save(2)).statusCode).toBe(200));
  });
});

describe.skipIf(!hasPromtool)('the alert rules', () => {
  it('pass the tests of promtool', () => {
    execFileSync('promtool', ['check', 'rules', 'alerts.yml'], { cwd: MONITORING });
    execFileSync('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: MONITORING });
  });
});
