import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/** Tables of the ids in paths, with conditions where calls need rows in a certain state. First match wins. */
const QUERIES_BY_PATH: [path: RegExp, query: string][] = [
  [/^\/api\/videos\/\{id\}\/media/, 'videos where youtube_id is null and trashed_at is null'],
  [/^\/api\/videos\/\{id\}\/(look|take)/, 'videos where youtube_id is not null and trashed_at is null'],
  [/^\/api\/videos\/\{id\}\/restore/, 'videos where trashed_at is not null'],
  [/^\/api\/videos/, 'videos where trashed_at is null'],
  [/^\/api\/subtitles\/\{id\}\/(regex-edit|apply-changes|save-edited|reset|delete-revision)/, 'revisions'],
  [
    /^\/api\/subtitles\/\{id\}\/align/,
    'subtitles where language <> (select original_language from videos where videos.id = video_id)',
  ],
  [/^\/api\/subtitles/, 'subtitles'],
  [/^\/api\/subtitle-file/, 'stored_files'],
  [/^\/api\/subtitle-segment\/\{id\}\/insert|^\/api\/alignments/, 'alignments'],
  [/^\/api\/(subtitle-segment|segments)/, 'segments'],
  [/^\/api\/revisions/, 'revisions'],
  [/^\/api\/jobs/, 'jobs'],
  [/^\/api\/youtube-candidates\/saved-searches/, 'saved_searches'],
  [
    /^\/api\/youtube-candidates\/\{id\}\/publish/,
    "candidates where review_status = 'approved' and video_id is null",
  ],
  [
    /^\/api\/youtube-candidates\/\{id\}\/(convert|preview|clean|restore|delete|save)/,
    'candidates where id in (select candidate_id from candidate_subtitles)',
  ],
  [/^\/api\/youtube-candidates/, 'candidates'],
  [/^\/api\/invitations/, 'invitations'],
  [/^\/api\/users/, "users where username like 'guest%'"],
  [/^\/api\/accounts\/sessions/, 'sessions'],
  [/^\/api\/glossary/, 'glossary_terms'],
  [/^\/api\/regex-patterns/, 'regex_patterns'],
];

const QUERIES_BY_FIELD: Record<string, string> = {
  uid: 'users where id in (select user_id from password_resets)',
  video_id: 'videos where trashed_at is null',
  alignment_id: 'alignments',
  alignment: 'alignments',
  segment_id: 'segments',
  after: 'segments',
  ids: 'segments',
  candidate_ids: 'candidates',
};

const MAX_IDS = 12;

/** Ids of existing rows for requests. */
export type LibraryIds = {
  refresh: () => Promise<void>;
  findPathIds: (path: string) => readonly number[];
  /** Returns ids for a field of a body or query. */
  findFieldIds: (path: string, name: string) => readonly number[];
};

export function createLibraryIds(db: Database): LibraryIds {
  let idsByQuery = new Map<string, number[]>();
  const queries = [
    ...new Set([...QUERIES_BY_PATH.map(([, query]) => query), ...Object.values(QUERIES_BY_FIELD)]),
  ];
  const findPathIds = (path: string) => {
    const query = QUERIES_BY_PATH.find(([pattern]) => pattern.test(path))?.[1];
    return (query !== undefined && idsByQuery.get(query)) || [];
  };
  return {
    async refresh() {
      const statement = queries
        .map(
          (query, index) => `(select ${index} as index, id from ${query} order by id desc limit ${MAX_IDS})`,
        )
        .join(' union all ');
      const { rows } = await db.execute<{ index: number; id: string }>(sql.raw(statement));
      idsByQuery = new Map(queries.map((query) => [query, [] as number[]]));
      for (const { index, id } of rows) idsByQuery.get(queries[index] ?? '')?.push(Number(id));
    },
    findPathIds,
    findFieldIds: (path, name) => {
      const query = Object.hasOwn(QUERIES_BY_FIELD, name) ? QUERIES_BY_FIELD[name] : undefined;
      if (query) return idsByQuery.get(query) ?? [];
      if (name === 'changes') return idsByQuery.get('segments') ?? [];
      if (name === 'id' && path === '/api/downloads/') {
        return [...(idsByQuery.get('alignments') ?? []), ...(idsByQuery.get('subtitles') ?? [])];
      }
      return name === 'id' ? (idsByQuery.get('segments') ?? []) : [];
    },
  };
}
