import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { subtitles } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { candidateCalls } from './candidate-calls.ts';
import { type Client, signIn } from './client.ts';
import { queryOnce, replaceDatabase } from './databases.ts';
import { addAlignedVideo, addVideo, listSegments } from './library.ts';
import { SECRET, type TestApp } from './start-app.ts';

/** Characters that COPY and JSON escape. */
const SPECIAL_TEXT = 'a\ttab, a \\ and \\., two\r\nlines, \u{1F3AC} «»\u2028 \\N';

/** Adds media to a new hosted video. Returns their bytes by key. */
async function addHostedVideo(
  { context }: Pick<TestApp, 'context'>,
  admin: Client,
  bytes: Buffer = randomBytes(300_000),
): Promise<{ id: number; media: Map<string, Buffer> }> {
  const { id } = await addVideo(admin, { title: SPECIAL_TEXT, youtube_id: null });
  const media = new Map([
    [`videos/${id}/${randomBytes(8).toString('hex')}.mp4`, bytes],
    [`videos/${id}/${randomBytes(8).toString('hex')}.jpg`, randomBytes(4000)],
    [`videos/${id}/${randomBytes(8).toString('hex')}.peaks`, Buffer.alloc(0)],
    [`videos/${id}/${randomBytes(8).toString('hex')}.speech`, randomBytes(200)],
    [`videos/${id}/${randomBytes(8).toString('hex')}.mp3`, randomBytes(300)],
  ]);
  for (const [key, content] of media) await context.storage.put(key, Readable.from([content]));
  const [media_key, thumbnail_key, peaks_key, speech_key, replaced_key] = media.keys();
  await context.db.execute(
    sql`update videos set media_key = ${media_key}, media_type = 'video/mp4', thumbnail_key = ${thumbnail_key},
        peaks_key = ${peaks_key}, speech_key = ${speech_key} where id = ${id}`,
  );
  await context.db.execute(
    sql`insert into replaced_media (video_id, media_key) values (${id}, ${replaced_key})`,
  );
  return { id, media };
}

/** Adds rows to every table that backups include. */
export async function fillInstallation(server: TestApp, media?: Buffer) {
  const { db } = server.context;
  const admin = await signIn(server, 'admin');
  const learner = await signIn(server);
  const hosted = await addHostedVideo(server, admin, media);
  const { alignmentId, targetId } = await addAlignedVideo(admin);
  const [segment] = await listSegments(admin, alignmentId);
  await admin.call(subtitles.updateSegment, {
    params: { id: segment?.id },
    body: { text_target: SPECIAL_TEXT },
  });
  const { revision_id } = await admin.call(subtitles.saveRevision, {
    params: { id: alignmentId },
    body: { note: SPECIAL_TEXT },
  });
  const deleted = await admin.call(subtitles.saveRevision, { params: { id: alignmentId }, body: {} });
  await admin.call(subtitles.deleteRevision, { params: { id: deleted.revision_id } });
  const candidate = await candidateCalls(server, admin).addCandidate({
    title: SPECIAL_TEXT,
    review_notes: SPECIAL_TEXT,
  });
  await db.execute(sql`
    with job as (insert into jobs (kind, subject, payload) values ('never', 'x', '{}') returning id),
    draft as (insert into drafts (revision_id, modified) values (${revision_id}, ${JSON.stringify({ 1: SPECIAL_TEXT })})),
    word as (insert into glossary_terms (source_language, target_language, term, translation) values ('en', 'es', ${SPECIAL_TEXT}, '')),
    pattern as (insert into regex_patterns (name, regex, ignore_case) values (${SPECIAL_TEXT}, 'x', false)),
    memory as (
      insert into translation_memory (source_language, target_language, text_digest, text_original, text_target)
      values ('en', 'es', 'd', ${SPECIAL_TEXT}, '')),
    search as (insert into saved_searches (name, settings, is_daily) values (${SPECIAL_TEXT}, '{"a": [1.50]}', false)),
    version as (
      insert into candidate_subtitles
        (candidate_id, version_key, language, content, format, cue_count, downloaded_content)
      values (${candidate.id}, 'en', 'en', ${SPECIAL_TEXT}, 'vtt', 1, '')),
    quota as (insert into youtube_quota (day, searches) values ('2026-11-21', 3)),
    gate as (insert into caption_gate (id) values (1)),
    app as (insert into totp_secrets (user_id, secret, confirmed_at) values (${learner.id}, ${SPECIAL_TEXT}, now())),
    passkey as (
      insert into passkeys (user_id, name, credential_id, public_key_cose, counter, transports)
      values (${learner.id}, ${SPECIAL_TEXT}, 'c', 'k', 7, array['usb', 'a,"b"'])),
    recovery as (insert into recovery_codes (user_id, code_hash) values (${learner.id}, 'h')),
    identity as (insert into identities (user_id, issuer, subject) values (${learner.id}, 'https://x', 'y')),
    reset as (
      insert into password_resets (token_hash, user_id, email, expires_at) values ('h', ${learner.id}, 'x@y', 'infinity')),
    verification as (
      insert into email_verifications (token_hash, user_id, email, expires_at)
      values ('h', ${learner.id}, 'x@y', 'infinity')),
    invitation as (insert into invitations (token_hash, group_name, uses_left, expires_at) values ('h', '', 3, now())),
    language as (insert into practice_languages (user_id, language) values (${learner.id}, 'es')),
    entry as (insert into audit_log (username, event, action, summary, target) values ('x', 'z', 'y', ${SPECIAL_TEXT}, '')),
    place as (
      insert into progress (user_id, video_id, alignment_id, start_ms, last_segment)
      select ${learner.id}, ${hosted.id}, ${alignmentId}, 1234567890123, 2),
    attempt as (
      insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what, length_ratio)
      values (${learner.id}, '2026-11-21', gen_random_uuid(), ${hosted.id}, 1, 9007199254740991, 'said', 1.1)),
    practised as (
      insert into practised_lines (user_id, video_id, text_hash, start_ms)
      values (${learner.id}, ${hosted.id}, 9007199254740991, 1)),
    remembered as (
      insert into remembered_lines (user_id, video_id, text_hash, start_ms, line_ms, text, starred)
      values (${learner.id}, ${hosted.id}, 9007199254740991, 1, 1, ${SPECIAL_TEXT}, true)),
    card as (
      insert into cards (user_id, video_id, text_hash, start_ms, skill, version, due_day, stability, difficulty, reps, lapses,
        first_day, last_day, last_at, last_grade)
      values (${learner.id}, ${hosted.id}, 9007199254740991, 1, 'say', 1, 20781, 2.3065, 1.5, 1, 0, 20778, 20778, now(), 'good')),
    review as (
      insert into reviews (user_id, video_id, text_hash, start_ms, at, id, skill, grade, utc_offset, first_hearing, accuracy)
      values (${learner.id}, ${hosted.id}, 9007199254740991, 1, '2026-11-21', gen_random_uuid(), 'say', 'good', 60, false, 0.3)),
    hint as (
      insert into hinted_lines (user_id, video_id, text_hash, start_ms, last_take_at, last_hint_at)
      values (${learner.id}, ${hosted.id}, 9007199254740991, 1, '2026-11-21', '2026-11-20')),
    report as (
      insert into line_reports (user_id, video_id, start_ms, end_ms, text_hash, text, kind)
      values (${learner.id}, ${hosted.id}, 1, 2, 3, ${SPECIAL_TEXT}, 'wrong_text')),
    proposal as (
      insert into cut_proposals (segment_id, alignment_id, start_ms, end_ms, is_sure, from_start_ms, from_end_ms)
      values (${segment?.id}, ${alignmentId}, 1, 2, true, 3, 4))
    select 1`);
  return { admin, learner, media: hosted.media, videoId: hosted.id, alignmentId, targetId };
}

