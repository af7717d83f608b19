import * as z from 'zod/mini';
import { endpoint, SEGMENTS_BODY_LIMIT } from '../endpoint.ts';
import { byId } from '../fields.ts';
import { version, versionKey } from './candidate-fields.ts';

export const convertSubtitle = endpoint({
  id: 'candidates.convertSubtitle',
  subject: 'candidate',
  method: 'POST',
  path: '/api/youtube-candidates/{id}/convert-subtitle/',
  access: 'admin',
  summary: 'Converts a version from WebVTT to SRT, in place.',
  params: byId,
  body: z.object(version),
  response: z.object({ success: z.boolean() }),
  errors: ['conflict'],
});

const cleaning = {
  ...version,
  remove_hearing_impaired: z._default(z.boolean(), true),
  remove_speaker_names: z._default(z.boolean(), true),
  remove_effects: z._default(z.boolean(), true),
  /** Indexes, in the preview's list, of the changes to skip. */
  refused: z._default(z.array(z.int()).check(z.maxLength(100_000)), []),
};

/** A change made by cleaning; `after` is null if it removes the whole cue. */
export const cleanChange = z.object({
  /** Index in the list of changes, for `refused`. */
  position: z.int(),
  /** The cue's number, from 1. */
  index: z.int(),
  rule: z.string(),
  before: z.string(),
  after: z.nullable(z.string()),
});
export type CleanChange = z.infer<typeof cleanChange>;

export const previewCleaning = endpoint({
  id: 'candidates.previewCleaning',
  subject: 'candidate',
  isReadOnly: true,
  method: 'POST',
  path: '/api/youtube-candidates/{id}/preview-cleaning/',
  access: 'admin',
  summary: 'Previews the changes of cleaning a version, and counts those not in `refused`. Saves nothing.',
  params: byId,
  body: z.object(cleaning),
  response: z.object({ changes: z.array(cleanChange), made: z.int() }),
  errors: ['conflict'],
});

export const cleanSubtitle = endpoint({
  id: 'candidates.cleanSubtitle',
  subject: 'candidate',
  method: 'POST',
  path: '/api/youtube-candidates/{id}/clean-subtitle/',
  access: 'admin',
  summary: 'Cleans a version, in place. `refused` lists changes of the preview that aren’t applied.',
  params: byId,
  body: z.object(cleaning),
  response: z.object({ success: z.boolean(), changed: z.int() }),
  errors: ['conflict'],
});

export const restoreSubtitle = endpoint({
  id: 'candidates.restoreSubtitle',
  subject: 'candidate',
  method: 'POST',
  path: '/api/youtube-candidates/{id}/restore-subtitle/',
  access: 'admin',
  summary: 'Restores a version’s text as downloaded.',
  params: byId,
  body: z.object(version),
  response: z.object({ success: z.boolean() }),
});

/** Accepts its input as a JSON body or a query. */
export const deleteDownloadedSubtitle = endpoint({
  id: 'candidates.deleteDownloadedSubtitle',
  subject: 'candidate',
  method: 'DELETE',
  path: '/api/youtube-candidates/{id}/delete-subtitle/',
  access: 'admin',
  summary: 'Deletes a downloaded version.',
  params: byId,
  query: z.object(version),
  body: z.object(version),
});

export const saveSyncedSubtitles = endpoint({
  id: 'candidates.saveSyncedSubtitles',
  subject: 'candidate',
  method: 'POST',
  path: '/api/youtube-candidates/{id}/save-synced-subtitles/',
  access: 'admin',
  summary:
    'Saves a version’s text from the sync editor, as SRT. `language` is the version key, `base` the `digest` of the edited text: a 409 if it was replaced meanwhile.',
  params: byId,
  body: z.object({
    language: versionKey,
    content: z.string(),
    base: z.optional(z.string().check(z.maxLength(64))),
  }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ success: z.boolean(), digest: z.optional(z.string()) }),
  errors: ['conflict'],
});
