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

type Output<E extends Endpoint> = E extends { response: infer S extends Schema }
  ? S['_zod']['output']
  : undefined;
type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: object;
  form?: FormData;
};

/** Maximum wait before a retry, longer than a busy server's Retry-After. */
const MAX_WAIT_S = 5;

/** Returns a function that calls the contract's endpoints over HTTP. */
export function createApi(url: string, token?: string) {
  return async function call<E extends Endpoint>(
    endpoint: E,
    { params, query, body, form }: Input = {},
  ): Promise<Output<E>> {
    const send = () =>
      fetch(url + buildUrl(endpoint.path, params, query), {
        method: endpoint.method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        body: form ?? (body ? JSON.stringify(body) : null),
      });
    let response = await send();
    // Hashing passwords is slow on a busy machine, and the server rejects calls that would wait long.
    while (response.status === 503) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
      if (seconds > MAX_WAIT_S) break;
      await sleep(seconds * 1000);
      response = await send();
    }
    if (!response.ok)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${await response.text()}`);
    return (endpoint.response ? await response.json() : undefined) as Output<E>;
  };
}

export type Api = ReturnType<typeof createApi>;
export type Account = { username: string; password: string };

let accountCount = 0;

/** Returns credentials of an account that doesn't exist yet. */
export function newAccount(): Account {
  accountCount += 1;
  return { username: `learner-${process.pid}-${accountCount}`, password: 'correct horse 9' };
}

export async function createLearner(url: string, email?: string): Promise<Account> {
  const account = newAccount();
  await createApi(url)(accounts.register, { body: { ...account, ...(email && { email }) } });
  return account;
}

export const logInForTokens = (url: string, account: Account) =>
  createApi(url)(accounts.login, { body: account });

export const apiAs = async (url: string, account: Account): Promise<Api> =>
  createApi(url, (await logInForTokens(url, account)).access);

/** Creates a learner whose progress in a video is at this segment, counted from 1. */
export async function createLearnerAt(
  url: string,
  videoId: number,
  segment: number,
  player: Partial<PlayerSettings> = {},
): Promise<Account> {
  const account = await createLearner(url);
  const api = await apiAs(url, account);
  await api(practice.saveProgress, { body: { video_id: videoId, last_segment: segment - 1 } });
  await api(accounts.updatePreferences, { body: { player } });
  return account;
}

/** Creates another administrator's account. */
export async function createAdmin(url: string): Promise<Account> {
  const account = await createLearner(url);
  const admin = await adminApi(url);
  const { results } = await admin(accounts.listUsers, { query: { q: account.username } });
  const params = { id: results.find(({ username }) => username === account.username)?.id };
  await admin(accounts.updateUser, { params, body: { is_admin: true } });
  return account;
}

export const adminApi = (url: string): Promise<Api> => apiAs(url, ADMIN);

async function buildFileForm(
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

/** The demo's English clip with Spanish subtitles. */
export const ENGLISH_CLIP: Clip = {
  slug: 'a-cat-called-biscuit',
  title: 'A Cat Called Biscuit',
  language: 'en',
  original: 'en.srt',
  targets: [['es', 'es.srt']],
};

/** The English clip with more translations: one is right to left, one has no spaces. */
export const MULTILINGUAL: Clip = {
  ...ENGLISH_CLIP,
  title: 'Many tongues',
  targets: [
    ['ar', 'ar.vtt'],
    ['ja', 'ja.srt'],
    ['es', 'es.srt'],
  ],
};

/** Adds a clip with its subtitles: as a hosted video, or as a YouTube video. */
export async function addClip(
  admin: Api,
  clip: Clip,
  source: 'hosted' | 'youtube' = 'hosted',
): Promise<number> {
  // Each YouTube video can be added only once; the double plays any.
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
    const form = await buildFileForm('media_file', clipFile(clip.slug, 'clip.mp4'));
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
      form: await buildFileForm('subtitle_file', clipFile(clip.slug, file), { language }),
    });
  await upload(clip.language, clip.original);
  for (const [language, file] of clip.targets) {
    const target = await upload(language, file);
    await admin(subtitles.alignSubtitle, { params: { id: target.id } });
  }
  return id;
}

/** Uploads a video's subtitles in two languages, and aligns them. Returns the alignment's id. */
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

/** Adds a line to a video, so that learners can see it in the list. */
export async function addLine(admin: Api, { id, original_language }: videos.Video): Promise<void> {
  const line = '1\n00:00:01,000 --> 00:00:02,000\nHello.\n';
  await alignTexts(admin, id, [original_language, line], ['de', line]);
}

export async function fetchSubtitle(
  admin: Api,
  videoId: number,
  language = 'es',
): Promise<subtitles.Subtitle> {
  const { results } = await admin(subtitles.listSubtitles, { params: { id: videoId } });
  const subtitle = results.find((subtitle) => subtitle.language === language);
  if (!subtitle) throw new Error(`video ${videoId} has no subtitle in ${language}`);
  return subtitle;
}

/** Fetches the segments of a video's alignment with a language. */
export async function fetchSegments(
  admin: Api,
  videoId: number,
  language = 'es',
): Promise<subtitles.Segment[]> {
  const { alignment_id } = await fetchSubtitle(admin, videoId, language);
  return (await admin(subtitles.listSegments, {
    params: { id: alignment_id },
    query: { all: true },
  })) as subtitles.Segment[];
}
