import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SubjectQueries } from '../accounts/index.ts';
import { videos } from '../videos/index.ts';
import {
  alignments,
  glossary_terms,
  regex_patterns,
  revisions,
  segments,
  stored_files,
  subtitles,
  type TrashKind,
  trash,
} from './tables.ts';

/** Selects a subtitle's details for the audit log, such as its video's title. `id` can be a query. */
const subtitle = (id: number | SQL): SQL => sql`
  select jsonb_strip_nulls(jsonb_build_object('name', ${videos.title}, 'language', ${subtitles.language},
    'video_id', ${videos.id}, 'alignment_id', (
      select ${alignments.id} from ${alignments} where ${alignments.subtitle_id} = ${subtitles.id})))
  from ${subtitles} join ${videos} on ${videos.id} = ${subtitles.video_id} where ${subtitles.id} = (${id})`;

const alignment = (id: number | SQL) =>
  subtitle(sql`select ${alignments.subtitle_id} from ${alignments} where ${alignments.id} = (${id})`);

const MAX_TEXT_LENGTH = 100;

/** Adds a segment's position in its alignment, and its previous content. */
const segment = (id: number): SQL => {
  const text = (column: SQLWrapper) => sql`left(${column}, ${MAX_TEXT_LENGTH}::int)`;
  const time = (column: SQLWrapper) => sql`to_char(${column} * interval '1 millisecond', 'HH24:MI:SS.MS')`;
  return sql`
  select (${alignment(sql`select ${segments.alignment_id} from ${segments} where ${segments.id} = ${id}`)})
    || jsonb_build_object('segment', (select count(*) from ${segments} as earlier
        where earlier.alignment_id = ${segments.alignment_id} and earlier.position <= ${segments.position}),
      'before', jsonb_build_object('start_time', ${time(segments.start_ms)}, 'end_time', ${time(segments.end_ms)},
        'text_original', ${text(segments.text_original)}, 'text_target', ${text(segments.text_target)},
        'mismatch', ${segments.mismatch}, 'label', ${segments.label}, 'approved', ${segments.approved}))
  from ${segments} where ${segments.id} = ${id}`;
};

const trashed = (kind: TrashKind) => (id: number) =>
  sql`
  select jsonb_build_object('name', ${videos.title}, 'language', ${trash.language}, 'video_id', ${videos.id})
  from ${trash} join ${videos} on ${videos.id} = ${trash.video_id}
  where ${trash.kind} = ${kind} and ${trash.thing_id} = ${id}`;

export const subtitleSubjects = {
  subtitle,
  alignment,
  revision: (id) =>
    subtitle(sql`select ${revisions.subtitle_id} from ${revisions} where ${revisions.id} = ${id}`),
  segment,
  'stored-file': (id) =>
    subtitle(sql`select ${stored_files.subtitle_id} from ${stored_files} where ${stored_files.id} = ${id}`),
  'deleted-subtitle': trashed('subtitle'),
  'deleted-revision': trashed('revision'),
  'deleted-file': trashed('file'),
  'regex-pattern': (id) =>
    sql`select jsonb_build_object('name', ${regex_patterns.name}) from ${regex_patterns} where ${regex_patterns.id} = ${id}`,
  'glossary-term': (id) =>
    sql`select jsonb_build_object('name', ${glossary_terms.term}) from ${glossary_terms} where ${glossary_terms.id} = ${id}`,
} satisfies SubjectQueries;
