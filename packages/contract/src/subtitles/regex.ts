import * as z from 'zod/mini';
import { endpoint, SEGMENTS_BODY_LIMIT } from '../endpoint.ts';
import { byId, id, name, text } from '../fields.ts';
import { inputError } from '../input-message.ts';
import { ROWS } from '../row-limits.ts';
import { revisionSegment } from './revisions.ts';

export const PATTERN_LIMIT = 1000;

/** A search with a replacement text, or a change of case. */
export const regexEdit = z.object({
  regex: text(PATTERN_LIMIT).check(z.minLength(1, inputError('input.pattern'))),
  /** `$1`, `$<name>` and `$$` insert groups and a dollar sign. */
  replacement: z.optional(text(PATTERN_LIMIT)),
  transform: z.optional(z.enum(['uppercase', 'lowercase'])),
  ignore_case: z._default(z.boolean(), false),
});

/** Half-open range in UTF-16 units. */
const span = z.object({ start: z.int(), end: z.int() });

export const listRegexSegments = endpoint({
  id: 'subtitles.listRegexSegments',
  subject: 'revision',
  method: 'GET',
  path: '/api/subtitles/{id}/regex-edit/',
  access: 'admin',
  summary: 'Lists the segments of a revision, including its draft. The id is the revision’s.',
  params: byId,
  response: z.object({ segments: z.array(revisionSegment) }),
});

/** A segment that matches the pattern. `before` is the draft's text, `modified` is the text after replacing. */
export const regexMatch = z.extend(revisionSegment, {
  before: z.string(),
  /** Span of each match in `before`, and of its replacement in `modified`. */
  matches: z.array(z.object({ before: span, after: span })),
});
export type RegexMatch = z.infer<typeof regexMatch>;

export const previewRegex = endpoint({
  id: 'subtitles.previewRegex',
  subject: 'revision',
  method: 'POST',
  path: '/api/subtitles/{id}/regex-edit/',
  access: 'admin',
  summary: 'Previews a search and replace in the draft’s texts; saves nothing. The id is the revision’s.',
  params: byId,
  body: regexEdit,
  response: z.object({ segments: z.array(regexMatch) }),
  isReadOnly: true,
});

const modifiedSegments = z.array(z.object({ index: z.int().check(z.positive()), modified: text() }));

export const applyRegexChanges = endpoint({
  id: 'subtitles.applyRegexChanges',
  subject: 'revision',
  method: 'POST',
  path: '/api/subtitles/{id}/apply-changes/',
  access: 'admin',
  limits: { rows: [ROWS.revisions, ROWS.stored_files] },
  summary: 'Merges these texts into the revision’s draft.',
  params: byId,
  body: z.object({ segments: modifiedSegments }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ segments: z.array(revisionSegment) }),
});

export const saveEditedSubtitle = endpoint({
  id: 'subtitles.saveEditedSubtitle',
  subject: 'revision',
  method: 'POST',
  path: '/api/subtitles/{id}/save-edited-subtitle/',
  access: 'admin',
  limits: { rows: [ROWS.revisions, ROWS.stored_files] },
  summary: 'Saves the draft, including any texts in the body, as a new stored file and a new revision.',
  params: byId,
  body: z.object({ segments: z.optional(modifiedSegments) }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ revision_id: id, file_id: id }),
  status: 201,
});

export const resetDraft = endpoint({
  id: 'subtitles.resetDraft',
  subject: 'revision',
  method: 'POST',
  path: '/api/subtitles/{id}/reset/',
  access: 'admin',
  summary: 'Drops the revision’s draft.',
  params: byId,
  response: z.object({ segments: z.array(revisionSegment) }),
});

export const savedPattern = z.extend(regexEdit, { id, name: z.string() });
export type SavedPattern = z.infer<typeof savedPattern>;

export const listPatterns = endpoint({
  id: 'subtitles.listPatterns',
  method: 'GET',
  path: '/api/regex-patterns/',
  access: 'admin',
  summary: 'Lists the saved patterns of this installation, by name.',
  response: z.array(savedPattern),
});

export const savePattern = endpoint({
  id: 'subtitles.savePattern',
  method: 'POST',
  path: '/api/regex-patterns/',
  access: 'admin',
  limits: { rows: [ROWS.regex_patterns] },
  summary: 'Saves a pattern under a name. Replaces any pattern with the same name.',
  body: z.extend(regexEdit, { name: name(150) }),
  response: savedPattern,
  status: 201,
});

export const deletePattern = endpoint({
  id: 'subtitles.deletePattern',
  subject: 'regex-pattern',
  method: 'DELETE',
  path: '/api/regex-patterns/{id}/',
  access: 'admin',
  summary: 'Deletes a saved pattern.',
  params: byId,
});
