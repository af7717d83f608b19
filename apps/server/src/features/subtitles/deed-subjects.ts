import { type SQL, sql } from 'drizzle-orm';
import type { DeedSubjects } from '../accounts/index.ts';
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

/** The subtitle of that id, or of what has it, with its video's title. */
const subtitle = (id: number | SQL): SQL => sql`
  select jsonb_strip_nulls(jsonb_build_object('name', ${videos.title}, 'language', ${subtitles.language},
    'video_id', ${videos.id}, 'alignment_id', (
      select ${alignments.id} from ${alignments} where ${alignments.subtitle_id} = ${subtitles.id})))
  from ${subtitles} join ${videos} on ${videos.id} = ${subtitles.video_id} where ${subtitles.id} = (${id})`;

const alignment = (id: number | SQL) =>
  subtitle(sql`select ${alignments.subtitle_id} from ${alignments} where ${alignments.id} = (${id})`);
const segment = (id: number) =>
  alignment(sql`select ${segments.alignment_id} from ${segments} where ${segments.id} = ${id}`);
const revision = (id: number) =>
  subtitle(sql`select ${revisions.subtitle_id} from ${revisions} where ${revisions.id} = ${id}`);

const trashed = (kind: TrashKind) => (id: number) =>
  sql`
  select jsonb_build_object('name', ${videos.title}, 'language', ${trash.language}, 'video_id', ${videos.id})
  from ${trash} join ${videos} on ${videos.id} = ${trash.video_id}
  where ${trash.kind} = ${kind} and ${trash.thing_id} = ${id}`;

/** What the audit log says of calls about subtitles and what belongs to them. */
export const subtitleSubjects: DeedSubjects = {
  '/api/subtitles/{id}/align/': subtitle,
  '/api/subtitles/{id}/delete/': subtitle,
  '/api/subtitles/{id}/restore/': trashed('subtitle'),
  '/api/revisions/{id}/restore/': trashed('revision'),
  '/api/subtitle-file/{id}/restore/': trashed('file'),
  // The others take a revision's id there.
  '/api/subtitles/{id}/': revision,
  '/api/revisions/{id}/': revision,
  '/api/alignments/{id}/': alignment,
  '/api/subtitle-segment/{id}/': segment,
  '/api/subtitle-segment/delete/{id}/': segment,
  '/api/subtitle-segment/{id}/insert/': alignment,
  '/api/subtitle-file/{id}/': (id) =>
    subtitle(sql`select ${stored_files.subtitle_id} from ${stored_files} where ${stored_files.id} = ${id}`),
  '/api/regex-patterns/{id}/': (id) =>
    sql`select jsonb_build_object('name', ${regex_patterns.name}) from ${regex_patterns} where ${regex_patterns.id} = ${id}`,
  '/api/glossary/{id}/': (id) =>
    sql`select jsonb_build_object('name', ${glossary_terms.term}) from ${glossary_terms} where ${glossary_terms.id} = ${id}`,
};
