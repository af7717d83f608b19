import { subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { buildForm, signIn } from '../../../testing/client.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, addVideo, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();
const learner = await signIn(server);

const tryUpload = async (videoId: number, fields: Record<string, string>, bytes?: Uint8Array | string) =>
  admin.try(subtitles.uploadSubtitle, {
    params: { id: videoId },
    ...(await buildForm(fields, bytes === undefined ? {} : { subtitle_file: { name: 'a.srt', bytes } })),
  });

describe('a subtitle', () => {
  it('is returned with its video’s title and language', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const { title } = await admin.call(videos.getVideo, { params: { id: videoId } });
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    const { approved_count, machine_count, report_count, ...listed } =
      results.find(({ id }) => id === targetId) ?? {};
    expect([approved_count, machine_count, report_count]).toEqual([0, 0, 0]);
    expect(await admin.call(subtitles.getSubtitle, { params: { id: targetId } })).toEqual({
      ...listed,
      video_title: title,
      original_language: 'en',
    });
  });
});

describe('the language of a subtitle', () => {
  const changeLanguage = (id: number, language: string) =>
    admin.try(subtitles.updateSubtitle, { params: { id }, body: { language } });

  it('changes in the subtitle’s alignment too', async () => {
    const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
    expect((await changeLanguage(targetId, 'pt')).json()).toMatchObject({
      language: 'pt',
      alignment_id: alignmentId,
    });
    expect(await admin.call(subtitles.getAlignment, { params: { id: alignmentId } })).toMatchObject({
      target_language: 'pt',
    });
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results.map(({ language }) => language)).toEqual(['en', 'pt']);
    expect((await changeLanguage(targetId, 'pt')).statusCode).toBe(200);
  });

  it('can’t become an unknown language, or that of another subtitle of the video', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    expect((await changeLanguage(targetId, 'fr')).statusCode).toBe(409);
    expect((await changeLanguage(targetId, 'xx')).json()).toHaveProperty('language');
  });

  it('can’t change to or from the spoken language for an aligned subtitle', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    const original = results.find(({ is_original }) => is_original)?.id ?? 0;
    expect((await changeLanguage(original, 'fr')).statusCode).toBe(409);
    expect((await changeLanguage(targetId, 'en')).statusCode).toBe(409);
  });

  it('can change to the spoken language, which makes the subtitle the original', async () => {
    const { id } = await addVideo(admin);
    const { id: subtitleId } = await addSubtitle(admin, id, 'fr', ENGLISH_SRT);
    expect((await changeLanguage(subtitleId, 'en')).json()).toMatchObject({ is_original: true });
    expect((await changeLanguage(subtitleId, 'fr')).json()).toMatchObject({ is_original: false });
  });
});

