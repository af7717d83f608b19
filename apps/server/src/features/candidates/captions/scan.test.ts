import { setTimeout as sleep } from 'node:timers/promises';
import { candidates, jobs } from '@sayback/contract';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { CaptionError, type CaptionErrorKind } from '../../../platform/captions/caption-error.ts';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import { signIn } from '../../../testing/client.ts';
import { createCaptionsDouble } from '../../../testing/doubles/captions-double.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startApp, startSecondApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';
import { jobs as jobRows } from '../../jobs/index.ts';
import { candidates as rows } from '../tables.ts';

const captions = createCaptionsDouble();
const { server, admin } = await withServer({}, [], { captions });
const calls = candidateCalls(server, admin);
beforeEach(async () => {
  captions.calls.length = 0;
  captions.delayMs = 0;
  captions.faults = [];
  await captions.closeCircuit();
});

const RESPOND_ASYNC = { prefer: 'respond-async' };
const scan = (id: number, headers = {}) =>
  admin.try(candidates.scanSubtitles, { params: { id }, body: {}, headers });
const bulkScan = (ids: number[], headers = {}) =>
  admin.try(candidates.bulkScan, { body: { candidate_ids: ids }, headers });
const getJob = (id: number) => admin.call(jobs.getJob, { params: { id } });
const waitForState = (id: number, expected: Partial<jobs.Job>) =>
  eventually(async () => expect(await getJob(id)).toMatchObject(expected));

describe('scanning a candidate', () => {
  it('saves YouTube’s subtitles, and returns the total and the manual ones', async () => {
    const { id } = await calls.addCandidate();
    const response = await scan(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, total_subtitles: 3, manual_subtitles: 2 });
    const candidate = await calls.get(id);
    expect(candidate).toMatchObject({ subtitle_scan_status: 'completed', subtitle_error: '' });
    expect(candidate.available_subtitles.map(({ version_key }) => version_key)).toEqual([
      'en',
      'es',
      'en-auto',
    ]);
  });

  it('succeeds without subtitles if the video has none', async () => {
    const { id, youtube_id } = await calls.addCandidate({ language: 'ia' });
    captions.tracks.set(youtube_id, []);
    expect((await scan(id)).json()).toEqual({ success: true, total_subtitles: 0, manual_subtitles: 0 });
    expect((await calls.get(id)).subtitle_scan_status).toBe('completed');
    const query = { language: 'ia', has_manual_subtitles: 'false' };
    expect((await admin.call(candidates.listCandidates, { query })).count).toBe(1);
  });

  it.each<[CaptionErrorKind, number]>([
    ['not-found', 409],
    ['private', 409],
    ['age-restricted', 409],
    ['region-blocked', 409],
    ['bot-blocked', 503],
    ['rate-limited', 429],
    ['time-out', 504],
    ['upstream-changed', 502],
    ['unreachable', 502],
  ])('stores the reason of an error (%s) and responds with a %i', async (kind, status) => {
    const { id } = await calls.addCandidate();
    const error = new CaptionError(kind, { retryAfterSeconds: kind === 'rate-limited' ? 33 : null });
    captions.faults = [error];
    const response = await scan(id);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ detail: error.message, success: false, error: error.message });
    expect(response.headers['retry-after']).toBe(kind === 'rate-limited' ? '33' : undefined);
    expect(await calls.get(id)).toMatchObject({
      subtitle_scan_status: 'error',
      subtitle_error: error.message,
    });
  });

  it('reports its error in the reader’s language', async () => {
    const { id } = await calls.addCandidate();
    captions.faults = [new CaptionError('private')];
    const headers = { 'accept-language': 'es' };
    const sentence = 'Este video es privado o solo para miembros. Elige otro.';
    const failed = await admin.try(candidates.scanSubtitles, { params: { id }, headers });
    expect(failed.json()).toEqual({ detail: sentence, success: false, error: sentence });
    const spanish = await admin.call(candidates.getCandidate, { params: { id }, headers });
    expect(spanish.subtitle_error).toBe(sentence);
    expect((await calls.get(id)).subtitle_error).toBe(new CaptionError('private').message);
  });

  it('clears its error on the next success', async () => {
    const { id } = await calls.addCandidate();
    captions.faults = [new CaptionError('time-out')];
    await scan(id);
    await scan(id);
    expect(await calls.get(id)).toMatchObject({ subtitle_scan_status: 'completed', subtitle_error: '' });
  });

  it('runs once for concurrent calls', async () => {
    const { id } = await calls.addCandidate();
    captions.delayMs = 2000;
    const responses = await Promise.all([scan(id), scan(id)]);
    expect(responses.map((response) => response.json().total_subtitles)).toEqual([3, 3]);
    expect(captions.calls).toHaveLength(1);
  });

  it('isn’t repeated for a candidate in a running bulk scan', async () => {
    const { id } = await calls.addCandidate();
    captions.delayMs = 2000;
    const [single, many] = await Promise.all([scan(id), bulkScan([id])]);
    expect(single.json()).toMatchObject({ total_subtitles: 3 });
    expect(many.json()).toEqual({ successful_scans: 1, failed: 0 });
    expect(captions.calls).toHaveLength(1);
  });

  it('responds with a 202 and the job’s id if the client prefers not to wait', async () => {
    const { id } = await calls.addCandidate();
    captions.delayMs = 2000;
    const response = await scan(id, RESPOND_ASYNC);
    expect(response.statusCode).toBe(202);
    const { job_id } = response.json();
    await eventually(async () => expect((await calls.get(id)).subtitle_scan_status).toBe('scanning'));
    await waitForState(job_id, { status: 'completed', subject: `candidate:${id}` });
    expect((await calls.get(id)).subtitle_scan_status).toBe('completed');
  });

  it('restores the candidate’s status if it is stopped', async () => {
    const { id } = await calls.addCandidate();
    captions.delayMs = 60_000;
    const { job_id } = (await scan(id, RESPOND_ASYNC)).json();
    await eventually(async () => expect((await calls.get(id)).subtitle_scan_status).toBe('scanning'));
    await admin.call(jobs.stopJob, { params: { id: job_id } });
    await waitForState(job_id, { status: 'stopped' });
    expect((await calls.get(id)).subtitle_scan_status).toBeNull();
  });

  it('responds with a 404 for an unknown candidate', async () => {
    const response = await scan(424242);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ detail: "That candidate doesn't exist." });
  });
});

