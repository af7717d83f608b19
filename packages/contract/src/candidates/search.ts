import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, languageCode, text, timestamp } from '../fields.ts';
import { inputError } from '../input-message.ts';
import { ROWS } from '../row-limits.ts';

export const DEFAULT_MAX_RESULTS = 10;
export const DEFAULT_KEYWORD = 'short film';

/** Optional enum field that also accepts an empty string as a missing value. */
const optionalEnum = <T extends readonly string[]>(values: T) =>
  z.optional(z.union([z.literal(''), z.enum(values)]));

export const searchFilters = z.object({
  video_caption: optionalEnum(['any', 'closedCaption', 'none']),
  video_duration: optionalEnum(['any', 'short', 'medium', 'long']),
  video_definition: optionalEnum(['any', 'high', 'standard']),
  /** A date, or an ISO 8601 timestamp. */
  published_after: z.optional(text(40)),
  published_before: z.optional(text(40)),
  video_category_id: z.optional(text(10)),
  safe_search: optionalEnum(['none', 'moderate', 'strict']),
  video_license: optionalEnum(['any', 'youtube', 'creativeCommon']),
});

const keywordsByLanguage = z.record(languageCode, z.array(text(200)).check(z.maxLength(20)));

export const searchSettings = z.object({
  languages: z
    .array(languageCode)
    .check(z.minLength(1, inputError('candidates.noLanguage')), z.maxLength(20)),
  max_results: z._default(z.int().check(z.gte(1), z.lte(50)), DEFAULT_MAX_RESULTS),
  search_filters: z._default(searchFilters, {}),
  custom_keywords: z._default(keywordsByLanguage, {}),
  exclude_keywords: z._default(keywordsByLanguage, {}),
});
export type SearchSettings = z.infer<typeof searchSettings>;

export const searchCandidates = endpoint({
  id: 'candidates.searchCandidates',
  method: 'POST',
  path: '/api/youtube-candidates/search/',
  access: 'admin',
  limits: { rows: [ROWS.candidates, ROWS.jobs] },
  summary: 'Searches YouTube, one call per language. If some languages fail, the others’ results are saved.',
  body: searchSettings,
  hasStoredMessages: true,
  response: z.object({
    success: z.optional(z.boolean()),
    stats: z.optional(
      z.object({
        total_new_candidates: z.int(),
        by_language: z.record(z.string(), z.int()),
        failed: z.record(z.string(), z.string()),
      }),
    ),
    /** Present if the work continues in a job. */
    job_id: z.optional(id),
  }),
  acceptedStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many'],
});

export const quota = z.object({
  is_configured: z.boolean(),
  searches_left: z.int(),
  searches_a_day: z.int(),
  units_left: z.int(),
  units_a_day: z.int(),
  /** Midnight Pacific time. */
  resets_at: timestamp,
});

export const getQuota = endpoint({
  id: 'candidates.getQuota',
  method: 'GET',
  path: '/api/youtube-candidates/quota/',
  access: 'admin',
  summary: 'Returns today’s remaining quota of YouTube’s Data API, based on this installation’s use.',
  response: quota,
});