describe('uploading a subtitle', () => {
  it('accepts SRT and WebVTT, and lists the original first', async () => {
    const { id } = await addVideo(admin);
    const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
    const original = await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    expect(target).toMatchObject({ language: 'es', is_original: false, alignment_id: null, cue_count: 3 });
    expect(original).toMatchObject({
      language_display_name: 'English',
      is_original: true,
      cue_count: 4,
      problems: [],
    });
    const { results } = await learner.call(subtitles.listSubtitles, { params: { id } });
    expect(results.map(({ language }) => language)).toEqual(['en', 'es']);
  });

  it('decodes legacy encodings and stores the text as UTF-8', async () => {
    const { id } = await addVideo(admin);
    const latin = Buffer.from(
      '1\n00:00:01,000 --> 00:00:03,000\n¿Dónde está el niño? Mañana, señor.\n',
      'latin1',
    );
    const { id: subtitleId } = await addSubtitle(admin, id, 'es', latin);
    const { rows } = await server.context.db.execute(
      sql`select content, encoding from stored_files where subtitle_id = ${subtitleId}`,
    );
    expect(rows[0]).toMatchObject({ content: expect.stringContaining('¿Dónde está el niño?') });
  });

  it.each([
    ['SubViewer', '0:00:01.000,0:00:02.000\nHello\n'],
    ['TTML', '<tt><body><div><p begin="1s" end="2s">Hello</p></div></body></tt>'],
    ['MicroDVD', '{1}{1}25\n{25}{50}Hello\n'],
    ['lyrics', '[00:01.00]Hello\n[00:02.00]\n'],
    ['a transcript', '0:01\nHello\n0:02\n'],
    ['a zip archive', zipSync({ 'sub/clip.en.srt': strToU8('1\n00:00:01,000 --> 00:00:02,000\nHello\n') })],
  ])('accepts %s', async (_, bytes) => {
    const { id } = await addVideo(admin);
    expect(await addSubtitle(admin, id, 'en', bytes)).toMatchObject({ cue_count: 1, problems: [] });
  });

  it('stores a file from an archive under the file’s own name', async () => {
    const { id: videoId } = await addVideo(admin);
    const archive = zipSync({ 'sub/clip.en.srt': strToU8(ENGLISH_SRT) });
    const { id } = await addSubtitle(admin, videoId, 'en', archive);
    expect(await admin.call(subtitles.listFiles, { params: { id } })).toMatchObject([
      { file_name: 'clip.en.srt', format: 'srt' },
    ]);
  });

  it.each([
    ['VobSub', '\0\0\x01\xBA\x44', /can't read VobSub files\. Convert this one/],
    ['a transcript without times', 'Hello there.\nHow are you?', /text has no times.*such as 0:05/],
    [
      'an archive of several subtitle files',
      zipSync({ 'a.srt': new Uint8Array(), 'b.vtt': new Uint8Array() }),
      /a\.srt, b\.vtt/,
    ],
    ['an archive without a subtitle file', zipSync({ 'a.doc': new Uint8Array() }), /no subtitle file/],
  ])('refuses %s with the reason', async (_, content, detail) => {
    const { id } = await addVideo(admin);
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    const response = await tryUpload(id, { language: 'en' }, bytes);
    expect([response.statusCode, response.json().subtitle_file]).toEqual([
      400,
      [expect.stringMatching(detail)],
    ]);
  });

  it('replaces the cues the second time, stores a second file, and requires realigning', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const replaced = await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
    expect(replaced).toMatchObject({ id: targetId, cue_count: 4, needs_realign: true });
    const { rows } = await server.context.db.execute(
      sql`select 1 from stored_files where subtitle_id = ${targetId}`,
    );
    expect(rows).toHaveLength(2);
  });

  it('requires realigning all translations if the original is replaced', async () => {
    const { videoId } = await addAlignedVideo(admin);
    await addSubtitle(admin, videoId, 'en', ENGLISH_SRT);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results.find(({ language }) => language === 'es')?.needs_realign).toBe(true);
  });

  it('refuses a file without readable cues, with the problem and its line', async () => {
    const { id } = await addVideo(admin);
    const response = await tryUpload(id, { language: 'en' }, '1\n00:00:05,000 --> soon\nHello\n');
    expect(response.statusCode).toBe(400);
    expect(response.json<{ subtitle_file: string[] }>().subtitle_file[0]).toMatch(/line 2/i);
  });

  it('reports problems in the requested language', async () => {
    const { id } = await addVideo(admin);
    const upload = async (file: string) => {
      const form = await buildForm({ language: 'en' }, { subtitle_file: { name: 'a.vtt', bytes: file } });
      const headers = { ...form.headers, 'accept-language': 'es' };
      return admin.try(subtitles.uploadSubtitle, { params: { id }, ...form, headers });
    };
    const broken = '00:01,000 --> 00:02,000\nA\n';
    const refused = await upload(`WEBVTT\n\n${broken}`);
    const problem =
      'No se pudieron leer estos tiempos, así que se omitió el subtítulo: “00:01,000 --> 00:02,000”. Falta el punto (.) decimal.';
    expect(refused.json()).toMatchObject({
      subtitle_file: [`No se pudo leer ningún subtítulo de este archivo. Línea 3: ${problem}`],
    });
    const accepted = await upload(`WEBVTT\n\n00:01.000 --> 00:02.000\nB\n\n${broken}`);
    expect(accepted.json<{ problems: unknown }>().problems).toEqual([{ line: 6, message: problem }]);
  });

  it('reports the first ten thousand problems of a file, and the number of further ones', async () => {
    const { id } = await addVideo(admin);
    const broken = '00:00:05,000 --> soon\n'.repeat(10_003);
    const file = `1\n00:00:01,000 --> 00:00:02,000\nHello\n\n${broken}`;
    const { cue_count, problems } = await addSubtitle(admin, id, 'en', Buffer.from(file));
    expect([cue_count, problems.length]).toEqual([1, 10_001]);
    expect(problems[0]).toMatchObject({ line: 5 });
    expect(problems.at(-1)).toEqual({
      line: 10_005,
      message: 'There are 3 more problems from here on.',
    });
  });

  it('removes NUL characters, even inside tagged text', async () => {
    const { id } = await addVideo(admin);
    const file = '1\n00:00:01,000 --> 00:00:02,000\n<i>Hel\0lo</i>\n';
    const { id: subtitleId } = await addSubtitle(admin, id, 'en', Buffer.from(file));
    const { rows } = await server.context.db.execute(
      sql`select cues, content from subtitles join stored_files on subtitle_id = subtitles.id
        where subtitles.id = ${subtitleId}`,
    );
    const cues = [expect.objectContaining({ text: 'Hello', markup: expect.anything() })];
    expect(rows).toEqual([{ cues, content: file.replace('\0', '') }]);
  });

  it('says that a file is empty', async () => {
    const { id } = await addVideo(admin);
    for (const content of ['', '\uFEFF\r\n \n']) {
      const response = await tryUpload(id, { language: 'en' }, content);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ subtitle_file: ['This file is empty.'] });
    }
  });

  it('requires both fields, a known language, an existing video and a form', async () => {
    const { id } = await addVideo(admin);
    expect((await tryUpload(id, { language: 'en' })).json()).toHaveProperty('subtitle_file');
    expect((await tryUpload(id, {}, ENGLISH_SRT)).json()).toHaveProperty('language');
    expect((await tryUpload(id, { language: 'klingon' }, ENGLISH_SRT)).json()).toHaveProperty('language');
    expect((await tryUpload(999_999, { language: 'en' }, ENGLISH_SRT)).statusCode).toBe(404);
    const json = await admin.try(subtitles.uploadSubtitle, { params: { id }, body: { language: 'en' } });
    expect(json.statusCode).toBe(415);
  });

  it('refuses a file over 16 MiB', async () => {
    const { id } = await addVideo(admin);
    const response = await tryUpload(id, { language: 'en' }, Buffer.alloc(16 * 1024 * 1024 + 1, 'a'));
    expect(response.statusCode).toBe(413);
  });
});

