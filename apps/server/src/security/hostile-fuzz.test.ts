import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaptionsDouble } from '../testing/doubles/captions-double.ts';
import { startLibreTranslate, type TranslationService } from '../testing/doubles/translation-services.ts';
import { type DataApiDouble, startDataApi } from '../testing/doubles/youtube/data-api-double.ts';
import { ENDPOINTS, type RunResult, requestName, runHostile } from '../testing/hostile/run-hostile.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const SEED = 20_261_121;
/** Number of requests. Nearly all are rejected, and these are sent twice. */
const REQUESTS = 3500;

let server: TestApp;
let dataApi: DataApiDouble;
let translation: TranslationService;
let result: RunResult;

beforeAll(async () => {
  [dataApi, translation] = await Promise.all([startDataApi(), startLibreTranslate()]);
  server = await startApp(
    {
      YOUTUBE_API_KEY: 'a key',
      YOUTUBE_API_URL: dataApi.url,
      TRANSLATION_PROVIDER: 'libretranslate',
      TRANSLATION_URL: translation.url,
    },
    [],
    // Transcoding is tested separately.
    { captions: createCaptionsDouble(), frames: { extractFrame: async () => null }, sound: null },
  );
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  const { db, tokens } = server.context;
  result = await runHostile({ port, db, tokens, seed: SEED, requests: REQUESTS, batch: 500 });
}, 240_000);

afterAll(async () => {
  await server.close();
  await Promise.all([dataApi.close(), translation.close()]);
});

describe(`hostile requests to every endpoint (seed ${SEED})`, () => {
  it('get the contract’s responses, and errors if they violate the contract', () => {
    expect(result.faults).toEqual([]);
    expect(result.requests).toBeGreaterThanOrEqual(REQUESTS);
  });

  it('store nothing if they are rejected', () => {
    expect(result.compared).toBeGreaterThan(REQUESTS / 5);
  });

  it('reach every endpoint; most endpoints accept some, and most reject some', () => {
    const states = ENDPOINTS.map((endpoint) => result.coverage.get(requestName(endpoint)));
    expect(ENDPOINTS.length).toBeGreaterThan(100);
    expect(states.filter((state) => !state?.accepted && !state?.rejected)).toEqual([]);
    // Only the hostile bench sends enough requests for every endpoint to accept some.
    expect(states.filter((state) => state?.accepted).length).toBeGreaterThan(ENDPOINTS.length * 0.75);
    expect(states.filter((state) => state?.rejected).length).toBeGreaterThan(ENDPOINTS.length * 0.9);
  });
});
