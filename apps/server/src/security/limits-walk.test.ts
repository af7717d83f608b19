import type { AddressInfo } from 'node:net';
import { getRowLimits } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../features/accounts/passwords/password.ts';
import { createCaptionsDouble } from '../testing/doubles/captions-double.ts';
import { startLibreTranslate } from '../testing/doubles/translation-services.ts';
import { startDataApi } from '../testing/doubles/youtube/data-api-double.ts';
import { eventually } from '../testing/eventually.ts';
import { GUEST } from '../testing/hostile/known-fields.ts';
import { createLibraryIds } from '../testing/hostile/library-ids.ts';
import { makeValidRequest } from '../testing/hostile/make-request.ts';
import { randomFrom } from '../testing/hostile/random.ts';
import { ENDPOINTS } from '../testing/hostile/run-hostile.ts';
import { seedLibrary } from '../testing/hostile/seed-library.ts';
import { openTestUsers } from '../testing/hostile/test-users.ts';
import { withServer } from '../testing/with-server.ts';

const SEED = 20_261_124;
const ATTEMPTS = 8;

const [dataApi, translation] = await Promise.all([startDataApi(), startLibreTranslate()]);
afterAll(() => Promise.all([dataApi.close(), translation.close()]));
const { server, admin } = await withServer(
  {
    RATE_LIMIT_FACTOR: '1000',
    YOUTUBE_API_KEY: 'a key',
    YOUTUBE_API_URL: dataApi.url,
    TRANSLATION_PROVIDER: 'libretranslate',
    TRANSLATION_URL: translation.url,
  },
  [],
  { captions: createCaptionsDouble(), frames: { extractFrame: async () => null }, sound: null },
);
const { db } = server.context;

/** Tables whose number of rows is bounded by their parents, whoever creates them, or otherwise for rows of a single call. */
const BOUNDED_BY_OTHERS: Record<string, string> = {
  subtitles: 'one a video and language',
  alignments: 'one a subtitle',
  segments: 'those of two files: ROWS.segments where they are inserted',
  cut_proposals: 'one a segment',
  drafts: 'one a revision',
  video_counts: 'one for all',
  video_search_texts: 'one a video',
  candidate_subtitles: 'one a candidate and version',
  trash: 'one for each deleted row, for 30 days',
  trashed_rows: 'those of what was deleted',
  replaced_media: 'one for each upload, for 30 days',
  translation_memory: 'one a text that was translated',
  practice_languages: 'one an account and language',
  progress: 'one an account and video',
  practised_lines: 'one an account and line',
  'practice.saveReviews remembered_lines': 'one a review at most',
  cards: 'two an account and line',
  totp_secrets: 'one an account',
  recovery_codes: 'ten an account',
  youtube_quota: 'one a day',
  caption_gate: 'one for all',
  rate_limits: 'one for each limit and caller, until it runs out',
};

/** Records the table of each inserted row, even if it is deleted again. */
async function noteInserts(): Promise<void> {
  await db.execute(sql.raw('create table noted_inserts (name text)'));
  await db.execute(
    sql.raw(`create function note_insert() returns trigger language plpgsql as
      $$ begin insert into noted_inserts values (tg_argv[0]); return null; end $$`),
  );
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'noted_inserts'`);
  for (const { name } of rows) {
    await db.execute(
      sql.raw(
        `create trigger note after insert on "${name}" for each row execute function note_insert('${name}')`,
      ),
    );
  }
}

async function takeNoted(): Promise<string[]> {
  // Also count rows created by a job that the call started.
  await eventually(async () => {
    const { rows } = await db.execute(sql`select kind from jobs where status in ('queued', 'running')
      union all select task_identifier from graphile_worker.jobs where run_at <= now() and attempts = 0`);
    expect(rows).toEqual([]);
  });
  const { rows } = await db.execute<{ name: string }>(sql`delete from noted_inserts returning name`);
  return [...new Set(rows.map(({ name }) => name))];
}

describe('a call that creates rows', () => {
  it(`declares the maximum number of rows in the contract (seed ${SEED})`, async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const random = randomFrom(SEED);
    const ids = createLibraryIds(db);
    const passwordHash = await hashPassword(GUEST.password);
    const users = await openTestUsers(db, server.context.tokens, passwordHash);
    for (let n = 0; n < 3; n += 1) await seedLibrary(db, port, { admin: admin.token, passwordHash });
    await noteInserts();
    const unbounded: string[] = [];
    const succeeded = new Set<string>();
    const making = new Set<string>();
    for (const declared of ENDPOINTS.filter(({ events }) => !events)) {
      for (let attempt = 0; attempt < ATTEMPTS && !succeeded.has(declared.id); attempt += 1) {
        await users.renew();
        await ids.refresh();
        await takeNoted();
        const { role, method, url, headers, body } = makeValidRequest(declared, { random, ids });
        const token = users.pickToken(role, random);
        const { statusCode } = await server.app.inject({
          method: method as 'GET',
          url,
          headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
          ...(body && { payload: body }),
        });
        if (statusCode >= 300) continue;
        succeeded.add(declared.id);
        const bounded = getRowLimits(declared).map(({ name }) => name.replace(/_day$/, ''));
        for (const name of await takeNoted()) {
          making.add(declared.id);
          const created = `${declared.id} ${name}`;
          if (bounded.includes(name) || name in BOUNDED_BY_OTHERS || created in BOUNDED_BY_OTHERS) continue;
          unbounded.push(created);
        }
      }
    }
    expect(unbounded.sort()).toEqual([]);
    expect(succeeded.size).toBeGreaterThan(ENDPOINTS.length * 0.8);
    expect(making.size).toBeGreaterThan(40);
  }, 600_000);
});
