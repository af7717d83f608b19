import { accounts, candidates } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { candidateCalls } from '../../../testing/candidate-calls.ts';
import { createCaptionsDouble, ENGLISH_VTT } from '../../../testing/doubles/captions-double.ts';
import { withServer } from '../../../testing/with-server.ts';

const captions = createCaptionsDouble();
const { server, admin } = await withServer({}, [], { captions });
const calls = candidateCalls(server, admin);

const EN = { language: 'en', version_key: 'en' };
const readEnglish = async (id: number) => (await calls.get(id)).downloaded_subtitles.en;

describe('converting a version', () => {
  it('turns WebVTT into SRT in place, with its markup, and records the original format', async () => {
    const { id } = await calls.addDownloaded();
    const response = await calls.post(candidates.convertSubtitle, id, EN);
    expect(response.json()).toEqual({ success: true });
    const version = await readEnglish(id);
    expect(version).toMatchObject({ format: 'srt', converted_from: 'vtt', changed: true, cue_count: 3 });
    expect(version?.content).toContain('3\n00:00:06,200 --> 00:00:08,000\nAnd a <i>glass</i> of water.');
  });

  it('accepts the language as the version key', async () => {
    const { id } = await calls.addDownloaded();
    expect((await calls.post(candidates.convertSubtitle, id, { language: 'es' })).statusCode).toBe(200);
    expect((await calls.get(id)).downloaded_subtitles.es?.format).toBe('srt');
  });

  it('is refused with a 409 the second time', async () => {
    const { id } = await calls.addDownloaded();
    await calls.post(candidates.convertSubtitle, id, EN);
    expect((await calls.post(candidates.convertSubtitle, id, EN)).statusCode).toBe(409);
  });

  it('responds with a 404 for an unknown version, and a 400 without one', async () => {
    const { id } = await calls.addDownloaded();
    expect((await calls.post(candidates.convertSubtitle, id, { version_key: 'fr' })).statusCode).toBe(404);
    expect((await calls.post(candidates.convertSubtitle, id)).json()).toHaveProperty('version_key');
  });
});

