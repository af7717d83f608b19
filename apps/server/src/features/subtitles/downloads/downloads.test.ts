import { type AddressInfo, connect, type Socket } from 'node:net';
import { subtitles, videos } from '@sayback/contract';
import { readSrt, readSubtitles, readVtt } from '@sayback/subtitles';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import { unavailable } from '../../../errors/app-error.ts';
import { buildForm } from '../../../testing/client.ts';
import { addAlignedVideo, addSubtitle, addVideo, listSegments } from '../../../testing/library.ts';
import { startSecondApp } from '../../../testing/start-app.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer();

const prepareUrl = async (body: object) =>
  String((await admin.call(subtitles.prepareDownload, { body })).url);
const get = (url: string) => server.app.inject({ url });
const fetchText = async (body: object) => {
  const response = await get(await prepareUrl(body));
  expect(response.statusCode).toBe(200);
  return response;
};

describe('the download of a subtitle', () => {
  it.each([
    ['srt', 'application/x-subrip; charset=utf-8', readSrt],
    ['vtt', 'text/vtt; charset=utf-8', readVtt],
  ] as const)('has its cues as %s', async (format, type, read) => {
    const { targetId } = await addAlignedVideo(admin);
    const { headers, body } = await fetchText({ of: 'subtitle', id: targetId, format });
    expect(headers['content-type']).toBe(type);
    expect(read(body).cues).toMatchObject([
      { start: 1100, end: 3000, text: 'Buenos días.' },
      { start: 3500, end: 8000 },
      { start: 9100 },
    ]);
  });

  it('has its cues as CSV, with one column of texts', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const { headers, body } = await fetchText({ of: 'subtitle', id: targetId, format: 'csv' });
    expect(headers['content-disposition']).toContain('.es.csv"');
    expect(body.split('\r\n').slice(0, 2)).toEqual([
      '\ufeff"index","start","end","text"',
      '1,"00:00:01.100","00:00:03.000","Buenos días."',
    ]);
  });

  it('is named after the video’s title, with any characters', async () => {
    const { targetId } = await addAlignedVideo(admin, { title: '../etc/“Ça va” \u202e\n?' });
    const { headers } = await fetchText({ of: 'subtitle', id: targetId, format: 'srt' });
    expect(headers['content-disposition']).toBe(
      `attachment; filename="_etc___a va_ _ _.es.srt"; filename*=UTF-8''_etc_%E2%80%9C%C3%87a%20va%E2%80%9D%20_%20_.es.srt`,
    );
  });

  it.each(['subtitle', 'alignment', 'revision', 'video'])(
    'responds with a 404 instead of a URL if the %s is missing',
    async (of) => {
      const body = { of, id: 424242, format: of === 'video' ? 'zip' : 'srt' };
      expect((await admin.try(subtitles.prepareDownload, { body })).statusCode).toBe(404);
    },
  );

  it('requires the signed URL', async () => {
    const { targetId, alignmentId } = await addAlignedVideo(admin);
    const signedUrl = await prepareUrl({ of: 'subtitle', id: targetId, format: 'srt' });
    const changedUrls = [
      signedUrl.replace('/srt', '/vtt'),
      signedUrl.replace('subtitle/', 'alignment/').replace(String(targetId), String(alignmentId)),
      signedUrl.replace(/expires=\d+/, 'expires=1'),
      signedUrl.replace('?', '?name=x&'),
      signedUrl.replace(/signature=.*/, ''),
      signedUrl.replace('/downloads/', '/media/'),
    ];
    for (const url of changedUrls) expect((await get(url)).statusCode, url).toBe(403);
    await admin.call(subtitles.deleteSubtitle, { params: { id: targetId } });
    expect((await get(signedUrl)).statusCode).toBe(404);
  });
});

