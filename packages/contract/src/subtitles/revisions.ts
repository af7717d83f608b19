import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, position, text, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { TRASH_DAYS } from '../videos/managed-videos.ts';
import { subtitle } from './tracks.ts';

export const NOTE_LIMIT = 1000;

/** Reasons for a revision: `saved` manually; the others automatically, before a change. */
export const REVISION_REASONS = [
  'saved',
  'realign',
  'apply',
  'import',
  'upload',
  'translate',
  'edited',
  'opened',
  'cuts',
  'rows',
] as const;

export const revision = z.object({
  id,
  subtitle_id: id,
  /** Kind of content: an alignment's segments, or a stored file's cues. */
  kind: z.enum(['alignment', 'file']),
  reason: z.enum(REVISION_REASONS),
  note: z.string(),
  /** Username; null once the account is deleted. */
  created_by: z.nullable(z.string()),
  created_at: timestamp,
  segment_count: z.int(),
  has_draft: z.boolean(),
  is_last_applied: z.boolean(),
});
export type Revision = z.infer<typeof revision>;

export const revisionDetail = z.extend(revision, {
  video_id: id,
  video_title: z.string(),
  language: z.string(),
  /** Null if the subtitle isn't aligned. */
  alignment_id: z.nullable(id),
});
export type RevisionDetail = z.infer<typeof revisionDetail>;

export const revisionSegment = z.object({
  /** Number of the segment, from 1. */
  index: z.int(),
  start: position,
  end: position,
  /** Text of the revision's own subtitle, as saved. */
  original: z.string(),
  /** Text of the draft; equals `original` without a draft. */
  modified: z.string(),
});
export type RevisionSegment = z.infer<typeof revisionSegment>;

/** A segment of a revision with additional fields, which are empty for a revision of a file. */
export const fullRevisionSegment = z.extend(revisionSegment, {
  /** Text in the spoken language. */
  text_original: z.string(),
  mismatch: z.boolean(),
  label: z.string(),
});
export type FullRevisionSegment = z.infer<typeof fullRevisionSegment>;

export const listRevisions = endpoint({
  id: 'subtitles.listRevisions',
  subject: 'subtitle',
  method: 'GET',
  path: '/api/subtitles/{id}/revisions/',
  access: 'admin',
  summary: 'Lists the revisions of a subtitle and of its alignment, newest first.',
  params: byId,
  response: z.array(revision),
});

export const getRevision = endpoint({
  id: 'subtitles.getRevision',
  subject: 'revision',
  method: 'GET',
  path: '/api/revisions/{id}/',
  access: 'admin',
  summary: 'Returns a revision, its subtitle and its video.',
  params: byId,
  response: revisionDetail,
});

export const listRevisionSegments = endpoint({
  id: 'subtitles.listRevisionSegments',
  subject: 'revision',
  method: 'GET',
  path: '/api/revisions/{id}/segments/',
  access: 'admin',
  summary: 'Lists the segments of a revision, including its draft.',
  params: byId,
  response: z.array(fullRevisionSegment),
});

export const saveRevision = endpoint({
  id: 'subtitles.saveRevision',
  subject: 'alignment',
  method: 'POST',
  path: '/api/alignments/{id}/convert-to-revision/',
  access: 'admin',
  limits: { rows: [ROWS.revisions] },
  summary: 'Saves an alignment’s current segments as a revision.',
  params: byId,
  body: z.object({ note: z._default(text(NOTE_LIMIT), '') }),
  response: z.object({ revision_id: id }),
  status: 201,
});

export const applyRevision = endpoint({
  id: 'subtitles.applyRevision',
  subject: 'revision',
  method: 'POST',
  path: '/api/revisions/{id}/apply/',
  access: 'admin',
  limits: { rows: [ROWS.revisions, ROWS.stored_files] },
  summary: 'Restores a revision, including its draft. The previous content becomes a revision first.',
  params: byId,
  body: z.object({ note: z._default(text(NOTE_LIMIT), '') }),
  response: z.object({
    /** Revision of the previous content. */
    saved_revision_id: z.nullable(id),
    subtitle,
  }),
});

export const deleteRevision = endpoint({
  id: 'subtitles.deleteRevision',
  subject: 'revision',
  method: 'DELETE',
  path: '/api/subtitles/{id}/delete-revision/',
  access: 'admin',
  summary: `Deletes a revision, except the last applied one. The id is the revision’s. It can be restored for ${TRASH_DAYS} days.`,
  params: byId,
  errors: ['conflict'],
});

export const restoreRevision = endpoint({
  id: 'subtitles.restoreRevision',
  subject: 'deleted-revision',
  method: 'POST',
  path: '/api/revisions/{id}/restore/',
  access: 'admin',
  summary: 'Restores a deleted revision, including its draft.',
  params: byId,
  response: revision,
});
