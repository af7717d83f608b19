import { jobs, subtitles } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { eventually } from '../../../testing/eventually.ts';
import { addUntranslatedLines, listSegments } from '../../../testing/library.ts';
import { ensureApertium, startApertium } from '../../../testing/processes/apertium-server.ts';
import { startApp } from '../../../testing/start-app.ts';
import { withTranslation } from '../../../testing/with-translation.ts';

const { service, admin, translate, edit, addTerm } = await withTranslation();

const startJob = (
  alignmentId: number,
  which: 'empty' | 'mismatches' | 'chosen' = 'empty',
  ids: number[] = [],
) => admin.call(subtitles.translateAlignment, { params: { id: alignmentId }, body: { which, ids } });
const readJob = (id: number) => admin.call(jobs.getJob, { params: { id } });
async function waitForJob(jobId: number): Promise<jobs.Job> {
  return eventually(async () => {
    const job = await readJob(jobId);
    expect(jobs.hasEnded(job), job.status).toBe(true);
    return job;
  });
}
const listRevisions = async (alignmentId: number) => {
  const { subtitle_id } = await admin.call(subtitles.getAlignment, { params: { id: alignmentId } });
  return admin.call(subtitles.listRevisions, { params: { id: subtitle_id } });
};
const listTargets = async (alignmentId: number) =>
  (await listSegments(admin, alignmentId)).map(({ text_target }) => text_target);

