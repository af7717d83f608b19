import { candidates } from '@sayback/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import { signIn } from '../../../testing/client.ts';
import { API_ERRORS, startDataApi } from '../../../testing/doubles/youtube/data-api-double.ts';
import { eventually } from '../../../testing/eventually.ts';
import { newYouTubeId } from '../../../testing/library.ts';
import { startApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';
import { saved_searches, youtube_quota } from '../tables.ts';
import { runSavedSearches } from './run-saved-searches.ts';

const youtube = await startDataApi();
afterAll(() => youtube.close());
const { server, admin } = await withServer({ YOUTUBE_API_KEY: 'a-key', YOUTUBE_API_URL: youtube.url });
const calls = candidateCalls(server, admin);

beforeEach(async () => {
  youtube.calls.length = 0;
  youtube.faults.length = 0;
  youtube.results = {};
  await server.context.db.delete(youtube_quota);
});

const createFilm = (title: string, id = newYouTubeId()) => ({ id, title });
const search = (body: object) => admin.try(candidates.searchCandidates, { body });
const listSearchCalls = () => youtube.calls.filter(({ resource }) => resource === 'search');
const getQuota = () => admin.call(candidates.getQuota);

describe('a search', () => {
  it('saves its results as pending candidates, and counts them by language', async () => {
    youtube.results = { en: [createFilm('One <b>&</b>'), createFilm('Two')], es: [createFilm('Tres')] };
    const response = await search({ languages: ['en', 'es'], custom_keywords: { es: ['cortometraje'] } });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: true,
      stats: { total_new_candidates: 3, by_language: { en: 2, es: 1 }, failed: {} },
    });
    expect(listSearchCalls().map(({ parameters }) => parameters.q)).toEqual(['short film', 'cortometraje']);
    expect(listSearchCalls()[0]?.parameters).toMatchObject({ safeSearch: 'moderate', maxResults: '10' });
    const { results } = await admin.call(candidates.listCandidates, { query: { language: 'es' } });
    expect(results).toMatchObject([
      {
        ...{ title: 'Tres', search_keyword: 'cortometraje', review_status: 'pending', priority: 3 },
        ...{ channel: 'A channel', duration_seconds: 253, license: 'youtube' },
      },
    ]);
  });

  it('creates one candidate per YouTube id, and doesn’t change its review when it is found again', async () => {
    const film = createFilm('Twice');
    youtube.results = { de: [film], fr: [film, createFilm('Once')] };
    const first = await search({ languages: ['de', 'fr'] });
    expect(first.json().stats).toMatchObject({ total_new_candidates: 2, by_language: { de: 1, fr: 1 } });
    const [{ id } = { id: 0 }] = (await admin.call(candidates.listCandidates, { query: { q: film.id } }))
      .results;
    await admin.call(candidates.updateCandidate, {
      params: { id },
      body: { review_status: 'rejected', review_notes: 'no' },
    });
    const repeated = await search({ languages: ['fr'], custom_keywords: { fr: ['autre'] } });
    expect(repeated.json().stats.total_new_candidates).toBe(0);
    expect(await calls.get(id)).toMatchObject({
      ...{ review_status: 'rejected', review_notes: 'no', language: 'de', search_keyword: 'short film' },
    });
  });

  it('stores the results so far when the quota runs out, and sends no further requests', async () => {
    youtube.results = { en: [createFilm('First')] };
    youtube.faults = [null, null, API_ERRORS.quota];
    const response = await search({ languages: ['en', 'it', 'pt'] });
    expect(response.statusCode).toBe(200);
    const { stats } = response.json();
    expect(stats).toMatchObject({ total_new_candidates: 1, by_language: { en: 1 } });
    expect(Object.keys(stats.failed)).toEqual(['it', 'pt']);
    expect(stats.failed.pt).toContain('searches are used up');
    expect(listSearchCalls()).toHaveLength(2);
  });

  it('fails with success false and the first error if all languages fail', async () => {
    youtube.faults = [API_ERRORS.key];
    const response = await search({ languages: ['en', 'es'] });
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({
      success: false,
      error: expect.stringContaining('YOUTUBE_API_KEY'),
    });
    expect(response.json().detail).toBe(response.json().error);
  });

  it('is refused without quota, with a Retry-After', async () => {
    youtube.faults = [API_ERRORS.searchQuota];
    const response = await search({ languages: ['en'] });
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(await getQuota()).toMatchObject({ is_configured: true, searches_left: 0, searches_a_day: 100 });
  });

  it('reduces the remaining quota', async () => {
    youtube.results = { en: [createFilm('Q')] };
    await search({ languages: ['en'] });
    expect(await getQuota()).toMatchObject({ searches_left: 99, units_left: 9999, units_a_day: 10_000 });
  });

  it.each([
    ['languages', { languages: [] }],
    ['languages', { languages: ['xx'] }],
    ['max_results', { languages: ['en'], max_results: 51 }],
    ['search_filters', { languages: ['en'], search_filters: { video_duration: 'eternal' } }],
  ])('refuses invalid %s', async (field, body) => {
    const response = await search(body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toHaveProperty(field);
    expect(listSearchCalls()).toHaveLength(0);
  });

  it('refuses an invalid date', async () => {
    const response = await search({ languages: ['en'], search_filters: { published_after: 'yesterday' } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false });
  });

  it('names the missing setting without an API key', async () => {
    const unconfigured = await startApp();
    try {
      const user = await signIn(unconfigured, 'admin');
      const response = await user.try(candidates.searchCandidates, { body: { languages: ['en'] } });
      expect(response.statusCode).toBe(503);
      expect(response.json().error).toContain('YOUTUBE_API_KEY');
      expect((await user.call(candidates.getQuota)).is_configured).toBe(false);
    } finally {
      await unconfigured.close();
    }
  });
});

