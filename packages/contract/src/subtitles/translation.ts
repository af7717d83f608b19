import * as z from 'zod/mini';
import { endpoint, SEGMENTS_BODY_LIMIT } from '../endpoint.ts';
import { byId, id, languageCode, name, text } from '../fields.ts';
import { inputError } from '../input-message.ts';
import { ROWS } from '../row-limits.ts';

export const translation = z.object({
  translated_text: z.string(),
  /** Origin of the translation: the glossary, an approved translation, or the service. */
  source: z.enum(['glossary', 'memory', 'service']),
  terms: z.array(z.object({ term: z.string(), translation: z.string() })),
});
export type Translation = z.infer<typeof translation>;

export const getTranslationService = endpoint({
  id: 'subtitles.getTranslationService',
  method: 'GET',
  path: '/api/translation-service/',
  access: 'admin',
  summary: 'Returns whether a translation service is configured.',
  hasStoredMessages: true,
  /** `missing` names the settings to configure; null if a service is available. */
  response: z.object({ missing: z.nullable(z.string()) }),
});

export const translateSegment = endpoint({
  id: 'subtitles.translateSegment',
  subject: 'segment',
  method: 'POST',
  path: '/api/segments/{id}/translate/',
  access: 'admin',
  summary: 'Translates the original text of a segment into the target language. Saves nothing.',
  params: byId,
  /** `service_only` ignores the glossary and approved translations. */
  body: z.object({ service_only: z._default(z.boolean(), false) }),
  response: translation,
  isReadOnly: true,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'conflict'],
});

export const translateAlignment = endpoint({
  id: 'subtitles.translateAlignment',
  subject: 'alignment',
  method: 'POST',
  path: '/api/alignments/{id}/translate/',
  access: 'admin',
  limits: { rows: [ROWS.jobs] },
  summary:
    'Translates all segments without a target text, all mismatches, or those of `ids`, in a job. The previous texts are first saved as a revision.',
  params: byId,
  body: z.object({
    which: z.enum(['empty', 'mismatches', 'chosen']),
    ids: z._default(z.array(id).check(z.maxLength(20_000)), []),
  }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ job_id: id }),
  status: 202,
  errors: ['unavailable', 'conflict'],
});

export const beginTranslation = endpoint({
  id: 'subtitles.beginTranslation',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/translations/',
  access: 'admin',
  limits: { rows: [ROWS.jobs, ROWS.revisions] },
  summary:
    'Starts a translation of the original into a language without a subtitle: with empty texts, or with `by_machine` translated by a job.',
  params: byId,
  body: z.object({ language: languageCode, by_machine: z.boolean() }),
  response: z.object({ alignment_id: id, job_id: z.nullable(id) }),
  status: 201,
  errors: ['conflict', 'unavailable'],
});

export const glossaryTerm = z.object({
  id,
  source_language: z.string(),
  target_language: z.string(),
  term: z.string(),
  translation: z.string(),
});
export type GlossaryTerm = z.infer<typeof glossaryTerm>;

export const listGlossary = endpoint({
  id: 'subtitles.listGlossary',
  method: 'GET',
  path: '/api/glossary/',
  access: 'admin',
  summary: 'Lists the glossary for a pair of languages, by term.',
  query: z.object({ source_language: languageCode, target_language: languageCode }),
  response: z.array(glossaryTerm),
});

export const saveGlossaryTerm = endpoint({
  id: 'subtitles.saveGlossaryTerm',
  method: 'POST',
  path: '/api/glossary/',
  access: 'admin',
  limits: { rows: [ROWS.glossary_terms] },
  summary: 'Adds a term and its translation. An existing term gets the new translation.',
  body: z.object({
    source_language: languageCode,
    target_language: languageCode,
    term: name(200),
    translation: text(200).check(z.trim(), z.minLength(1, inputError('input.blank'))),
  }),
  response: glossaryTerm,
  status: 201,
});

export const deleteGlossaryTerm = endpoint({
  id: 'subtitles.deleteGlossaryTerm',
  subject: 'glossary-term',
  method: 'DELETE',
  path: '/api/glossary/{id}/',
  access: 'admin',
  summary: 'Removes a term from the glossary.',
  params: byId,
});