describe('translating an alignment', () => {
  it('fills empty texts, using the glossary and approved translations before the service', async () => {
    await addTerm('Gandalf', 'Gandalf el Gris');
    const lines = Array.from({ length: 60 }, (_, n) => `Line number ${n}.`);
    lines[7] = 'GANDALF';
    lines[8] = 'Line number 1.';
    const alignmentId = await addUntranslatedLines(admin, lines);
    const [first] = await listSegments(admin, alignmentId);
    await edit(first?.id as number, { text_target: 'Línea número 0.' });

    const { job_id } = await startJob(alignmentId);
    expect(await waitForJob(job_id)).toMatchObject({
      kind: 'translate',
      subject: `alignment:${alignmentId}`,
      status: 'completed',
      done: 59,
      total: 59,
      result: { translated: 58, failed: 0, from_memory: 1 },
    });
    const targets = await listTargets(alignmentId);
    expect(targets[0]).toBe('Línea número 0.');
    expect(targets[7]).toBe('Gandalf el Gris');
    expect(targets[8]).toBe('[es] Line number 1.');
    expect(targets[59]).toBe('[es] Line number 59.');
    // Repeated texts are sent once, and no call has more texts than allowed.
    const requested = service.calls.flatMap(({ texts }) => texts);
    expect(requested).toHaveLength(57);
    expect(service.calls.every(({ texts }) => texts.length <= 25)).toBe(true);
  });

  it('trims texts, and records their sources', async () => {
    await addTerm('Frodo', 'Frodo Bolsón');
    const alignmentId = await addUntranslatedLines(admin, ['Frodo', '  One  horse. ', 'Two horses.']);
    const [, , last] = await listSegments(admin, alignmentId);
    await edit(last?.id as number, { text_target: 'Dos caballos.', approved: true });
    await waitForJob((await startJob(alignmentId)).job_id);
    const rows = await listSegments(admin, alignmentId);
    expect(rows.map(({ text_target, origin }) => [text_target, origin])).toEqual([
      ['Frodo Bolsón', 'memory'],
      ['[es] One horse.', 'machine'],
      ['Dos caballos.', 'person'],
    ]);
    const { subtitle_id, video_id } = await admin.call(subtitles.getAlignment, {
      params: { id: alignmentId },
    });
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: video_id } });
    expect(results.find(({ id }) => id === subtitle_id)).toMatchObject({
      approved_count: 1,
      machine_count: 2,
    });
  });

  it('translates chosen segments without marking them as edited or approved', async () => {
    const alignmentId = await addUntranslatedLines(admin, ['One cow.', 'Two cows.', 'Three cows.']);
    const [first, second] = await listSegments(admin, alignmentId);
    const ids = [first?.id as number, second?.id as number];
    await edit(ids[1] as number, { text_target: 'Algo.', mismatch: true, edited: false });
    await waitForJob((await startJob(alignmentId, 'chosen', [...ids, 1])).job_id);
    expect(await listTargets(alignmentId)).toEqual(['[es] One cow.', '[es] Two cows.', '']);
    expect((await listSegments(admin, alignmentId))[1]).toMatchObject({
      origin: 'machine',
      approved: false,
      edited: false,
    });
  });

  it('retranslates mismatches without unmarking them', async () => {
    const alignmentId = await addUntranslatedLines(admin, ['One ship.', 'Two ships.', 'Three ships.']);
    const [first, second, third] = await listSegments(admin, alignmentId);
    await edit(first?.id as number, { text_target: 'Un barco.' });
    await edit(second?.id as number, { text_target: 'Hola.', mismatch: true });
    await edit(third?.id as number, { mismatch: true, text_original: ' ' });
    const { job_id } = await startJob(alignmentId, 'mismatches');
    expect((await waitForJob(job_id)).result).toEqual({ translated: 1, failed: 0, from_memory: 0 });
    expect(await listTargets(alignmentId)).toEqual(['Un barco.', '[es] Two ships.', '']);
    expect((await listSegments(admin, alignmentId)).map(({ mismatch }) => mismatch)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('saves the previous texts as one revision, by the user who started the job, which can be restored', async () => {
    const lines = Array.from({ length: 60 }, (_, n) => `Previous line ${n}.`);
    const alignmentId = await addUntranslatedLines(admin, lines);
    const changes = (await listSegments(admin, alignmentId)).map(({ id }) => ({
      op: 'update' as const,
      id,
      fields: { text_target: 'A mano.', mismatch: true },
    }));
    await admin.call(subtitles.changeSegments, { params: { id: alignmentId }, body: { changes } });
    await waitForJob((await startJob(alignmentId, 'mismatches')).job_id);
    const saved = await listRevisions(alignmentId);
    expect(saved).toEqual([
      expect.objectContaining({ reason: 'translate', created_by: expect.stringMatching(/^admin/) }),
    ]);
    await admin.call(subtitles.applyRevision, { params: { id: saved[0]?.id }, body: {} });
    expect(new Set(await listTargets(alignmentId))).toEqual(new Set(['A mano.']));

    await waitForJob((await startJob(alignmentId, 'mismatches')).job_id);
    expect((await listRevisions(alignmentId)).map(({ reason }) => reason)).toEqual([
      'translate',
      'apply',
      'translate',
    ]);
  });

  it('saves no revision if no text is translated', async () => {
    const alignmentId = await addUntranslatedLines(admin, ['Not a mismatch.']);
    await waitForJob((await startJob(alignmentId, 'mismatches')).job_id);
    expect(await listRevisions(alignmentId)).toEqual([]);
  });

  it('doesn’t save machine translations as approved translations', async () => {
    const text = 'This is not approved.';
    await waitForJob((await startJob(await addUntranslatedLines(admin, [text]))).job_id);
    const [segment] = await listSegments(admin, await addUntranslatedLines(admin, [text]));
    expect(await translate(segment?.id as number)).toMatchObject({ source: 'service' });
  });

  it('doesn’t overwrite a text that an editor has changed meanwhile', async () => {
    const alignmentId = await addUntranslatedLines(admin, ['A slow one.', 'A slow two.', 'A slow three.']);
    const [first, second] = await listSegments(admin, alignmentId);
    const proceed = service.hold();
    const { job_id } = await startJob(alignmentId);
    await eventually(() => expect(service.faults).toEqual([]));
    await edit(first?.id as number, { text_target: 'De la editora.' });
    await admin.call(subtitles.deleteSegment, { params: { id: second?.id } });
    proceed();
    expect(await waitForJob(job_id)).toMatchObject({
      status: 'completed',
      result: { translated: 1, failed: 0, from_memory: 0 },
    });
    expect(await listTargets(alignmentId)).toEqual(['De la editora.', '[es] A slow three.']);
  });

  it('can be stopped during a request, saves the results so far, and can be restarted', async () => {
    const lines = Array.from({ length: 70 }, (_, n) => `Stop at ${n}.`);
    const alignmentId = await addUntranslatedLines(admin, lines);
    service.faults.push(null, { delay: 8000 });
    const { job_id } = await startJob(alignmentId);
    await eventually(async () => expect((await readJob(job_id)).done).toBe(25));
    await admin.call(jobs.stopJob, { params: { id: job_id } });
    expect(await waitForJob(job_id)).toMatchObject({
      status: 'stopped',
      done: 25,
      result: { translated: 25, failed: 0, from_memory: 0 },
    });
    expect((await listTargets(alignmentId)).filter((text) => text !== '')).toHaveLength(25);
    service.calls.length = 0;
    expect((await waitForJob((await startJob(alignmentId)).job_id)).result).toMatchObject({ translated: 45 });
    expect(service.calls.flatMap(({ texts }) => texts)).toEqual(lines.slice(25));
  });

  it('is refused while it is running, with the id of the running job', async () => {
    const alignmentId = await addUntranslatedLines(admin, ['One at a time.']);
    const proceed = service.hold();
    const { job_id } = await startJob(alignmentId);
    const second = await admin.try(subtitles.translateAlignment, {
      params: { id: alignmentId },
      body: { which: 'mismatches' },
    });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toEqual({ detail: expect.stringContaining('already'), job_id });
    proceed();
    await waitForJob(job_id);
    await waitForJob((await startJob(alignmentId)).job_id);
  });

  it('retries when the service is busy, and skips texts that it rejects', async () => {
    const alignmentId = await addUntranslatedLines(admin, ['Good.', 'Bad.', 'Good too.']);
    const badRequest = { status: 400, body: { error: 'Invalid request' } };
    service.faults.push({ status: 429, headers: { 'retry-after': '1' } }, badRequest, null, badRequest, null);
    expect(await waitForJob((await startJob(alignmentId)).job_id)).toMatchObject({
      status: 'completed',
      result: { translated: 2, failed: 1, from_memory: 0 },
    });
    expect(await listTargets(alignmentId)).toEqual(['[es] Good.', '', '[es] Good too.']);
  });

  it('skips a translation that is longer than a segment allows', async () => {
    const text = 'y'.repeat(9998);
    const alignmentId = await addUntranslatedLines(admin, ['Short.', text]);
    expect((await waitForJob((await startJob(alignmentId)).job_id)).result).toMatchObject({
      translated: 1,
      failed: 1,
    });
    expect((await listTargets(alignmentId))[1]).toBe('');
  });

  it('fails with a message about the service’s error, and saves the results so far', async () => {
    const alignmentId = await addUntranslatedLines(
      admin,
      Array.from({ length: 30 }, (_, n) => `Quota ${n}.`),
    );
    service.faults.push(null, { status: 403, body: { error: 'Invalid API key' } });
    const job = await waitForJob((await startJob(alignmentId)).job_id);
    expect(job).toMatchObject({
      status: 'failed',
      message: 'LibreTranslate refused the key. Check TRANSLATION_API_KEY.',
      result: { translated: 25 },
    });
    expect((await listTargets(alignmentId)).filter((text) => text !== '')).toHaveLength(25);
  });

  it('responds with a 404 for an unknown alignment', async () => {
    const response = await admin.try(subtitles.translateAlignment, {
      params: { id: 424242 },
      body: { which: 'empty' },
    });
    expect(response.statusCode).toBe(404);
  });
});

const hasApertium = await ensureApertium();

describe.skipIf(!hasApertium)('with the real Apertium (apertium-apy, apertium-eng-spa)', () => {
  it('translates an alignment from English into Spanish', async () => {
    const apertium = await startApertium();
    const app = await startApp({ TRANSLATION_PROVIDER: 'apertium', TRANSLATION_URL: apertium.url });
    const client = await signIn(app, 'admin');
    const alignmentId = await addUntranslatedLines(client, ['Good morning.', 'The house is red.']);
    const { job_id } = await client.call(subtitles.translateAlignment, {
      params: { id: alignmentId },
      body: { which: 'empty' },
    });
    await eventually(async () => {
      const { status } = await client.call(jobs.getJob, { params: { id: job_id } });
      expect(status).toBe('completed');
    });
    const segments = await listSegments(client, alignmentId);
    expect(segments.map(({ text_target }) => text_target)).toEqual(['Buenos días.', 'La casa es roja.']);
    await app.close();
    await apertium.close();
  });
});