describe('aligning', () => {
  it('creates segments from the target and the original', async () => {
    const { alignmentId, videoId, targetId } = await addAlignedVideo(admin);
    const rows = await listSegments(learner, alignmentId);
    expect(rows).toMatchObject([
      {
        start_time: '00:00:01.000',
        end_time: '00:00:03.000',
        text_original: 'Good morning.',
        text_target: 'Buenos días.',
        label: '1-1',
        mismatch: false,
        version: 1,
      },
      {
        start_time: '00:00:03.500',
        end_time: '00:00:08.000',
        text_target: 'Dos cafés, por favor, y un vaso de agua.',
        label: '2-1',
      },
      { text_original: 'Here you are.', text_target: 'Aquí tiene.', label: '1-1' },
    ]);
    expect(await learner.call(subtitles.getAlignment, { params: { id: alignmentId } })).toMatchObject({
      video_id: videoId,
      youtube_id: expect.stringMatching(/^[\w-]{11}$/),
      subtitle_id: targetId,
      original_language: 'en',
      target_language: 'es',
      segment_count: 3,
    });
    expect((await learner.call(videos.getVideo, { params: { id: videoId } })).latest_alignment_id).toBe(
      alignmentId,
    );
  });

  it('preserves the alignment’s id the second time', async () => {
    const { alignmentId, videoId, targetId } = await addAlignedVideo(admin);
    await addSubtitle(admin, videoId, 'es', ENGLISH_SRT);
    expect(await admin.call(subtitles.alignSubtitle, { params: { id: targetId } })).toEqual({
      alignment_id: alignmentId,
    });
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    expect(results[1]).toMatchObject({ alignment_id: alignmentId, needs_realign: false });
    const alignment = await admin.call(subtitles.getAlignment, { params: { id: alignmentId } });
    expect(alignment.segment_count).toBe(4);
  });

  it('skips cues before the original’s first one, and returns their number', async () => {
    const { id } = await addVideo(admin);
    await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    const opening = '00:00:00.100 --> 00:00:00.900\nSe abre el telón.\n\n';
    const target = await addSubtitle(admin, id, 'es', SPANISH_VTT.replace('\n\n', `\n\n${opening}`));
    const aligned = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
    expect(aligned.left_out).toBe(1);
    const { segment_count } = await admin.call(subtitles.getAlignment, {
      params: { id: aligned.alignment_id },
    });
    expect(segment_count).toBe(3);
  });

  it('is refused for the original, and if there is no original', async () => {
    const { id } = await addVideo(admin);
    const target = await addSubtitle(admin, id, 'es', SPANISH_VTT);
    expect((await admin.try(subtitles.alignSubtitle, { params: { id: target.id } })).statusCode).toBe(409);
    const original = await addSubtitle(admin, id, 'en', ENGLISH_SRT);
    expect((await admin.try(subtitles.alignSubtitle, { params: { id: original.id } })).statusCode).toBe(400);
    expect((await admin.try(subtitles.alignSubtitle, { params: { id: 999_999 } })).statusCode).toBe(404);
  });
});

