import { gzipSync } from 'node:zlib';
import { subtitles, videos } from '@sayback/contract';
import { describe, expect, it } from 'vitest';
import { buildForm } from '../testing/client.ts';
import { hasFfmpeg, toneClip } from '../testing/clip.ts';
import { ENGLISH_SRT, silentMp3 } from '../testing/fixtures.ts';
import { addSubtitle, addVideo, listSegments } from '../testing/library.ts';
import { withServer } from '../testing/with-server.ts';

// Created before the server starts, since creating it blocks the thread.
const CLIP = hasFfmpeg ? await toneClip() : null;
const { server, admin } = await withServer({}, [], { frames: { extractFrame: async () => null } });

const SCRIPT = '<script>alert(document.domain)</script>';
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
const JPEG_HEAD = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
const bytes = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

async function sendMedia(files: Record<string, { name: string; bytes: Buffer }>) {
  const { id } = await addVideo(admin, { youtube_id: null });
  return admin.try(videos.uploadMedia, { params: { id }, ...(await buildForm({}, files)) });
}

describe('a form', () => {
  it('is rejected by an endpoint for JSON', async () => {
    const { id } = await addVideo(admin);
    const form = await buildForm({ title: 'Another title' });
    const sent = { params: { id }, body: form.body, headers: form.headers };
    expect((await admin.try(videos.updateVideo, sent)).statusCode).toBe(415);
  });

  it('is rejected if its boundary is too long', async () => {
    const { id } = await addVideo(admin, { youtube_id: null });
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: `/api/videos/${id}/media/`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}`,
      },
      payload: 'x',
    });
    expect(statusCode).toBe(400);
  });
});

describe('a polyglot media file', () => {
  it.each([
    ['a page', bytes(`<!doctype html>${SCRIPT}`, MP4_HEAD)],
    ['a drawing', bytes(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
    ['a GIF and a script', bytes('GIF89a/*', MP4_HEAD, '*/=1;alert(1)')],
    ['a document', bytes('%PDF-1.7\n', silentMp3())],
    ['an archive', bytes('PK\x03\x04', silentMp3())],
    ['a list of addresses', bytes('#EXTM3U\n#EXTINF:1,\nhttp://169.254.169.254/latest/meta-data\n')],
    ['a list of files', bytes('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['an MP4 with nothing to play', bytes(MP4_HEAD, `<!doctype html>${SCRIPT}`)],
    ['packed zeros', gzipSync(Buffer.alloc(1_000_000))],
  ])('is rejected if it starts as %s', async (_, content) => {
    const response = await sendMedia({ media_file: { name: 'clip.mp4', bytes: content } });
    expect(response.statusCode).toBe(415);
    expect(await server.context.storage.list('videos')).toEqual([]);
  });

  const polyglots: [string, Buffer, string][] = [
    ['an MP3', bytes(silentMp3(), `<!doctype html>${SCRIPT}`), 'audio/mpeg'],
  ];
  if (CLIP) polyglots.push(['an MP4', bytes(CLIP, `<!doctype html>${SCRIPT}`), 'video/mp4']);

  it.each(polyglots)(
    'is served as %s if it starts as one, and can’t run scripts',
    async (_, content, type) => {
      const response = await sendMedia({ media_file: { name: 'page.html', bytes: content } });
      expect(response.statusCode).toBe(201);
      const { headers } = await server.app.inject({ url: response.json().media_url });
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      });
      await admin.call(videos.deleteVideo, { params: { id: response.json().id } });
    },
  );

  it('is rejected as a thumbnail if it starts as SVG, and served as JPEG if it starts as one', async () => {
    const media_file = { name: 'clip.mp3', bytes: silentMp3() };
    const drawing = {
      name: 'a.jpg',
      bytes: bytes(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    };
    expect((await sendMedia({ media_file, thumbnail_file: drawing })).statusCode).toBe(415);
    const picture = { name: 'a.svg', bytes: bytes(JPEG_HEAD, SCRIPT) };
    const response = await sendMedia({ media_file, thumbnail_file: picture });
    const { headers } = await server.app.inject({ url: response.json().thumbnail_url });
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  });
});

describe('compressed input', () => {
  it.each(['gzip', 'deflate', 'br', 'gzip, gzip'])(
    'a body compressed with %s is rejected, never decompressed',
    async (coding) => {
      const headers = { authorization: `Bearer ${admin.token}`, 'content-encoding': coding };
      const body = gzipSync(Buffer.from(JSON.stringify({ title: 'x', original_language: 'en' })));
      const jsonResponse = await server.app.inject({
        method: 'POST',
        url: videos.createVideo.path,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: body,
      });
      expect([jsonResponse.statusCode, jsonResponse.json()]).toEqual([415, { detail: expect.any(String) }]);
      const { id } = await addVideo(admin);
      const form = await buildForm(
        { language: 'en' },
        { subtitle_file: { name: 'a.srt', bytes: ENGLISH_SRT } },
      );
      const formResponse = await admin.try(subtitles.uploadSubtitle, {
        params: { id },
        body: gzipSync(form.body),
        headers: { ...headers, ...form.headers },
      });
      expect(formResponse.statusCode).toBe(415);
    },
  );

  it('a compressed file is not read as a subtitle', async () => {
    const { id } = await addVideo(admin);
    const form = await buildForm(
      { language: 'en' },
      { subtitle_file: { name: 'a.srt.gz', bytes: gzipSync(ENGLISH_SRT) } },
    );
    expect((await admin.try(subtitles.uploadSubtitle, { params: { id }, ...form })).statusCode).toBe(400);
  });
});

describe('an uploaded file’s name', () => {
  /** Writes the form manually, since browsers escape special characters in names. */
  async function uploadAs(fileName: string | Buffer) {
    const { id } = await addVideo(admin);
    const body = bytes(
      '--b\r\nContent-Disposition: form-data; name="language"\r\n\r\nen\r\n--b\r\n',
      'Content-Disposition: form-data; name="subtitle_file"; filename="',
      fileName,
      `"\r\n\r\n${ENGLISH_SRT}\r\n--b--\r\n`,
    );
    const uploaded = await admin.try(subtitles.uploadSubtitle, {
      params: { id },
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    if (uploaded.statusCode >= 300) return null;
    const [file] = await admin.call(subtitles.listFiles, { params: { id: uploaded.json().id } });
    const download = await server.app.inject({ url: file?.download_url ?? '' });
    expect(download.statusCode).toBe(200);
    return { name: String(file?.file_name), disposition: String(download.headers['content-disposition']) };
  }

  it.each([
    ['folders', '../../../etc/passwd', 'passwd'],
    ['folders of Windows', 'C:\\\\windows\\\\evil.srt', 'evil.srt'],
    ['a quotation mark', 'a\\".html; filename=evil.exe', 'a'],
    ['an escaped line break', 'a%0d%0aSet-Cookie: x=1.srt', 'a'],
    ['a right-to-left override', 'a\u202etrs.exe', 'a'],
    ['markup', '<img src=x onerror=alert(1)>.srt', '<img'],
    ['10,000 characters', `${'é'.repeat(10_000)}.srt`, 'é'],
    ['a name of JavaScript’s', '__proto__', '__proto__'],
  ])('an uploaded file name with %s gives an unambiguous header', async (_, name, beginning) => {
    const stored = await uploadAs(name);
    expect(stored?.name.startsWith(beginning)).toBe(true);
    expect(stored?.name.length).toBeLessThanOrEqual(255);
    expect(stored?.disposition).toMatch(
      /^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/,
    );
    const downloadName = decodeURIComponent(String(stored?.disposition.split("''")[1]));
    expect(downloadName).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });

  it('a line break or NUL in a file name can’t inject a header', async () => {
    for (const name of ['a\r\nContent-Type: text/html\r\n\r\n<script>', 'a\0b.srt']) {
      const stored = await uploadAs(name);
      expect(stored?.disposition ?? '').not.toMatch(/[\r\n\0]/);
    }
  });
});

describe('markup in a subtitle', () => {
  it('is stored as text, never as HTML', async () => {
    const { id } = await addVideo(admin);
    const lines = [
      SCRIPT,
      '<img src=x onerror=alert(1)>',
      '<style>*{display:none}</style>',
      'javascript:alert(1)',
    ];
    const srt = lines.map((line, n) => `${n + 1}\n00:00:0${n},000 --> 00:00:0${n},900\n${line}\n`).join('\n');
    await addSubtitle(admin, id, 'en', srt);
    const target = await addSubtitle(admin, id, 'es', srt);
    const { alignment_id } = await admin.call(subtitles.alignSubtitle, { params: { id: target.id } });
    const response = await admin.try(subtitles.listSegments, {
      params: { id: alignment_id },
      query: { all: true },
    });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(
      (await listSegments(admin, alignment_id)).map((segment) => segment.text_original).join('\n'),
    ).toContain('alert(1)');
  });
});
