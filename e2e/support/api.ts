import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  accounts,
  buildUrl,
  type Endpoint,
  type PlayerSettings,
  practice,
  type Schema,
  subtitles,
  videos,
} from '@sayback/contract';
import { ADMIN } from './sayback-server.ts';

const CLIPS = new URL('../../demo/clips/', import.meta.url);

export const clipFile = (slug: string, name: string) => fileURLToPath(new URL(`${slug}/${name}`, CLIPS));

type Answer<E extends Endpoint> = E extends { response: infer S extends Schema }
  ? S['_zod']['output']
  : undefined;
type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  form?: FormData;
};

/** Maximum wait, longer than a busy server's Retry-After. */
const MAX_WAIT_S = 5;

/** Calls of the contract over HTTP, to set up a test. */
export function createApi(url: string, token?: string) {
  return async function call<E extends Endpoint>(
    declared: E,
    { params, query, body, form }: Input = {},
  ): Promise<Answer<E>> {
    const send = () =>
      fetch(url + buildUrl(declared.path, params, query), {
        method: declared.method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        body: form ?? (body ? JSON.stringify(body) : null),
      });
    let answer = await send();
    // A busy machine hashes passwords slowly, and the server refuses calls that would wait long.
    while (answer.status === 503) {
      const seconds = Number(answer.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
      if (seconds > MAX_WAIT_S) break;
      await sleep(seconds * 1000);
      answer = await send();
    }
    if (!answer.ok)
      throw new Error(`${declared.method} ${declared.path}: ${answer.status} ${await answer.text()}`);
    return (declared.response ? await answer.json() : undefined) as Answer<E>;
  };
}

export type Api = ReturnType<typeof createApi>;
export type Account = { username: string; password: string };

let people = 0;

/** Credentials of an unused account. */
export function newAccount(): Account {
  people += 1;
  return { username: `learner-${process.pid}-${people}`, password: 'correct horse 9' };
}

export async function makeLearner(url: string, email?: string): Promise<Account> {
  const account = newAccount();
  await createApi(url)(accounts.register, { body: { ...account, ...(email && { email }) } });
  return account;
}

export const logInForTokens = (url: string, account: Account) =>
  createApi(url)(accounts.login, { body: account });

export const apiAs = async (url: string, account: Account): Promise<Api> =>
  createApi(url, (await logInForTokens(url, account)).access);

/** Creates a learner at a segment of a video, counted from 1, with these player settings. */
export async function makeLearnerAt(
  url: string,
  videoId: number,
  segment: number,
  player: Partial<PlayerSettings> = {},
): Promise<Account> {
  const account = await makeLearner(url);
  const api = await apiAs(url, account);
  await api(practice.saveProgress, { body: { video_id: videoId, last_segment: segment - 1 } });
  await api(accounts.updatePreferences, { body: { player } });
  return account;
}

/** Creates another administrator's account. */
export async function makeAdmin(url: string): Promise<Account> {
  const account = await makeLearner(url);
  const admin = await adminApi(url);
  const { results } = await admin(accounts.listUsers, { query: { q: account.username } });
  const params = { id: results.find(({ username }) => username === account.username)?.id };
  await admin(accounts.updateUser, { params, body: { is_admin: true } });
  return account;
}

export const adminApi = (url: string): Promise<Api> => apiAs(url, ADMIN);

async function formOfFile(
  field: string,
  file: string,
  fields: Record<string, string> = {},
): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([new Uint8Array(await readFile(file))]), file.split('/').at(-1));
  return form;
}

type Clip = {
  slug: string;
  title: string;
  language: string;
  targets: [language: string, file: string][];
  original: string;
};

/** The English clip of the demo, aligned with Spanish. */
export const ENGLISH_CLIP: Clip = {
  slug: 'a-cat-called-biscuit',
  title: 'A Cat Called Biscuit',
  language: 'en',
  original: 'en.srt',
  targets: [['es', 'es.srt']],
};

/** The English clip with a right-to-left translation, and one without spaces. */
export const MULTILINGUAL: Clip = {
  ...ENGLISH_CLIP,
  title: 'Many tongues',
  targets: [
    ['ar', 'ar.vtt'],
    ['ja', 'ja.srt'],
    ['es', 'es.srt'],
  ],
};

/** Adds a clip as an administrator: hosted, or playing a YouTube video of the same script. */
export async function addClip(
  admin: Api,
  clip: Clip,
  source: 'hosted' | 'youtube' = 'hosted',
): Promise<number> {
  // Each YouTube video may be added once; the double plays any.
  const youtube_id = source === 'youtube' ? randomBytes(8).toString('base64url') : undefined;
  const { id } = await admin(videos.createVideo, {
    body: {
      title: clip.title,
      description: 'A clip to practise with.',
      original_language: clip.language,
      youtube_id,
    },
  });
  if (!youtube_id) {
    const form = await formOfFile('media_file', clipFile(clip.slug, 'clip.mp4'));
    form.set(
      'thumbnail_file',
      new Blob([new Uint8Array(await readFile(clipFile(clip.slug, 'poster.jpg')))]),
      'poster.jpg',
    );
    await admin(videos.uploadMedia, { params: { id }, form });
  }
  const upload = async (language: string, file: string) =>
    admin(subtitles.uploadSubtitle, {
      params: { id },
      form: await formOfFile('subtitle_file', clipFile(clip.slug, file), { language }),
    });
  await upload(clip.language, clip.original);
  for (const [language, file] of clip.targets) {
    const target = await upload(language, file);
    await admin(subtitles.alignSubtitle, { params: { id: target.id } });
  }
  return id;
}

/** Uploads subtitles of a video in two languages, as SubRip, and aligns them. */
export async function alignTexts(
  admin: Api,
  id: number,
  original: [language: string, srt: string],
  target: [language: string, srt: string],
): Promise<number | null> {
  const upload = async ([language, srt]: [string, string]) => {
    const form = new FormData();
    form.set('language', language);
    form.set('subtitle_file', new Blob([srt]), `${language}.srt`);
    return admin(subtitles.uploadSubtitle, { params: { id }, form });
  };
  await upload(original);
  const translation = await upload(target);
  return (await admin(subtitles.alignSubtitle, { params: { id: translation.id } })).alignment_id;
}

/** Adds a line to a video, so that learners find it in their list. */
export async function addLine(admin: Api, { id, original_language }: videos.Video): Promise<void> {
  const line = '1\n00:00:01,000 --> 00:00:02,000\nHello.\n';
  await alignTexts(admin, id, [original_language, line], ['de', line]);
}

export async function subtitleOf(admin: Api, videoId: number, language = 'es'): Promise<subtitles.Subtitle> {
  const { results } = await admin(subtitles.listSubtitles, { params: { id: videoId } });
  const match = results.find((subtitle) => subtitle.language === language);
  if (!match) throw new Error(`video ${videoId} has no subtitle in ${language}`);
  return match;
}

/** The segments of a video's alignment with a language. */
export async function segmentsOf(admin: Api, videoId: number, language = 'es'): Promise<subtitles.Segment[]> {
  const { alignment_id } = await subtitleOf(admin, videoId, language);
  return (await admin(subtitles.listSegments, {
    params: { id: alignment_id },
    query: { all: true },
  })) as subtitles.Segment[];
}
