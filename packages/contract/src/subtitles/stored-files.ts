import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { subtitleFormats } from '../subtitle-formats.ts';
import { TRASH_DAYS } from '../videos/managed-videos.ts';

export const storedFile = z.object({
  id,
  subtitle_id: id,
  file_name: z.string(),
  format: z.enum(subtitleFormats),
  encoding: z.string(),
  protected: z.boolean(),
  uploaded_at: timestamp,
  /** Username; null once the account is deleted. */
  created_by: z.nullable(z.string()),
  /** A signed URL that expires. */
  download_url: z.string(),
});
export type StoredFile = z.infer<typeof storedFile>;

export const listFiles = endpoint({
  id: 'subtitles.listFiles',
  subject: 'subtitle',
  method: 'GET',
  path: '/api/subtitles/{id}/files/',
  access: 'admin',
  summary: 'Lists the stored files of a subtitle, newest first.',
  params: byId,
  response: z.array(storedFile),
});

export const protectFile = endpoint({
  id: 'subtitles.protectFile',
  subject: 'stored-file',
  method: 'PATCH',
  path: '/api/subtitle-file/{id}/protect/',
  access: 'admin',
  summary: 'Protects a stored file from deletion, or lifts the protection.',
  params: byId,
  body: z.object({ protected: z.boolean() }),
  response: storedFile,
});

export const deleteFile = endpoint({
  id: 'subtitles.deleteFile',
  subject: 'stored-file',
  method: 'DELETE',
  path: '/api/subtitle-file/{id}/delete/',
  access: 'admin',
  summary: `Deletes a stored file, unless it is protected. It can be restored for ${TRASH_DAYS} days.`,
  params: byId,
  errors: ['conflict'],
});

export const restoreFile = endpoint({
  id: 'subtitles.restoreFile',
  subject: 'deleted-file',
  method: 'POST',
  path: '/api/subtitle-file/{id}/restore/',
  access: 'admin',
  summary: 'Restores a deleted stored file.',
  params: byId,
  response: storedFile,
});

export const openFile = endpoint({
  id: 'subtitles.openFile',
  subject: 'stored-file',
  method: 'POST',
  path: '/api/subtitle-file/{id}/open/',
  access: 'admin',
  limits: { rows: [ROWS.revisions] },
  summary: 'Returns the revision for editing a stored file, created on the first call.',
  params: byId,
  response: z.object({ revision_id: id }),
  status: 201,
  unchangedStatus: 200,
});