describe('cleaning a version', () => {
  it('can be previewed without saving', async () => {
    const { id } = await calls.addDownloaded();
    const response = await admin.call(candidates.previewCleaning, { params: { id }, body: EN });
    expect(response.changes).toMatchObject([
      { position: 0, index: 1, before: '[door creaks]', after: null },
      { position: 1, index: 2, before: 'MAN: Two coffees, please.', after: 'Two coffees, please.' },
    ]);
    expect(await readEnglish(id)).toMatchObject({ content: ENGLISH_VTT, cleaned: false });
  });

  it('changes the text, but not the format, markup or times', async () => {
    const { id } = await calls.addDownloaded();
    expect((await calls.post(candidates.cleanSubtitle, id, EN)).json()).toEqual({
      success: true,
      changed: 2,
    });
    const version = await readEnglish(id);
    expect(version).toMatchObject({ format: 'vtt', cleaned: true, changed: true, cue_count: 2 });
    expect(version?.content).toContain('00:00:03.500 --> 00:00:06.000\nTwo coffees, please.\n');
    expect(version?.content).toContain('<i>glass</i>');
    expect(version?.content).not.toContain('creaks');
  });

  it('skips refused changes', async () => {
    const { id } = await calls.addDownloaded();
    const response = await calls.post(candidates.cleanSubtitle, id, { ...EN, refused: [1] });
    expect(response.json()).toEqual({ success: true, changed: 1 });
    expect((await readEnglish(id))?.content).toContain('MAN: Two coffees');
  });

  it.each([[[]], [[0]], [[1]], [[2]], [[0, 2]], [[0, 1, 2]]])(
    'has the same number of changes in the preview, the response and the audit log (refused: %j)',
    async (refused) => {
      const { id, youtube_id } = await calls.addCandidate();
      const cues = ['[door slams] MAN: Come in.', '(sighs) WOMAN: [coughs] Well.'];
      const lines = cues.map((text, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}\n`);
      captions.texts.set(`${youtube_id} en`, `WEBVTT\n\n${lines.join('\n')}`);
      await calls.post(candidates.downloadSubtitles, id, { language: 'en' });
      const body = { ...EN, refused };
      const preview = await admin.call(candidates.previewCleaning, { params: { id }, body });
      expect(preview.changes.map(({ index }) => index)).toEqual([1, 2, 2]);
      const { changed } = await admin.call(candidates.cleanSubtitle, { params: { id }, body });
      expect(changed).toBe(preview.made);
      const [entry] = (await admin.call(accounts.listAudit)).results;
      expect(entry).toMatchObject({
        event: 'candidates.cleanSubtitle',
        details: { asked: { changes: changed } },
      });
    },
  );

  it('makes only changes that the preview contains, even if others are refused', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    const cue = '[door (slams)] Come in!';
    captions.texts.set(`${youtube_id} en`, `WEBVTT\n\n00:00.000 --> 00:01.000\n${cue}\n`);
    await calls.post(candidates.downloadSubtitles, id, { language: 'en' });
    const preview = async (refused: number[]) =>
      admin.call(candidates.previewCleaning, { params: { id }, body: { ...EN, refused } });
    const { changes } = await preview([]);
    const positions = changes.map(({ position }) => position);
    for (let bits = 0; bits < 2 ** positions.length; bits += 1) {
      const refused = positions.filter((position) => bits & (1 << position));
      const { made } = await preview(refused);
      expect({ refused, made: made <= positions.length - refused.length }).toEqual({ refused, made: true });
    }
    const { changed } = await admin.call(candidates.cleanSubtitle, {
      params: { id },
      body: { ...EN, refused: positions },
    });
    expect(changed).toBe(0);
    expect((await readEnglish(id))?.content).toContain(cue);
  });

  it('refuses to skip a change that doesn’t exist', async () => {
    const { id } = await calls.addDownloaded();
    const response = await calls.post(candidates.cleanSubtitle, id, { ...EN, refused: [2] });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toHaveProperty('refused');
    expect((await readEnglish(id))?.cleaned).toBe(false);
  });

  it('only removes the selected kinds of text', async () => {
    const { id } = await calls.addDownloaded();
    const off = { remove_hearing_impaired: false, remove_effects: false };
    await calls.post(candidates.cleanSubtitle, id, { ...EN, ...off });
    expect((await readEnglish(id))?.content).toContain('[door creaks]');
    expect((await readEnglish(id))?.content).not.toContain('MAN:');
  });

  it('is refused with a 409 for a cleaned version, and so is its preview', async () => {
    const { id } = await calls.addDownloaded();
    await calls.post(candidates.cleanSubtitle, id, EN);
    expect((await calls.post(candidates.cleanSubtitle, id, EN)).statusCode).toBe(409);
    expect((await calls.post(candidates.previewCleaning, id, EN)).statusCode).toBe(409);
  });

  it('is refused with a 409 if no text would remain', async () => {
    const { id, youtube_id } = await calls.addCandidate();
    captions.texts.set(`${youtube_id} en`, 'WEBVTT\n\n00:01.000 --> 00:02.000\n♪♪\n');
    await calls.post(candidates.downloadSubtitles, id, { language: 'en' });
    expect((await calls.post(candidates.cleanSubtitle, id, EN)).statusCode).toBe(409);
    expect((await readEnglish(id))?.cue_count).toBe(1);
  });

  it('works on a converted version', async () => {
    const { id } = await calls.addDownloaded();
    await calls.post(candidates.convertSubtitle, id, EN);
    await calls.post(candidates.cleanSubtitle, id, EN);
    expect(await readEnglish(id)).toMatchObject({ format: 'srt', cleaned: true, converted_from: 'vtt' });
    expect((await readEnglish(id))?.content).toMatch(/^1\n00:00:03,500 --> 00:00:06,000\nTwo coffees/);
  });

  it('succeeds for one of two concurrent calls', async () => {
    const { id } = await calls.addDownloaded();
    const responses = await Promise.all([
      calls.post(candidates.cleanSubtitle, id, EN),
      calls.post(candidates.cleanSubtitle, id, EN),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('restoring a version', () => {
  it('resets the text to the downloaded one', async () => {
    const { id } = await calls.addDownloaded();
    await calls.post(candidates.convertSubtitle, id, EN);
    await calls.post(candidates.cleanSubtitle, id, EN);
    await calls.post(candidates.restoreSubtitle, id, EN);
    expect(await readEnglish(id)).toEqual({
      ...{ content: ENGLISH_VTT, format: 'vtt', cleaned: false, converted_from: null, changed: false },
      ...{ cue_count: 3, digest: expect.any(String) },
    });
  });
});

describe('deleting a version', () => {
  const remove = (id: number, input: object) =>
    admin.try(candidates.deleteDownloadedSubtitle, { params: { id }, ...input });

  it('accepts a body or a query', async () => {
    const { id } = await calls.addDownloaded();
    expect((await remove(id, { body: EN })).statusCode).toBe(204);
    expect((await calls.get(id)).downloaded_subtitles_languages).toEqual(['es']);
    expect((await remove(id, { query: { language: 'es', version_key: 'es' } })).statusCode).toBe(204);
    expect(await calls.get(id)).toMatchObject({
      downloaded_subtitles: {},
      subtitle_download_status: null,
    });
  });

  it('responds with a 404 for an unknown version, and a 400 without one', async () => {
    const { id } = await calls.addDownloaded();
    expect((await remove(id, { query: { version_key: 'fr' } })).statusCode).toBe(404);
    expect((await remove(id, {})).statusCode).toBe(400);
  });
});

describe('saving a version from the sync editor', () => {
  const SRT = '1\n00:00:02,000 --> 00:00:03,000\nSynchronised.\n\n2\n00:00:04,000 --> 00:00:05,000\nTwice.\n';
  const save = (id: number, content: string, language = 'en') =>
    calls.post(candidates.saveSyncedSubtitles, id, { language, content });

  it('stores the SRT file as sent', async () => {
    const { id } = await calls.addDownloaded();
    expect((await save(id, SRT)).json()).toEqual({ success: true, digest: expect.any(String) });
    expect(await readEnglish(id)).toMatchObject({
      ...{ content: SRT, format: 'srt', converted_from: 'vtt', cue_count: 2, changed: true },
    });
  });

  it('is refused with a 409 if the text was replaced since it was opened', async () => {
    const { id } = await calls.addDownloaded();
    const saveFrom = (base: string | undefined, content: string) =>
      calls.post(candidates.saveSyncedSubtitles, id, { language: 'en', content, base });
    const opened = (await readEnglish(id))?.digest;
    const first = await saveFrom(opened, SRT);
    expect(first.statusCode).toBe(200);
    const other = SRT.replace('Twice', 'Thrice');
    expect((await saveFrom(opened, other)).statusCode).toBe(409);
    expect((await readEnglish(id))?.content).toBe(SRT);
    // A repeated save isn't someone else's.
    expect((await saveFrom(opened, SRT)).statusCode).toBe(200);
    expect((await saveFrom(first.json().digest, other)).statusCode).toBe(200);
    expect(await readEnglish(id)).toMatchObject({ content: other });
  });

  it.each([
    ['nothing', ''],
    ['no subtitle', 'Dear diary'],
    ['WebVTT', ENGLISH_VTT],
    ['a broken time', '1\n00:00:02,000 --> 00:00:03,000\nGood.\n\n2\n00:00:09,000 --> 00:00:0x,000\nBad.\n'],
    ['a cue that ends before it starts', '1\n00:00:09,000 --> 00:00:03,000\nBad.\n'],
    ['a character that can’t be stored', '1\n00:00:02,000 --> 00:00:03,000\n\ud800\n'],
  ])('refuses %s with a 400', async (_, content) => {
    const { id } = await calls.addDownloaded();
    const response = await save(id, content);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toHaveProperty('content');
    expect((await readEnglish(id))?.content).toBe(ENGLISH_VTT);
  });

  it('responds with a 404 for an unknown version', async () => {
    const { id } = await calls.addDownloaded();
    expect((await save(id, SRT, 'en-auto')).statusCode).toBe(404);
    expect((await save(424242, SRT)).statusCode).toBe(404);
  });
});