describe('drafts', () => {
  it('are a 404 for learners, and so are their subtitles, alignments and segments', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { published: false });
    const statuses = await Promise.all([
      learner.try(videos.getVideo, { params: { id: videoId } }),
      learner.try(subtitles.listSubtitles, { params: { id: videoId } }),
      learner.try(subtitles.getAlignment, { params: { id: alignmentId } }),
      learner.try(subtitles.listSegments, { params: { id: alignmentId } }),
    ]);
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    await admin.call(subtitles.getAlignment, { params: { id: alignmentId } });
  });
});

const listCues = (id: number) => admin.call(subtitles.listCues, { params: { id } });
const delayTimes = (cues: subtitles.CueList['cues'], ms: number) =>
  cues.map(({ start, end }) => ({ start: start + ms, end: end + ms }));

describe('changing a subtitle’s times', () => {
  it('changes all cues together, saves a revision, and requires realigning', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const body = { uploaded_at, note: 'Too early', times: delayTimes(cues, 2000) };
    const changed = await admin.call(subtitles.setCueTimes, { params: { id: targetId }, body });
    expect(changed.subtitle).toMatchObject({ needs_realign: true, cue_count: cues.length });
    const current = await listCues(targetId);
    expect(current.cues).toEqual(
      cues.map((cue) => ({ ...cue, start: cue.start + 2000, end: cue.end + 2000 })),
    );
    const [revision] = await admin.call(subtitles.listRevisions, { params: { id: targetId } });
    expect(revision).toMatchObject({ id: changed.saved_revision_id, kind: 'file', note: 'Too early' });
    const files = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    expect(files.map(({ file_name }) => file_name)).toContain('es-times.srt');
  });

  it('can be undone by the saved revision', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const body = { uploaded_at, times: delayTimes(cues, 500) };
    const { saved_revision_id } = await admin.call(subtitles.setCueTimes, { params: { id: targetId }, body });
    await admin.call(subtitles.applyRevision, { params: { id: saved_revision_id }, body: {} });
    expect((await listCues(targetId)).cues).toEqual(cues);
  });

  it('marks all alignments of the video for realigning if the subtitle is the original', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const { results } = await admin.call(subtitles.listSubtitles, { params: { id: videoId } });
    const original = results.find(({ is_original }) => is_original)?.id ?? 0;
    const { cues, uploaded_at } = await listCues(original);
    await admin.call(subtitles.setCueTimes, {
      params: { id: original },
      body: { uploaded_at, times: delayTimes(cues, 100) },
    });
    const target = await admin.call(subtitles.getSubtitle, { params: { id: targetId } });
    expect(target.needs_realign).toBe(true);
  });

  it('is refused if the cues have changed, or if their number differs', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const params = { id: targetId };
    const incomplete = await admin.try(subtitles.setCueTimes, {
      params,
      body: { uploaded_at, times: delayTimes(cues, 1).slice(1) },
    });
    await admin.call(subtitles.setCueTimes, { params, body: { uploaded_at, times: delayTimes(cues, 1) } });
    const stale = await admin.try(subtitles.setCueTimes, {
      params,
      body: { uploaded_at, times: delayTimes(cues, 2) },
    });
    expect([incomplete.statusCode, stale.statusCode]).toEqual([409, 409]);
  });

  it('is refused for an end before its start', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { cues, uploaded_at } = await listCues(targetId);
    const times = cues.map(({ start }) => ({ start, end: start }));
    const refused = await admin.try(subtitles.setCueTimes, {
      params: { id: targetId },
      body: { uploaded_at, times },
    });
    expect(refused.statusCode).toBe(400);
  });
});
