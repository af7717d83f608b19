import { accounts, buildUrl, candidates, type Endpoint, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { hashToken } from '../../features/accounts/login/tokens.ts';
import type { Database } from '../../platform/database/database.ts';
import { ENGLISH_SRT, SPANISH_VTT } from '../fixtures.ts';
import { newYouTubeId } from '../library.ts';
import { GUEST } from './known-fields.ts';

type Input = { params?: Record<string, unknown>; body?: object };

/** Calls an endpoint and returns the body. Throws unless it succeeds. */
async function call(port: number, token: string, endpoint: Endpoint, { params, body }: Input = {}) {
  const isForm = body instanceof FormData;
  const response = await fetch(`http://127.0.0.1:${port}${buildUrl(endpoint.path, params)}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${text}`);
  return text === '' ? {} : JSON.parse(text);
}

const CANDIDATE_STATUSES = ['pending', 'approved', 'approved', 'approved', 'rejected'];
let candidateCount = 0;

async function addCandidates(db: Database): Promise<void> {
  for (const status of CANDIDATE_STATUSES) {
    candidateCount += 1;
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into candidates (youtube_id, title, language, search_keyword, review_status, available_subtitles)
      values (${`s${Date.now().toString(36).slice(-5)}${String(candidateCount % 100_000).padStart(5, '0')}`}, 'A film', 'en', 'short film', ${status},
        '[{"language":"en","kind":"manual","version_key":"en"},{"language":"es","kind":"manual","version_key":"es"}]')
      on conflict do nothing returning id`);
    for (const key of rows.length > 0 ? ['en', 'es'] : []) {
      await db.execute(sql`
        insert into candidate_subtitles (candidate_id, version_key, language, content, format, cue_count, downloaded_content)
        values (${rows[0]?.id}, ${key}, ${key}, ${SPANISH_VTT}, 'vtt', 3, ${SPANISH_VTT})`);
    }
  }
}

function subtitleForm(language: string, text: string): FormData {
  const form = new FormData();
  form.set('language', language);
  form.set('subtitle_file', new Blob([text]), `${language}.srt`);
  return form;
}

/** Creates a user with a known password, session and reset token, and one for administrators to change. */
async function addGuests(db: Database, passwordHash: string): Promise<void> {
  for (const name of [GUEST.username, `guest-${candidateCount}`]) {
    await db.execute(sql`insert into users (username, username_key, email, password_hash)
      values (${name}, ${name}, ${`${name}@example.org`}, ${passwordHash})
      on conflict (username_key) do update set password_hash = ${passwordHash}, disabled_at = null`);
  }
  const guest = sql`(select id from users where username_key = ${GUEST.username})`;
  const inAnHour = sql`now() + interval '1 hour'`;
  await db.execute(sql`insert into sessions (user_id, token_hash, user_agent, expires_at)
    values (${guest}, ${hashToken(GUEST.refresh)}, 'a hostile run', ${inAnHour}) on conflict do nothing`);
  await db.execute(sql`insert into password_resets (user_id, token_hash, email, expires_at)
    values (${guest}, ${hashToken(GUEST.reset)}, ${`${GUEST.username}@example.org`}, ${inAnHour}) on conflict do nothing`);
}

/** Adds one or two rows to each table that requests refer to. */
export async function seedLibrary(
  db: Database,
  port: number,
  { admin, passwordHash }: { admin: string; passwordHash: string },
): Promise<void> {
  const send = (endpoint: Endpoint, input?: Input) => call(port, admin, endpoint, input);
  const addVideo = async (youtube_id: string | null) =>
    (await send(videos.createVideo, { body: { title: 'In the café', original_language: 'en', youtube_id } }))
      .id;

  const id = await addVideo(newYouTubeId());
  await send(subtitles.uploadSubtitle, { params: { id }, body: subtitleForm('en', ENGLISH_SRT) });
  const target = await send(subtitles.uploadSubtitle, {
    params: { id },
    body: subtitleForm('es', SPANISH_VTT),
  });
  const { alignment_id } = await send(subtitles.alignSubtitle, { params: { id: target.id } });
  await send(subtitles.saveRevision, { params: { id: alignment_id }, body: { note: 'x' } });
  const [file] = await send(subtitles.listFiles, { params: { id: target.id } });
  await send(subtitles.openFile, { params: { id: file.id } });
  await addVideo(null);
  await send(videos.deleteVideo, { params: { id: await addVideo(newYouTubeId()) } });

  const name = `seeded ${candidateCount}`;
  await send(accounts.createInvitation, { body: {} });
  await send(subtitles.savePattern, { body: { name, regex: 'o', replacement: '0' } });
  await send(subtitles.saveGlossaryTerm, {
    body: { source_language: 'en', target_language: 'es', term: name, translation: 'x' },
  });
  await send(candidates.saveSearch, { body: { name, settings: { languages: ['en'] } } });
  await addCandidates(db);
  await addGuests(db, passwordHash);
  await db.execute(sql`insert into jobs (kind, subject, payload, status)
    values ('translate', 'alignment:1', '{}', 'completed')`);
}

/** Maximum number of rows by table, so that lists stay short. */
const MAX_ROWS: Record<string, number> = {
  videos: 40,
  candidates: 60,
  users: 150,
  jobs: 200,
  audit_log: 300,
  sessions: 300,
  invitations: 60,
  saved_searches: 30,
  regex_patterns: 60,
  glossary_terms: 100,
  translation_memory: 300,
};

/** Deletes the oldest rows of tables that have more than `MAX_ROWS`. */
export async function trimLibrary(db: Database): Promise<void> {
  for (const [table, max] of Object.entries(MAX_ROWS)) {
    await db.execute(
      sql.raw(
        `delete from ${table} where ${table === 'users' ? `username_key <> '${GUEST.username}' and ` : ''}id <= (select id from ${table} order by id desc offset ${max} limit 1)`,
      ),
    );
  }
}
