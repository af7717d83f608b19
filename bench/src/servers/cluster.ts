import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, subtitles } from '@sayback/contract';
import getPort from 'get-port';
import { openEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import {
  startLibreTranslate,
  type TranslationService,
} from '../../../apps/server/src/testing/doubles/translation-services.ts';
import { ensureNginx, type Nginx, startNginx } from '../../../apps/server/src/testing/processes/nginx.ts';
import { addClip, adminApi, apiOf, ENGLISH_CLIP, newAccount, subtitleOf } from '../../../e2e/support/api.ts';
import { type SaybackServer, startSayback } from '../../../e2e/support/sayback-server.ts';

/** Servers on one PostgreSQL behind nginx, a video to practise with, and learners who are signed in. */
export type Cluster = {
  servers: SaybackServer[];
  nginx: Nginx;
  translation: TranslationService;
  /** The administrator's token. */
  admin: string;
  tokens: string[];
  practised: { videoId: number; alignmentId: number; segments: number };
  close: () => Promise<void>;
};

export const portOf = ({ url }: SaybackServer) => Number(new URL(url).port);

/** Starts several servers, on a durable database of their own. Throws if nginx isn't available. */
export async function startCluster(count: number, learners: number): Promise<Cluster> {
  if (!(await ensureNginx())) throw new Error('the bench needs nginx: install it, or run as root on Debian');
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-servers-'));
  const database = await openEmbedded({ dataDir: folder, log: () => undefined });
  const translation = await startLibreTranslate();
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret of the bench, long enough',
    MEDIA_DIR: path.join(folder, 'media'),
    TRUST_PROXY: '127.0.0.1',
    TRANSLATION_PROVIDER: 'libretranslate',
    TRANSLATION_URL: translation.url,
  };
  const servers: SaybackServer[] = [];
  for (let n = 0; n < count; n += 1) servers.push(await startSayback(settings));
  const nginx = await startNginx(await getPort({ host: '127.0.0.1' }), servers.map(portOf));

  const admin = await adminApi(nginx.url);
  const videoId = await addClip(admin, ENGLISH_CLIP);
  const { alignment_id } = await subtitleOf(admin, videoId);
  const alignmentId = alignment_id as number;
  const segments = (await admin(subtitles.listSegments, {
    params: { id: alignmentId },
    query: { all: true },
  })) as subtitles.Segment[];
  const signIn = async () => {
    const account = newAccount();
    await apiOf(nginx.url)(accounts.register, { body: account });
    return (await apiOf(nginx.url)(accounts.login, { body: account })).access;
  };
  const tokens: string[] = [];
  for (let n = 0; n < learners; n += 1) tokens.push(await signIn());

  return {
    servers,
    nginx,
    translation,
    admin: (
      await apiOf(nginx.url)(accounts.login, { body: { username: 'admin', password: 'correct horse 9' } })
    ).access,
    tokens,
    practised: { videoId, alignmentId, segments: segments.length },
    close: async () => {
      await nginx.stop();
      await Promise.all(servers.map((server) => server.stop()));
      await translation.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