/** Creates an empty or migrated database, and a data folder. */
export async function createInstallation(template?: 'template') {
  const postgres = inject('postgresUrl');
  const name = `installation_${randomBytes(6).toString('hex')}`;
  await queryOnce(postgres, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ''}`);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-installation-'));
  const remove = async () => {
    await rm(dataDir, { recursive: true, force: true });
    await queryOnce(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { databaseUrl: replaceDatabase(postgres, name), dataDir, remove };
}

/** Creates an installation that is removed when the test ends. */
export async function emptyInstallation(template?: 'template') {
  const { databaseUrl, dataDir, remove } = await createInstallation(template);
  onTestFinished(remove);
  return { databaseUrl, dataDir };
}

/** Builds the configuration for the commands of an installation. */
export const buildConfig = (
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  settings: Record<string, string> = {},
) =>
  readConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: SECRET,
    DATA_DIR: dataDir,
    ...(!settings.S3_ENDPOINT && { MEDIA_DIR: path.join(dataDir, 'media') }),
    ...settings,
  });

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Reads all rows of all tables, as sorted texts. */
export const readRows = (url: string): Promise<Record<string, string[]>> =>
  withClient(url, async (client) => {
    await client.query("SET TimeZone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const rowsByTable: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT to_jsonb(rows)::text AS row FROM "${name}" AS rows ORDER BY 1`,
      );
      rowsByTable[name] = rows.map(({ row }) => row);
    }
    return rowsByTable;
  });

/** Reads the bytes of each key; null if it isn't stored. */
export async function readStoredMedia(
  storage: Pick<Storage, 'read' | 'size'>,
  keys: Iterable<string>,
): Promise<Map<string, Buffer | null>> {
  const contents = new Map<string, Buffer | null>();
  for (const key of keys) {
    const chunks: Buffer[] = [];
    if ((await storage.size(key)) === null) {
      contents.set(key, null);
      continue;
    }
    for await (const chunk of await storage.read(key)) chunks.push(chunk);
    contents.set(key, Buffer.concat(chunks));
  }
  return contents;
}
