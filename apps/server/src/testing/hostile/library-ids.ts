import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

/** Tables for the ids in a path: the first match wins. Some calls need rows in a certain state. */
const OF_PATHS: [path: RegExp, query: string][] = [
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

const OF_FIELDS: Record<string, string> = {
  uid: 'users where id in (select user_id from password_resets)',
  video_id: 'videos where trashed_at is null',
  alignment_id: 'alignments',
  alignment: 'alignments',
  segment_id: 'segments',
  after: 'segments',
  ids: 'segments',
  candidate_ids: 'candidates',
};

const MOST = 12;

/** Ids of existing rows, by the calls that use them. */
export type LibraryIds = {
  refresh: () => Promise<void>;
  ofPath: (path: string) => readonly number[];
  /** Ids for a field of a body or query; `id` there is an id of the call's subject. */
  ofField: (path: string, name: string) => readonly number[];
};

export function libraryIds(db: Database): LibraryIds {
  let known = new Map<string, number[]>();
  const queries = [...new Set([...OF_PATHS.map(([, query]) => query), ...Object.values(OF_FIELDS)])];
  const ofPath = (path: string) => {
    const query = OF_PATHS.find(([pattern]) => pattern.test(path))?.[1];
    return (query !== undefined && known.get(query)) || [];
  };
  return {
    async refresh() {
      const statement = queries
        .map((query, at) => `(select ${at} as place, id from ${query} order by id desc limit ${MOST})`)
        .join(' union all ');
      const { rows } = await db.execute<{ place: number; id: string }>(sql.raw(statement));
      known = new Map(queries.map((query) => [query, [] as number[]]));
      for (const { place, id } of rows) known.get(queries[place] ?? '')?.push(Number(id));
    },
    ofPath,
    ofField: (path, name) => {
      const query = Object.hasOwn(OF_FIELDS, name) ? OF_FIELDS[name] : undefined;
      if (query) return known.get(query) ?? [];
      if (name === 'changes') return known.get('segments') ?? [];
      if (name === 'id' && path === '/api/downloads/') {
        return [...(known.get('alignments') ?? []), ...(known.get('subtitles') ?? [])];
      }
      return name === 'id' ? (known.get('segments') ?? []) : [];
    },
  };
}
