import { candidates, jobs } from '@sayback/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { CaptionError } from '../../../platform/captions/caption-error.ts';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import {
  createCaptionsDouble,
  ENGLISH_VTT,
  SPANISH_VTT,
  track,
} from '../../../testing/doubles/captions-double.ts';
import { eventually } from '../../../testing/eventually.ts';
import { withServer } from '../../../testing/with-server.ts';
import { chooseTracks } from './download.ts';

const captions = createCaptionsDouble();
const { server, admin } = await withServer({}, [], { captions });
const calls = candidateCalls(server, admin);
beforeEach(() => {
  captions.calls.length = 0;
  captions.delayMs = 0;
  captions.faults = [];
});

const download = (id: number, body: object = {}, headers = {}) =>
  admin.try(candidates.downloadSubtitles, { params: { id }, body, headers });

describe('downloading a candidate’s subtitles', () => {
  it('scans first, and downloads every manual subtitle', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    const response = await download(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, downloaded: ['en', 'es'], failed: {} });
    expect(captions.calls).toEqual([
      `list ${youtube_id}`,
      `fetch ${youtube_id} en`,
      `fetch ${youtube_id} es`,
    ]);
    expect(await calls.get(id)).toMatchObject({
      subtitle_scan_status: 'completed',
      subtitle_download_status: 'completed',
      downloaded_subtitles_languages: ['en', 'es'],
      downloaded_subtitles: {
        en: {
          content: ENGLISH_VTT,
          format: 'vtt',
          cleaned: false,
          converted_from: null,
          changed: false,
          cue_count: 3,
        },
        es: { content: SPANISH_VTT, cue_count: 1 },
      },
    });
  });

  it('doesn’t repeat the scan', async () => {
    const { id } = await calls.addCandidate({ available_subtitles: [track('es')] });
    await download(id);
    expect(captions.calls.filter((call) => call.startsWith('list'))).toEqual([]);
  });

  it('downloads a single subtitle by its version key or its language', async () => {
    const { id } = await calls.addCandidate();
    expect((await download(id, { language: 'en-auto' })).json().downloaded).toEqual(['en-auto']);
    expect((await download(id, { language: 'es' })).json().downloaded).toEqual(['es']);
    expect((await calls.get(id)).downloaded_subtitles_languages).toEqual(['en-auto', 'es']);
  });

  it('replaces a downloaded version and its changes', async () => {
    const { id } = await calls.addDownloaded();
    await calls.post(candidates.convertSubtitle, id, { version_key: 'en' });
    await download(id, { language: 'en' });
    expect((await calls.get(id)).downloaded_subtitles.en).toMatchObject({ format: 'vtt', changed: false });
  });

  it('stores the subtitles that succeed if others fail, and reports the failures', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    captions.texts.set(`${youtube_id} en`, new CaptionError('empty-body'));
    const response = await download(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      downloaded: ['es'],
      failed: { en: new CaptionError('empty-body').message },
    });
    const candidate = await calls.get(id);
    expect(candidate.subtitle_download_status).toBe('error');
    expect(candidate.subtitle_error).toMatch(/^en: /);
    expect(candidate.downloaded_subtitles_languages).toEqual(['es']);
  });

  it('fails with the first error if all downloads fail', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    captions.texts.set(`${youtube_id} es`, new CaptionError('rate-limited', { retryAfterSeconds: 9 }));
    const response = await download(id, { language: 'es' });
    expect(response.statusCode).toBe(429);
    expect(response.headers['retry-after']).toBe('9');
    expect(response.json()).toMatchObject({
      success: false,
      error: expect.stringContaining('too many requests'),
    });
    expect((await calls.get(id)).subtitle_download_status).toBe('error');
  });

  it('fails for a text without cues', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    captions.texts.set(`${youtube_id} es`, '<!doctype html><title>Before you continue</title>');
    expect((await download(id, { language: 'es' })).statusCode).toBe(502);
    expect((await calls.get(id)).downloaded_subtitles_languages).toEqual([]);
  });

  it('stops after YouTube blocks the server as a bot', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    captions.texts.set(`${youtube_id} en`, new CaptionError('bot-blocked'));
    expect((await download(id)).statusCode).toBe(503);
    expect(captions.calls).toEqual([`list ${youtube_id}`, `fetch ${youtube_id} en`]);
  });

  it('fails with a 409 if there is no such subtitle, or none at all', async () => {
    const { id } = await calls.addCandidate();
    const response = await download(id, { language: 'fr' });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ success: false, error: expect.stringContaining('“fr”') });
    const withoutSubtitles = await calls.addCandidate({ available_subtitles: [] });
    expect((await download(withoutSubtitles.id)).json().error).toContain('no captions');
    expect((await calls.get(withoutSubtitles.id)).subtitle_download_status).toBeNull();
  });

  it('fails with the reason if its scan fails', async () => {
    const { id } = await calls.addCandidate();
    captions.faults = [new CaptionError('private')];
    const response = await download(id);
    expect(response.statusCode).toBe(409);
    expect(await calls.get(id)).toMatchObject({
      subtitle_scan_status: 'error',
      subtitle_download_status: null,
      subtitle_error: new CaptionError('private').message,
    });
  });

  it('sends one request to YouTube for concurrent calls', async () => {
    const { id } = await calls.addCandidate({ available_subtitles: [track('es')] });
    captions.delayMs = 2000;
    const responses = await Promise.all([download(id), download(id, { language: 'es' })]);
    expect(responses.map((response) => response.json().downloaded)).toEqual([['es'], ['es']]);
    expect(captions.calls).toHaveLength(1);
  });

  it('preserves subtitles that were downloaded before it was stopped', async () => {
    const { id, youtube_id } = await calls.addCandidate({ available_subtitles: [track('en'), track('es')] });
    captions.delayMs = (calls) => (calls > 1 ? 60_000 : 0);
    const { job_id } = (await download(id, {}, { prefer: 'respond-async' })).json();
    await eventually(() => expect(captions.calls).toContain(`fetch ${youtube_id} es`));
    expect((await calls.get(id)).subtitle_download_status).toBe('downloading');
    await admin.call(jobs.stopJob, { params: { id: job_id } });
    await eventually(async () =>
      expect(await calls.get(id)).toMatchObject({
        subtitle_download_status: 'completed',
        downloaded_subtitles_languages: ['en'],
      }),
    );
  });
});