describe('the download of an alignment', () => {
  it.each(['srt', 'vtt', 'ass', 'ttml'] as const)('has the target’s texts as %s', async (format) => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { body, headers } = await fetchText({ of: 'alignment', id: alignmentId, format });
    expect(headers['content-disposition']).toContain(`.es.${format}"`);
    if (format === 'ttml') expect(body).toContain('xml:lang="es"');
    const { cues } = readSubtitles(body);
    expect(cues.map(({ text }) => text)).toEqual(
      (await listSegments(admin, alignmentId)).map((segment) => segment.text_target),
    );
  });

  it('has the original above the target as bilingual SubRip', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { body, headers } = await fetchText({ of: 'alignment', id: alignmentId, format: 'bilingual-srt' });
    expect(readSrt(body).cues[0]?.text).toBe('Good morning.\nBuenos días.');
    expect(headers['content-disposition']).toContain('.en-es.srt"');
  });

  it('has one row per segment as CSV', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { body, headers } = await fetchText({ of: 'alignment', id: alignmentId, format: 'csv' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(body.split('\r\n')[1]).toMatch(
      /^1,"00:00:01\.\d{3}","00:00:03\.000","Good morning\.","Buenos días\.",0,"1-1"$/,
    );
  });

  it('skips untranslated segments for Anki, and has no audio tags for a YouTube video', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const [first] = await listSegments(admin, alignmentId);
    await admin.call(subtitles.updateSegment, { params: { id: first?.id }, body: { text_target: ' ' } });
    const { body } = await fetchText({ of: 'alignment', id: alignmentId, format: 'tsv' });
    expect(body.startsWith('#separator:tab\n')).toBe(true);
    expect(body).not.toContain('Good morning');
    expect(body).toContain('"Aquí tiene."\t"Here you are."');
    expect(body).not.toContain('[sound:');
  });
});

describe('the download of a revision', () => {
  it('has the texts of its draft', async () => {
    const { alignmentId } = await addAlignedVideo(admin);
    const { revision_id: id } = await admin.call(subtitles.saveRevision, {
      params: { id: alignmentId },
      body: {},
    });
    const segments = [{ index: 1, modified: '¡Buenas!' }];
    await admin.call(subtitles.applyRegexChanges, { params: { id }, body: { segments } });
    const { body } = await fetchText({ of: 'revision', id, format: 'csv' });
    expect(body).toContain('"Good morning.","¡Buenas!"');
  });

  it('isn’t available in bilingual formats for a file’s revision', async () => {
    const { targetId } = await addAlignedVideo(admin);
    const [file] = await admin.call(subtitles.listFiles, { params: { id: targetId } });
    const { revision_id: id } = await admin.call(subtitles.openFile, { params: { id: file?.id } });
    expect((await fetchText({ of: 'revision', id, format: 'vtt' })).body).toContain('Buenos días.');
    const csv = await fetchText({ of: 'revision', id, format: 'csv' });
    expect(csv.headers['content-disposition']).toContain(`.es.revision-${id}.csv"`);
    expect(csv.body).toContain('00:00:03.000","Buenos días."');
    const body = { of: 'revision', id, format: 'bilingual-srt' };
    expect((await admin.try(subtitles.prepareDownload, { body })).statusCode).toBe(409);
  });
});