describe('saved searches', () => {
  const save = (name: string, languages: string[], is_daily = false) =>
    admin.call(candidates.saveSearch, { body: { name, is_daily, settings: { languages } } });
  const list = () => admin.call(candidates.listSavedSearches);
  const remove = (id: number) => admin.try(candidates.deleteSavedSearch, { params: { id } });
  const readLastMessage = async (id: number) => (await list()).find((saved) => saved.id === id)?.last_message;

  beforeEach(async () => {
    await server.context.db.delete(saved_searches);
  });

  it('are listed by name, and replaced under the same name', async () => {
    const { id } = await save('B', ['en']);
    await save('A', ['es']);
    const replaced = await save('B', ['fr', 'FR'], true);
    expect(replaced).toMatchObject({ id, is_daily: true, settings: { languages: ['fr'], max_results: 10 } });
    expect((await list()).map(({ name }) => name)).toEqual(['A', 'B']);
    expect((await remove(id)).statusCode).toBe(204);
    expect((await remove(id)).statusCode).toBe(404);
  });

  it('run once a day if they are daily, and save the outcome', async () => {
    youtube.results = { nl: [createFilm('Elke dag')] };
    const daily = await save('Daily', ['nl'], true);
    await save('By hand', ['en']);
    await runSavedSearches(server.context.db);
    await eventually(async () => expect(await readLastMessage(daily.id)).toBe('Found 1 new candidates.'));
    await runSavedSearches(server.context.db);
    expect(listSearchCalls().map(({ parameters }) => parameters.relevanceLanguage)).toEqual(['nl']);
    await server.context.db
      .update(saved_searches)
      .set({ last_run_at: new Date(Date.now() - 21 * 3_600_000) })
      .where(eq(saved_searches.id, daily.id));
    await runSavedSearches(server.context.db);
    await eventually(async () => expect(await readLastMessage(daily.id)).toBe('Found 0 new candidates.'));
  });

  it('leave half of the daily quota to manual searches', async () => {
    const daily = await save('Daily', ['nl', 'sv'], true);
    await search({ languages: ['en'] });
    await server.context.db.update(youtube_quota).set({ searches: 49 });
    youtube.calls.length = 0;
    await runSavedSearches(server.context.db);
    await eventually(async () =>
      expect(await readLastMessage(daily.id)).toMatch(/sv: .*kept for searches by hand/),
    );
    expect(listSearchCalls()).toHaveLength(1);
    expect((await search({ languages: ['en'] })).statusCode).toBe(200);
  });

  it('store the reason of a failed run', async () => {
    youtube.faults = [API_ERRORS.key];
    const daily = await save('Daily', ['nl'], true);
    await runSavedSearches(server.context.db);
    await eventually(async () => expect(await readLastMessage(daily.id)).toContain('refused the key'));
  });
});
