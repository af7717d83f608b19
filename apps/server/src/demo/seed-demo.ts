import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { accountStore, createAccount, hashPassword } from '../features/accounts/index.ts';
import { alignSubtitle, uploadSubtitle } from '../features/subtitles/index.ts';
import { readMediaFacts, videoStore } from '../features/videos/index.ts';
import { ownFile } from '../own-files.ts';

const CLIPS = ownFile('../../demo/clips');

/** Passwords can be public: by default the demo only listens on this machine, and it has no personal data. */
export const DEMO_ACCOUNTS = [
  { username: 'learner', password: 'say-it-back', is_admin: false },
  { username: 'admin', password: 'say-it-back-admin', is_admin: true },
] as const;

const clipFile = z.object({
  title: z.string(),
  description: z.string(),
  original_language: z.string(),
  country: z.string().nullable(),
  media: z.string(),
  poster: z.string(),
  subtitles: z.array(z.object({ language: z.string(), file: z.string() })),
});

/** Creates the demo's accounts and videos, unless they exist. */
export async function seedDemo(context: Context): Promise<void> {
  const accounts = accountStore(context.db);
  if (await accounts.findByUsername(DEMO_ACCOUNTS[0].username)) return;
  for (const slug of (await readdir(CLIPS)).sort()) await addClip(context, path.join(CLIPS, slug));
  for (const account of DEMO_ACCOUNTS) {
    const { id } = await createAccount(accounts, account, hashPassword);
    await accounts.updateUser(id, { native_language: 'en' });
    await accounts.addPracticeLanguage(id, 'es');
  }
}

async function addClip({ db, engine, storage, prober }: Context, folder: string): Promise<void> {
  const clip = clipFile.parse(JSON.parse(await readFile(path.join(folder, 'clip.json'), 'utf8')));
  const { title, description, original_language, country } = clip;
  const store = videoStore(db);
  const { id } = await store.add({
    title,
    description,
    original_language,
    country,
    youtube_id: null,
    published: true,
  });

  const media_key = `videos/${id}/${clip.media}`;
  const thumbnail_key = `videos/${id}/${clip.poster}`;
  const size = await storage.put(media_key, createReadStream(path.join(folder, clip.media)));
  const facts = await readMediaFacts({ prober }, media_key, size);
  await storage.put(thumbnail_key, createReadStream(path.join(folder, clip.poster)));
  await store.update(id, { media_key, thumbnail_key, media_type: 'video/mp4', ...facts });

  for (const { language, file } of clip.subtitles) {
    const bytes = await readFile(path.join(folder, file));
    const subtitle = await uploadSubtitle(
      { db, engine },
      { videoId: id, language, file: { name: file, bytes } },
    );
    if (!subtitle.is_original) await alignSubtitle({ db, engine }, subtitle.id);
  }
}