describe('the download of a video', () => {
  it('has its subtitles, alignments, files and metadata', async () => {
    const { videoId, targetId, alignmentId } = await addAlignedVideo(admin);
    await addSubtitle(admin, videoId, 'es', '1\n00:00:01,000 --> 00:00:02,000\nOtra vez\n');
    const { revision_id } = await admin.call(subtitles.saveRevision, {
      params: { id: alignmentId },
      body: { note: 'Before the upload' },
    });
    const response = await get(await prepareUrl({ of: 'video', id: videoId, format: 'zip' }));
    expect(response.headers['content-type']).toBe('application/zip');
    const files = unzipSync(response.rawPayload);
    const metadata = JSON.parse(strFromU8(files['video.json'] as Uint8Array));
    expect(metadata.video).toMatchObject({ id: videoId, title: 'In the café' });
    expect(metadata.subtitles).toHaveLength(2);
    const target = metadata.subtitles.find(({ id }: { id: number }) => id === targetId);
    expect(target).toMatchObject({ alignment_id: alignmentId, needs_realign: true, language: 'es' });
    expect(Object.keys(files).sort()).toEqual(
      [
        'video.json',
        'subtitles/In the café.en.srt',
        'subtitles/In the café.en.vtt',
        'subtitles/In the café.es.srt',
        'subtitles/In the café.es.vtt',
        'alignments/In the café.es.srt',
        'alignments/In the café.es.vtt',
        'subtitles/In the café.en.csv',
        'subtitles/In the café.es.csv',
        'alignments/In the café.en-es.csv',
        'alignments/In the café.en-es.tsv',
        `revisions/In the café.en-es.revision-${revision_id}.csv`,
        `revisions/In the café.es.revision-${target.revisions[1].id}.csv`,
        'alignments/bilingual/In the café.en-es.srt',
        ...metadata.subtitles.flatMap(({ files }: { files: { path: string }[] }) =>
          files.map(({ path }) => path),
        ),
      ].sort(),
    );
    expect(target.files).toHaveLength(2);
    expect(target.revisions).toMatchObject([
      { id: revision_id, kind: 'alignment', reason: 'saved', note: 'Before the upload' },
      { kind: 'file', reason: 'upload' },
    ]);
    const revision = files[`revisions/In the café.en-es.revision-${revision_id}.csv`] as Uint8Array;
    expect(strFromU8(revision)).toContain('"Good morning.","Buenos días."');
    expect(strFromU8(files[target.files[0].path] as Uint8Array)).toContain('Otra vez');
  });

  it('is aborted if a text can’t be written', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const url = await prepareUrl({ of: 'video', id: videoId, format: 'zip' });
    let isFirst = true;
    const engine: Engine = {
      ...server.context.engine,
      run: (task, input) => {
        if (!isFirst || task !== 'writeCsv') return server.context.engine.run(task, input);
        isFirst = false;
        return Promise.reject(unavailable('server.busy'));
      },
    };
    const { app } = await startSecondApp(server, [], { engine });
    await expect(app.inject({ url })).rejects.toThrow('destroyed');
    expect((await app.inject({ url })).statusCode).toBe(200);
  });

  it('skips a subtitle that is deleted meanwhile', async () => {
    const { videoId, targetId } = await addAlignedVideo(admin);
    const url = await prepareUrl({ of: 'video', id: videoId, format: 'zip' });
    const deleteTarget = () => admin.try(subtitles.deleteSubtitle, { params: { id: targetId } });
    const engine: Engine = {
      ...server.context.engine,
      run: (task, input) => deleteTarget().then(() => server.context.engine.run(task, input)),
    };
    const { app } = await startSecondApp(server, [], { engine });
    const names = Object.keys(unzipSync((await app.inject({ url })).rawPayload));
    expect(names).toContain('subtitles/In the café.en.csv');
    expect(names).not.toContain('subtitles/In the café.es.csv');
  });

  it('has only metadata without subtitles', async () => {
    const { id } = await addVideo(admin, { title: '...' });
    const response = await get(await prepareUrl({ of: 'video', id, format: 'zip' }));
    expect(Object.keys(unzipSync(response.rawPayload))).toEqual(['video.json']);
    expect(response.headers['content-disposition']).toContain('filename="video.zip"');
    await admin.call(videos.deleteVideo, { params: { id } });
    const body = { of: 'video', id, format: 'zip' };
    expect((await admin.try(subtitles.prepareDownload, { body })).statusCode).toBe(404);
  });
});

it('an uploaded SubStation Alpha file can be downloaded unchanged, and its cues as SubRip', async () => {
  const { videoId } = await addAlignedVideo(admin);
  const times = '0:00:01.00,0:00:02.50';
  const bytes = `[Script Info]\n\n[Events]\nDialogue: 0,${times},Default,,0,0,0,,{\\i1}Bonjour,\\Nvous !\n`;
  const form = await buildForm({ language: 'fr' }, { subtitle_file: { name: 'fr.ass', bytes } });
  const { id, cue_count } = await admin.call(subtitles.uploadSubtitle, { params: { id: videoId }, ...form });
  expect(cue_count).toBe(1);
  const [file] = await admin.call(subtitles.listFiles, { params: { id } });
  expect(file).toMatchObject({ file_name: 'fr.ass', format: 'ass' });
  const { headers, body } = await get(file?.download_url ?? '');
  expect(headers['content-type']).toBe('text/x-ssa; charset=utf-8');
  expect(body).toBe(bytes);
  const { body: srt } = await fetchText({ of: 'subtitle', id, format: 'srt' });
  expect(srt).toBe('1\n00:00:01,000 --> 00:00:02,500\nBonjour,\nvous !\n');
});

describe('a large download', () => {
  it('waits, and is then refused, while two clients at the same address read slowly', async () => {
    const { id: videoId } = await addVideo(admin);
    const cue = `00:00:01,000 --> 00:00:02,000\n${'word '.repeat(390)}\n\n`;
    // More than the system's buffer for a connection.
    const { id } = await addSubtitle(admin, videoId, 'en', cue.repeat(7000));
    const [file] = await admin.call(subtitles.listFiles, { params: { id } });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const openStalledDownload = () =>
      new Promise<Socket>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        onTestFinished(() => void socket.destroy());
        socket.once('data', () => resolve(socket.pause()));
        socket.write(`GET ${file?.download_url} HTTP/1.1\r\nhost: x\r\n\r\n`);
      });
    const [first] = [await openStalledDownload(), await openStalledDownload()];
    const refused = await get(file?.download_url ?? '');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
    const waiting = get(file?.download_url ?? '');
    first.destroy();
    expect((await waiting).statusCode).toBe(200);
    expect((await get(file?.download_url ?? '')).statusCode).toBe(200);
  });
});