describe('scanning in bulk', () => {
  const add = (count: number) => calls.add(...Array.from({ length: count }, () => ({})));

  it('counts successes and failures', async () => {
    const [valid, deleted, empty] = await add(3);
    captions.tracks.set(deleted?.youtube_id ?? '', new CaptionError('not-found'));
    captions.tracks.set(empty?.youtube_id ?? '', []);
    const response = await bulkScan([valid?.id, deleted?.id, empty?.id].map(Number));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ successful_scans: 2, failed: 1 });
    expect((await calls.get(deleted?.id ?? 0)).subtitle_scan_status).toBe('error');
    expect((await calls.get(empty?.id ?? 0)).subtitle_scan_status).toBe('completed');
  });

  it('scans all candidates that a filter matches, newest first', async () => {
    const added = await calls.add(...Array.from({ length: 22 }, () => ({ language: 'cy' })));
    const response = await admin.call(candidates.bulkScan, { body: { filter: { language: 'cy' } } });
    expect(response).toEqual({ successful_scans: 22, failed: 0 });
    expect(captions.calls).toEqual(added.map(({ youtube_id }) => `list ${youtube_id}`).reverse());
  });

  it('requires a selection', async () => {
    const response = await admin.try(candidates.bulkScan, { body: {} });
    expect(response.statusCode).toBe(400);
    expect(response.json().detail).toBe('No candidates selected');
  });

  it('retries a candidate after a rate limit', async () => {
    const [first, second] = await add(2);
    captions.faults = [new CaptionError('rate-limited', { retryAfterSeconds: 1 })];
    const response = await bulkScan([first?.id ?? 0, second?.id ?? 0]);
    expect(response.json()).toEqual({ successful_scans: 2, failed: 0 });
    expect(captions.calls).toHaveLength(3);
  });

  it('ends when YouTube blocks the server as a bot, without changing the remaining candidates', async () => {
    const added = await add(4);
    const ids = added.map(({ id }) => id);
    captions.tracks.set(added[1]?.youtube_id ?? '', new CaptionError('bot-blocked'));
    const order = [...ids].reverse();
    const response = await bulkScan(ids);
    expect(response.statusCode).toBe(503);
    expect(response.json()).toMatchObject({ success: false, error: expect.stringContaining('bot') });
    const states = await Promise.all(order.map(async (id) => (await calls.get(id)).subtitle_scan_status));
    expect(states).toEqual(['completed', 'completed', 'error', null]);
    const [job] = await admin.call(jobs.listJobs, { query: { subject: 'candidates' } });
    expect(job).toMatchObject({
      status: 'failed',
      done: 3,
      total: 4,
      result: { successful_scans: 2, failed: 1 },
    });
  });

  it('ends after five consecutive failures that aren’t specific to a video', async () => {
    const added = await add(8);
    captions.faults = Array.from({ length: 8 }, () => new CaptionError('unreachable'));
    expect((await bulkScan(added.map(({ id }) => id))).statusCode).toBe(502);
    expect(captions.calls).toHaveLength(5);
  });

  it('shows its progress, and can be stopped without leaving a candidate scanning', async () => {
    const added = await add(30);
    captions.delayMs = (calls) => (calls > 5 ? 60_000 : 0);
    const { job_id } = (
      await bulkScan(
        added.map(({ id }) => id),
        RESPOND_ASYNC,
      )
    ).json();
    await eventually(async () => expect((await getJob(job_id)).done).toBeGreaterThan(2));
    await admin.call(jobs.stopJob, { params: { id: job_id } });
    await waitForState(job_id, { status: 'stopped', total: 30 });
    const callCount = captions.calls.length;
    // Wait for unexpected calls.
    await sleep(150);
    expect(captions.calls).toHaveLength(callCount);
    expect(await listScanning()).toEqual([]);
  });
});

