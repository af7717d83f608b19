import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { catchError } from '../../testing/catch-error.ts';
import {
  startDeepL,
  startLibreTranslate,
  type TranslationService,
  translateByDouble,
} from '../../testing/doubles/translation-services.ts';
import { eventually } from '../../testing/eventually.ts';
import { ensureApertium, startApertium } from '../../testing/processes/apertium-server.ts';
import { openApertium } from './apertium.ts';
import { openDeepL } from './deepl.ts';
import { openLibreTranslate } from './libre-translate.ts';
import type { Translator } from './translator.ts';

const EN_ES = { source: 'en', target: 'es' };

describe.each([
  ['LibreTranslate', () => startLibreTranslate('secret'), (url: string) => openLibreTranslate(url, 'secret')],
  ['DeepL', () => startDeepL('secret'), (url: string) => openDeepL('secret', url)],
])('%s', (name, start, open) => {
  let service: TranslationService;
  let translator: Translator;
  beforeEach(async () => {
    service = await start();
    translator = open(service.url);
  });
  afterEach(() => service.close());

  it('sends all texts in one call, and returns translations in their order', async () => {
    const texts = ['Good morning.', 'Two coffees,\nplease. & "thanks" <i>so</i> – 你好 🎬', '100 % = all?'];
    const responses = await translator.translate(texts, EN_ES);
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0]).toMatchObject({ texts, source: expect.stringMatching(/^en$/i) });
    expect(responses).toEqual(texts.map((text) => translateByDouble(text, service.calls[0]?.target ?? '')));
  });

  it.each([
    [{ status: 403 }, 'refused', /refused the key\. Check TRANSLATION_API_KEY/],
    [{ status: 429 }, 'busy', /Too many requests to .+\. Try again in a moment/],
    [{ status: 500, body: 'oops' }, 'faulty', /Try again later/],
    [{ status: 503 }, 'faulty', /Try again later/],
    [{ status: 200, body: '<html>a proxy' }, 'faulty', /Try again later/],
  ])('reports the response %j with advice', async (fault, kind, message) => {
    service.faults.push(fault);
    const failure = await catchError(translator.translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(failure.message).toContain(name);
  });

  it('reports that the service is unreachable', async () => {
    await service.close();
    const failure = await catchError(translator.translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({
      kind: 'unreachable',
      message: `Can't reach ${name}. Check that it is running, and TRANSLATION_URL.`,
    });
  });

  it('names languages that it doesn’t support', async () => {
    const failure = await catchError(translator.translate(['Hi.'], { source: 'en', target: 'sw' }));
    expect(failure).toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('from English into Swahili'),
    });
  });
});

describe('LibreTranslate', () => {
  let service: TranslationService;
  beforeEach(async () => {
    service = await startLibreTranslate();
  });
  afterEach(() => service.close());

  it('is called with its own codes, without a key if it needs none', async () => {
    const translator = openLibreTranslate(`${service.url}/`, null);
    await translator.translate(['Hi.'], { source: 'en-GB', target: 'pt-BR' });
    await translator.translate(['Hi.'], { source: 'en', target: 'zh-Hant' });
    expect(service.calls.map(({ source, target, key }) => [source, target, key])).toEqual([
      ['en', 'pt-BR', null],
      ['en', 'zt', null],
    ]);
  });

  it('returns the seconds of Retry-After', async () => {
    const translator = openLibreTranslate(service.url, null);
    service.faults.push({ status: 429, headers: { 'retry-after': '30' } });
    const failure = await catchError(translator.translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({ kind: 'busy', retryAfterSeconds: 30 });
  });

  it('reports a rejected text', async () => {
    const translator = openLibreTranslate(service.url, null);
    service.faults.push({
      status: 400,
      body: { error: 'Invalid request: request (9) exceeds text limit (5)' },
    });
    const failure = await catchError(translator.translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({ kind: 'rejected', message: expect.stringContaining('text limit (5)') });
  });

  it('reports a missing key', async () => {
    const strict = await startLibreTranslate('secret');
    const failure = await catchError(openLibreTranslate(strict.url, null).translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({ kind: 'refused' });
    await strict.close();
  });

  it('fails after fifteen seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(15_000);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    const failure = await catchError(openLibreTranslate(service.url, null).translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({
      kind: 'timeout',
      message: 'LibreTranslate took longer than 15 seconds. Try again in a moment.',
    });
    timeout.mockRestore();
  });

  it('returns immediately when the caller aborts', async () => {
    service.faults.push({ delay: 10_000 });
    const stopped = new AbortController();
    const response = catchError(
      openLibreTranslate(service.url, null).translate(['Hi.'], EN_ES, stopped.signal),
    );
    await eventually(() => expect(service.faults).toEqual([]));
    stopped.abort();
    expect((await response).name).toBe('AbortError');
  });
});

describe('DeepL', () => {
  let service: TranslationService;
  beforeEach(async () => {
    service = await startDeepL('secret');
  });
  afterEach(() => service.close());

  it('reports an exhausted quota', async () => {
    service.faults.push({ status: 456, body: { message: 'Quota Exceeded' } });
    const failure = await catchError(openDeepL('secret', service.url).translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({
      kind: 'quota',
      message: expect.stringContaining('quota of DeepL is used up'),
    });
  });

  it.each([
    [{ source: 'en-US', target: 'pt' }, ['en', 'pt-PT']],
    [{ source: 'pt-BR', target: 'en' }, ['pt', 'en-US']],
    [{ source: 'zh-Hant', target: 'en-GB' }, ['zh', 'en-GB']],
    [{ source: 'no', target: 'pt-BR' }, ['nb', 'pt-BR']],
    [{ source: 'de', target: 'zh-Hant' }, ['de', 'zh-Hant']],
    [{ source: 'de', target: 'fr-CA' }, ['de', 'fr']],
  ])('is called for %j with its own codes', async (pair, codes) => {
    await openDeepL('secret', service.url).translate(['Hi.'], pair);
    const [call] = service.calls;
    expect([call?.source.toLowerCase(), call?.target.toLowerCase()]).toEqual(
      codes.map((code) => code.toLowerCase()),
    );
  });
});

const hasApertium = await ensureApertium();

describe.skipIf(!hasApertium)('the real Apertium (apertium-apy, apertium-eng-spa)', () => {
  let server: Awaited<ReturnType<typeof startApertium>>;
  let translator: Translator;
  beforeAll(async () => {
    server = await startApertium();
    translator = openApertium(server.url);
  });
  afterAll(() => server.close());

  it('translates English into Spanish, with regional codes, and without marks on unknown words', async () => {
    const responses = await translator.translate(
      ['Good morning.', 'The cat eats the fish.\nThe house is red.', 'Hello, xyzzy!'],
      { source: 'en-US', target: 'es-MX' },
    );
    expect(responses).toEqual([
      'Buenos días.',
      'El gato come el pez.\nLa casa es roja.',
      expect.stringMatching(/^Hola, xyzzy!$/),
    ]);
  });

  it('names languages that it doesn’t support', async () => {
    const failure = await catchError(translator.translate(['Hi.'], { source: 'en', target: 'fr' }));
    expect(failure).toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining("Apertium can't translate from English into French"),
    });
  });

  it('reports that it has stopped', async () => {
    const stopped = await startApertium();
    await stopped.close();
    const failure = await catchError(openApertium(stopped.url).translate(['Hi.'], EN_ES));
    expect(failure).toMatchObject({ kind: 'unreachable' });
  });
});
