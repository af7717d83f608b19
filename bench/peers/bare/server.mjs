// The minimum that can serve these calls with the server's own components: Fastify and pg, one prepared statement per call,
// responses serialised by a schema. It trusts every caller and input: no tokens, no roles, no validation.
import { createHmac } from 'node:crypto';
import { createRequire } from 'node:module';

const ofServer = createRequire(new URL('../../../apps/server/package.json', import.meta.url));
const createFastify = ofServer('fastify');
const pg = ofServer('pg');

const { DATABASE_URL, PORT, PUBLIC_URL, MEDIA_KEY } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const TTL_SECONDS = 6 * 60 * 60;
const STEP_SECONDS = 15 * 60;
const signingKey = Buffer.from(MEDIA_KEY, 'hex');

function signed(key) {
  if (key === null) return null;
  const expires = Math.ceil((Date.now() / 1000 + TTL_SECONDS) / STEP_SECONDS) * STEP_SECONDS;
  const signature = createHmac('sha256', signingKey).update(`${expires} ${key}`).digest('base64url');
  return `/media/${key}?expires=${expires}&signature=${signature}`;
}

const two = (value) => String(value).padStart(2, '0');

const position = (ms) =>
  `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.` +
  String(ms % 1000).padStart(3, '0');

const LANGUAGES = { en: 'English', es: 'Spanish' };

const describeVideo = (row) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  youtube_id: row.youtube_id,
  original_language: row.original_language,
  language_display_name: LANGUAGES[row.original_language],
  country: row.country,
  published: row.published,
  latest_alignment_id: row.latest_alignment_id,
  media_url: signed(row.media_key),
  media_type: row.media_type,
  thumbnail_url: signed(row.thumbnail_key),
  created_at: row.created_at.toISOString(),
});

const text = { type: 'string' };
const perhaps = { type: ['string', 'null'] };
const whole = { type: 'integer' };
const flag = { type: 'boolean' };
const makeObject = (properties) => ({ type: 'object', properties });

const video = {
  ...{ id: whole, title: text, description: text, youtube_id: perhaps, original_language: text },
  ...{ language_display_name: text, country: perhaps, published: flag, latest_alignment_id: whole },
  ...{ media_url: perhaps, media_type: perhaps, thumbnail_url: perhaps, created_at: text },
};
const segment = {
  ...{ id: whole, start_time: text, end_time: text, text_original: text, text_target: text },
  ...{ mismatch: flag, label: text, confidence: { type: 'number' }, edited: flag, version: whole },
};
const getPage = (item) =>
  makeObject({
    ...{ count: whole, next: perhaps, previous: perhaps },
    results: { type: 'array', items: makeObject(item) },
  });
const responses = (schema) => ({ schema: { response: { 200: schema } } });

function inPage(address, number, size, count, results) {
  const link = (to) => `${PUBLIC_URL}${address}?page=${to}`;
  return {
    count,
    next: number * size < count ? link(number + 1) : null,
    previous: number > 1 ? link(number - 1) : null,
    results,
  };
}

const SEGMENTS = `
  select s.id, s.start_ms, s.end_ms, s.text_original, s.text_target, s.mismatch, s.label, s.confidence, s.edited,
    s.version, a.segment_count
  from alignments a join segments s on s.alignment_id = a.id
  where a.id = $1
    and s.position >= (select position from segments where alignment_id = $1 order by position limit 1 offset $2)
  order by s.position limit 20`;

const LIST = `
  select v.*, a.segment_count, coalesce(p.last_segment, 0) as last_segment,
    (select count(*)::int from videos where trashed_at is null and published
      and (youtube_id is not null or media_key is not null)) as count
  from videos v
  left join alignments a on a.id = v.latest_alignment_id
  left join progress p on p.video_id = v.id and p.user_id = $1
  where v.trashed_at is null and v.published and (v.youtube_id is not null or v.media_key is not null)
  order by exists (select 1 from practice_languages l where l.user_id = $1 and l.language = v.original_language) desc,
    v.id desc
  limit 24`;

const VIDEO = 'select * from videos where id = $1';

const SAVE = `
  insert into progress (user_id, video_id, alignment_id, last_segment, start_ms)
  values ($1, $2, $3, $4::int,
    (select start_ms from segments where alignment_id = $3 and position =
      (select position from segments where alignment_id = $3 order by position limit 1 offset $4::int)))
  on conflict (user_id, video_id) do update set alignment_id = excluded.alignment_id,
    last_segment = excluded.last_segment, start_ms = excluded.start_ms, updated_at = now()`;

const ask = (name, statement, values) => pool.query({ name, text: statement, values });

const app = createFastify({ routerOptions: { ignoreTrailingSlash: true } });

app.get('/api/alignments/:id/segments/', responses(getPage(segment)), async ({ params, query }) => {
  const number = Number(query.page ?? 1);
  const { rows } = await ask('segments', SEGMENTS, [params.id, (number - 1) * 20]);
  const results = rows.map(({ start_ms, end_ms, ...row }) => ({
    ...row,
    start_time: position(start_ms),
    end_time: position(end_ms),
  }));
  return inPage(`/api/alignments/${params.id}/segments/`, number, 20, rows[0].segment_count, results);
});

const listed = getPage({ ...video, segment_count: whole, last_segment: whole });
app.get('/api/videos/', responses(listed), async ({ headers }) => {
  const { rows } = await ask('list', LIST, [headers['x-learner']]);
  const results = rows.map((row) => ({
    ...describeVideo(row),
    segment_count: row.segment_count,
    last_segment: row.last_segment,
  }));
  return inPage('/api/videos/', 1, 24, rows[0].count, results);
});

app.get('/api/videos/:id/', responses(makeObject(video)), async ({ params }) => {
  const { rows } = await ask('video', VIDEO, [params.id]);
  return describeVideo(rows[0]);
});

const saved = responses(makeObject({ last_segment: whole }));
app.post('/api/videos/progress/save/', saved, async ({ headers, body }) => {
  await ask('save', SAVE, [headers['x-learner'], body.video_id, body.alignment_id, body.last_segment]);
  return { last_segment: body.last_segment };
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