const listScanning = () =>
  server.context.db.select({ id: rows.id }).from(rows).where(eq(rows.scan_status, 'scanning'));

describe('a server that stops during a bulk scan', () => {
  it('lets another server continue it, so that each candidate is scanned', async () => {
    const second = createCaptionsDouble();
    const first = await startApp({}, [], { captions });
    try {
      const firstCalls = candidateCalls(first, await signIn(first, 'admin'));
      const added = await firstCalls.add(...Array.from({ length: 20 }, () => ({})));
      captions.delayMs = (calls) => (calls > 6 ? 60_000 : 0);
      const user = await signIn(first, 'admin');
      const response = await user.try(candidates.bulkScan, {
        body: { candidate_ids: added.map(({ id }) => id) },
        headers: RESPOND_ASYNC,
      });
      await eventually(() => expect(captions.calls.length).toBeGreaterThan(5));
      await first.closeServer();
      const before = captions.calls.length;
      const nextServer = await startSecondApp(first, [], { captions: second });
      const nextAdmin = await signIn(nextServer, 'admin');
      await eventually(async () =>
        expect(await nextAdmin.call(jobs.getJob, { params: { id: response.json().job_id } })).toMatchObject({
          status: 'completed',
          result: { successful_scans: 20, failed: 0 },
        }),
      );
      // Only the scan in progress is repeated.
      expect(before + second.calls.length).toBeLessThanOrEqual(21);
      const states = await nextServer.context.db.selectDistinct({ status: rows.scan_status }).from(rows);
      expect(states).toEqual([{ status: 'completed' }]);
    } finally {
      await first.close();
    }
  });
});

describe('a candidate without a running job', () => {
  it('is shown as failed instead of scanning', async () => {
    const { id } = await calls.addCandidate({ scan_status: 'scanning', language: 'br' });
    expect(await calls.get(id)).toMatchObject({
      subtitle_scan_status: 'error',
      subtitle_error: expect.stringContaining('Start it again'),
    });
    const other = await calls.addCandidate({ download_status: 'downloading', language: 'br' });
    const { results } = await admin.call(candidates.listCandidates, { query: { language: 'br' } });
    expect(results.find((row) => row.id === other.id)?.subtitle_download_status).toBe('error');
  });

  it('stays scanning while its job waits for a server', async () => {
    const { id } = await calls.addCandidate({ scan_status: 'scanning' });
    await server.context.db.insert(jobRows).values({
      kind: 'scan-candidate',
      subject: `candidate:${id}`,
      payload: { id },
      status: 'running',
    });
    expect((await calls.get(id)).subtitle_scan_status).toBe('scanning');
  });
});
