import { buildUrl, subtitles } from '@sayback/contract';
import { afterAll, expect, it } from 'vitest';
import { buildForm, signIn } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { ENGLISH_SRT } from '../testing/fixtures.ts';
import { addVideo } from '../testing/library.ts';
import { withServer } from '../testing/with-server.ts';
import { openEngine } from './engine.ts';

const engine = openEngine(new URL('../testing/hungry-tasks.ts', import.meta.url));
const { server, admin } = await withServer({}, [], { engine });
afterAll(() => engine.close());

const createUpload = async (text: string) => {
  const { id } = await addVideo(admin);
  const form = await buildForm(
    { language: 'en' },
    { subtitle_file: { name: 'a.srt', bytes: Buffer.from(text) } },
  );
  return { params: { id }, ...form };
};

it('an upload that never finishes doesn’t delay others, and frees its thread when its client disconnects', async () => {
  const otherAdmin = await signIn(server, 'admin');
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { params, body, headers } = await createUpload('endless');
  const controller = new AbortController();
  const endless = fetch(`${url}${buildUrl(subtitles.uploadSubtitle.path, params)}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
    body: new Uint8Array(body),
    signal: controller.signal,
  }).catch((error: Error) => error.name);
  await eventually(() => expect(engine.load().threads).toBe(1));

  expect(await otherAdmin.call(subtitles.uploadSubtitle, await createUpload(ENGLISH_SRT))).toMatchObject({
    problems: [],
  });
  controller.abort();
  expect(await endless).toBe('AbortError');
  expect(await admin.call(subtitles.uploadSubtitle, await createUpload(ENGLISH_SRT))).toMatchObject({
    problems: [],
  });
});

it('an upload that exhausts the memory gets a 400, and the next one succeeds', async () => {
  const response = await admin.try(subtitles.uploadSubtitle, await createUpload('hungry'));
  expect(response.statusCode).toBe(400);
  expect(response.json().detail).toMatch(/^This takes more time or memory/);
  expect(await admin.call(subtitles.uploadSubtitle, await createUpload(ENGLISH_SRT))).toMatchObject({
    problems: [],
  });
});
