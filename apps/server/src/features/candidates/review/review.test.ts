import { candidates } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const calls = candidateCalls(server, admin);

const update = (id: number, body: object) => admin.try(candidates.updateCandidate, { params: { id }, body });
const list = (query: object = {}) =>
  admin.call(candidates.listCandidates, { query: { ...query } as Record<string, unknown> });

describe('review status changes', () => {
  it.each([
    ['pending', 'approved'],
    ['pending', 'rejected'],
    ['pending', 'processed'],
    ['approved', 'processed'],
    ['approved', 'approved'],
  ] as const)('are allowed from %s to %s', async (from, to) => {
    const { id } = await calls.addCandidate({ review_status: from });
    const response = await update(id, { review_status: to });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ review_status: to, review_status_display: expect.any(String) });
    expect((await calls.get(id)).review_status).toBe(to);
  });

  it.each([
    ['pending', 'pending'],
    ['approved', 'pending'],
    ['approved', 'rejected'],
    ['rejected', 'rejected'],
    ['rejected', 'approved'],
    ['processed', 'pending'],
    ['processed', 'processed'],
  ] as const)('are refused with a 409 from %s to %s', async (from, to) => {
    const { id } = await calls.addCandidate({ review_status: from });
    const response = await update(id, { review_status: to, review_notes: 'no' });
    expect(response.statusCode).toBe(409);
    expect(await calls.get(id)).toMatchObject({ review_status: from, review_notes: '' });
  });

  it('to approved set the priority to 3 or the requested one', async () => {
    const [first, second] = await calls.add({ priority: 1 }, {});
    expect((await update(first?.id ?? 0, { review_status: 'approved' })).json()).toMatchObject({
      priority: 3,
    });
    const explicit = await update(second?.id ?? 0, {
      review_status: 'approved',
      priority: 5,
      review_notes: 'slow',
    });
    expect(explicit.json()).toMatchObject({ priority: 5, review_notes: 'slow' });
  });

  it('aren’t required to edit priority and notes of an approved candidate', async () => {
    const { id } = await calls.addCandidate({ review_status: 'approved', priority: 1 });
    expect((await update(id, { priority: 2, review_notes: 'x' })).json()).toMatchObject({
      review_status: 'approved',
      priority: 2,
      review_notes: 'x',
    });
    const again = await update(id, { review_status: 'approved', review_notes: 'y' });
    expect(again.json()).toMatchObject({ priority: 2, review_notes: 'y' });
  });

  it.each(['pending', 'rejected', 'processed'] as const)(
    'are required before editing priority and notes while %s: a 409',
    async (status) => {
      const { id } = await calls.addCandidate({ review_status: status });
      expect((await update(id, { priority: 1 })).statusCode).toBe(409);
      expect((await update(id, { review_notes: 'x' })).statusCode).toBe(409);
    },
  );

  it('are refused with a message in the request’s language', async () => {
    const { id } = await calls.addCandidate({ review_status: 'processed' });
    const response = await admin.try(candidates.updateCandidate, {
      ...{ params: { id }, body: { review_status: 'pending' } },
      headers: { 'accept-language': 'es' },
    });
    expect(response.json().detail).toBe('No puedes cambiar un candidato de procesado a pendiente.');
  });

  it('aren’t required to change the language, which must be a known one', async () => {
    const { id } = await calls.addCandidate({ review_status: 'processed' });
    expect((await update(id, { language: 'pt-br' })).json()).toMatchObject({ language: 'pt-BR' });
    expect((await update(id, { language: 'xx' })).statusCode).toBe(400);
    expect((await update(id, { priority: 9 })).statusCode).toBe(400);
  });

  it('succeed for one of two concurrent calls', async () => {
    const { id } = await calls.addCandidate();
    const responses = await Promise.all([
      update(id, { review_status: 'approved' }),
      update(id, { review_status: 'rejected' }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('reviewing several candidates', () => {
  it('changes candidates for which the status change is allowed, and skips the others', async () => {
    const rows = await calls.add(
      {},
      {},
      { review_status: 'rejected' },
      { review_status: 'approved', priority: 1 },
    );
    const candidate_ids = rows.map(({ id }) => id);
    const body = { candidate_ids, review_status: 'approved', review_notes: 'good' };
    expect(await admin.call(candidates.bulkReview, { body })).toEqual({ changed: 2, refused: 2 });
    const changed = await Promise.all(candidate_ids.map(calls.get));
    expect(changed.map((row) => [row.review_status, row.priority, row.review_notes])).toEqual([
      ['approved', 3, 'good'],
      ['approved', 3, 'good'],
      ['rejected', 3, ''],
      ['approved', 1, ''],
    ]);
  });

  it('applies to all candidates that a filter matches', async () => {
    await calls.add(...Array.from({ length: 25 }, () => ({ language: 'sw', title: 'Bahari' })));
    const body = { filter: { language: 'sw', status: 'pending' }, review_status: 'rejected' };
    expect(await admin.call(candidates.bulkReview, { body })).toEqual({ changed: 25, refused: 0 });
    expect((await list({ language: 'sw', status: 'rejected' })).count).toBe(25);
  });

  it('requires a selection', async () => {
    for (const body of [{ review_status: 'approved' }, { review_status: 'approved', candidate_ids: [] }]) {
      const response = await admin.try(candidates.bulkReview, { body });
      expect(response.statusCode).toBe(400);
      expect(response.json().candidate_ids).toEqual(['No candidates selected']);
    }
  });
});

describe('the list of candidates', () => {
  it('shows YouTube’s titles verbatim, even if they look like stored messages', async () => {
    const title = 'messages:[{"id":{}}]';
    await calls.add({ language: 'vo', title });
    expect((await list({ language: 'vo' })).results.map((row) => row.title)).toEqual([title]);
  });

  it('is sorted newest first, with 20 per page', async () => {
    const rows = await calls.add(
      ...Array.from({ length: 22 }, (_, n) => ({ language: 'eo', title: `Filmo ${n}` })),
    );
    const first = await list({ language: 'eo' });
    expect(first).toMatchObject({ count: 22, previous: null });
    expect(first.results.map(({ id }) => id)).toEqual(
      rows
        .map(({ id }) => id)
        .reverse()
        .slice(0, 20),
    );
    expect(first.next).toBe('http://sayback.test/api/youtube-candidates/?language=eo&page=2');
    const second = await list({ language: 'eo', page: 2 });
    expect(second.results.map(({ title }) => title)).toEqual(['Filmo 1', 'Filmo 0']);
    const missing = await admin.try(candidates.listCandidates, { query: { language: 'eo', page: 3 } });
    expect(missing.statusCode).toBe(404);
  });

  it('has an empty first page if nothing matches', async () => {
    expect(await list({ language: 'yi' })).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  it.each([
    [{ status: 'processed' }, ['P 100%']],
    [{ priority: '1' }, ['P 100%']],
    [{ has_manual_subtitles: 'true' }, ['M']],
    [{ has_manual_subtitles: 'false' }, ['A']],
    [{ q: 'kanalo' }, ['A']],
    [{ q: 'KUIRI' }, ['M']],
    [{ q: '100%' }, ['P 100%']],
  ])('is filtered by %j', async (filter, titles) => {
    if ((await list({ language: 'la' })).count === 0) {
      await calls.add(
        { language: 'la', title: 'P 100%', review_status: 'processed', priority: 1 },
        { language: 'la', title: 'M', has_manual: true, available_subtitles: [], search_keyword: 'kuiri' },
        { language: 'la', title: 'A', has_manual: false, available_subtitles: [], channel: 'Kanalo' },
      );
    }
    const { results } = await list({ language: 'la', ...filter });
    expect(results.map(({ title }) => title)).toEqual(titles);
  });

  it('has statistics by status', async () => {
    const before = (await admin.call(candidates.getStats)).status_stats;
    await calls.add(
      {},
      { review_status: 'approved' },
      { review_status: 'rejected' },
      { review_status: 'processed' },
    );
    const after = (await admin.call(candidates.getStats)).status_stats;
    expect(after).toEqual({
      total: before.total + 4,
      pending: before.pending + 1,
      approved: before.approved + 1,
      rejected: before.rejected + 1,
      processed: before.processed + 1,
    });
  });
});

describe('a candidate', () => {
  it('has the contract’s fields, and is a 404 if unknown', async () => {
    const { id, youtube_id } = await calls.addCandidate({
      title: 'T',
      channel: 'C',
      duration_seconds: 61,
      license: 'creativeCommon',
    });
    expect(await calls.get(id)).toMatchObject({
      youtube_url: `https://www.youtube.com/watch?v=${youtube_id}`,
      language_display_name: 'English',
      review_status_display: 'Pending',
      subtitle_scan_status: null,
      subtitle_download_status: null,
      available_subtitles: [],
      downloaded_subtitles: {},
      downloaded_subtitles_languages: [],
      duration_seconds: 61,
      video_id: null,
    });
    const missing = await admin.try(candidates.getCandidate, { params: { id: 424242 } });
    expect(missing.statusCode).toBe(404);
    expect(missing.json()).toEqual({ detail: "That candidate doesn't exist." });
  });
});