describe('the choice of subtitles to download', () => {
  const chooseKeys = (tracks: string[], language: string, requested?: string) =>
    chooseTracks(
      tracks.map((key) => track(key)),
      language,
      requested,
    ).map(({ version_key }) => version_key);

  it('includes the automatic one in the candidate’s language if there is no manual one', () => {
    expect(chooseKeys(['es', 'en-auto', 'fr-auto'], 'en')).toEqual(['es', 'en-auto']);
    expect(chooseKeys(['es', 'en-GB', 'en-auto'], 'en')).toEqual(['es', 'en-GB']);
    expect(chooseKeys(['fr-auto'], 'en')).toEqual([]);
  });

  it('prefers the manual one in the requested language', () => {
    expect(chooseKeys(['en-auto', 'en'], 'en', 'en')).toEqual(['en']);
    expect(chooseKeys(['en-auto'], 'en', 'en')).toEqual(['en-auto']);
    expect(chooseKeys(['zh-Hans'], 'en', 'zh-CN')).toEqual(['zh-Hans']);
  });
});

const scan = (id: number) => calls.post(candidates.scanSubtitles, id);

describe('the caption queue', () => {
  it('shows an open circuit, which can be closed manually', async () => {
    const { id } = await calls.addCandidate();
    captions.faults = [new CaptionError('bot-blocked')];
    await scan(id);
    expect(await admin.call(candidates.getCaptionsState)).toEqual({
      circuit: 'open',
      reason: 'a bot block',
      reopens_at: '2030-01-01T00:00:00.000Z',
      waiting: 0,
    });
    expect(await admin.call(candidates.closeCircuit)).toMatchObject({ circuit: 'closed', reopens_at: null });
  });

  it('doesn’t change the keys of regional tracks', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    captions.tracks.set(youtube_id, [
      track('pt-BR', { language: 'pt-BR', name: 'Português (Brasil)' }),
      track('en-nP7', { language: 'en' }),
    ]);
    await scan(id);
    expect((await calls.get(id)).available_subtitles).toEqual([
      { language: 'pt-BR', kind: 'manual', name: 'Português (Brasil)', version_key: 'pt-BR' },
      { language: 'en', kind: 'manual', version_key: 'en-nP7' },
    ]);
  });
});
