import * as z from 'zod/mini';
import { endpoint, SEGMENTS_BODY_LIMIT } from './endpoint.ts';
import { byId, flagParam, id, instant, languageCode, name, paged, pageParam, text } from './fields.ts';

export const CANDIDATE_PAGE_SIZE = 20;
export const DEFAULT_PRIORITY = 3;
export const DEFAULT_MAX_RESULTS = 10;
export const DEFAULT_KEYWORD = 'short film';

export const reviewStatus = z.enum(['pending', 'approved', 'rejected', 'processed']);
export type ReviewStatus = z.infer<typeof reviewStatus>;

/** The moves that are offered; there are no others. */
export const REVIEW_MOVES: Record<ReviewStatus, readonly ReviewStatus[]> = {
  pending: ['approved', 'rejected', 'processed'],
  approved: ['processed'],
  rejected: [],
  processed: [],
};

/** 1 very high to 5 very low. */
const priority = z.int().check(z.gte(1), z.lte(5));
/** A language's code, alone or with a dash and a variant: `en`, `en-auto`, `pt-BR`. */
const versionKey = text(100).check(z.trim(), z.minLength(1));

/** A subtitle that YouTube has. `version_key` is what it will be kept under. */
export const availableSubtitle = z.object({
  language: z.string(),
  kind: z.enum(['manual', 'auto']),
  name: z.optional(z.string()),
  version_key: z.string(),
});

/** A subtitle that was downloaded. `content` is the text as it is now. */
export const downloadedSubtitle = z.object({
  content: z.string(),
  format: z.enum(['vtt', 'srt']),
  cleaned: z.boolean(),
  converted_from: z.nullable(z.enum(['vtt'])),
  /** It differs from what was downloaded, which can be restored. */
  changed: z.boolean(),
  cue_count: z.int(),
});
export type DownloadedSubtitle = z.infer<typeof downloadedSubtitle>;

const workStatus = z.nullable(z.enum(['scanning', 'downloading', 'completed', 'error']));

export const candidate = z.object({
  id,
  title: z.string(),
  youtube_id: z.string(),
  youtube_url: z.string(),
  channel: z.string(),
  language: z.string(),
  language_display_name: z.string(),
  search_keyword: z.string(),
  discovered_at: instant,
  duration_seconds: z.nullable(z.int()),
  license: z.nullable(z.enum(['youtube', 'creativeCommon'])),
  review_status: reviewStatus,
  review_status_display: z.string(),
  priority,
  review_notes: z.string(),
  subtitle_scan_status: workStatus,
  subtitle_download_status: workStatus,
  /** Why the last scan or download failed, in a sentence that says what to do; empty otherwise. */
  subtitle_error: z.string(),
  available_subtitles: z.array(availableSubtitle),
  downloaded_subtitles_languages: z.array(z.string()),
  /** The video that it became. */
  video_id: z.nullable(id),
});
export type Candidate = z.infer<typeof candidate>;

export const candidateDetail = z.extend(candidate, {
  downloaded_subtitles: z.record(z.string(), downloadedSubtitle),
});
export type CandidateDetail = z.infer<typeof candidateDetail>;

const filterShape = {
  status: z.optional(reviewStatus),
  language: z.optional(languageCode),
  q: z.optional(text(200)),
};

export const listCandidates = endpoint({
  method: 'GET',
  path: '/api/youtube-candidates/',
  access: 'admin',
  summary: 'Candidates, the newest first, 20 a page.',
  query: z.object({
    ...filterShape,
    page: z.optional(pageParam),
    priority: z.optional(z.pipe(z.enum(['1', '2', '3', '4', '5']), z.transform(Number))),
    has_manual_subtitles: z.optional(flagParam),
  }),
  response: paged(candidate),
});

/** The same filter in a body: every candidate that it finds. */
export const candidateFilter = z.object({
  ...filterShape,
  priority: z.optional(priority),
  has_manual_subtitles: z.optional(z.boolean()),
});

/** Which candidates: these, or all that a filter finds. */
const chosen = {
  candidate_ids: z.optional(
    z.array(id).check(z.minLength(1, { error: 'No candidates selected' }), z.maxLength(1000)),
  ),
  filter: z.optional(candidateFilter),
};

export const getStats = endpoint({
  method: 'GET',
  path: '/api/youtube-candidates/stats/',
  access: 'admin',
  summary: 'How many candidates there are, by review status.',
  response: z.object({
    status_stats: z.object({
      total: z.int(),
      pending: z.int(),
      approved: z.int(),
      rejected: z.int(),
      processed: z.int(),
    }),
  }),
});

/** Empty values are as if they weren't given. */
const orEmpty = <T extends readonly string[]>(values: T) =>
  z.optional(z.union([z.literal(''), z.enum(values)]));

export const searchFilters = z.object({
  video_caption: orEmpty(['any', 'closedCaption', 'none']),
  video_duration: orEmpty(['any', 'short', 'medium', 'long']),
  video_definition: orEmpty(['any', 'high', 'standard']),
  /** A date, or a moment in ISO 8601. */
  published_after: z.optional(text(40)),
  published_before: z.optional(text(40)),
  video_category_id: z.optional(text(10)),
  safe_search: orEmpty(['none', 'moderate', 'strict']),
  video_license: orEmpty(['any', 'youtube', 'creativeCommon']),
});

const keywordsByLanguage = z.record(languageCode, z.array(text(200)).check(z.maxLength(20)));

export const searchSettings = z.object({
  languages: z
    .array(languageCode)
    .check(z.minLength(1, { error: 'Please select at least one language' }), z.maxLength(20)),
  max_results: z._default(z.int().check(z.gte(1), z.lte(50)), DEFAULT_MAX_RESULTS),
  search_filters: z._default(searchFilters, {}),
  custom_keywords: z._default(keywordsByLanguage, {}),
  exclude_keywords: z._default(keywordsByLanguage, {}),
});
export type SearchSettings = z.infer<typeof searchSettings>;

export const searchCandidates = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/search/',
  access: 'admin',
  summary:
    'Searches YouTube, one call a language. Finds of the languages that worked are kept when others fail.',
  body: searchSettings,
  response: z.object({
    success: z.optional(z.boolean()),
    stats: z.optional(
      z.object({
        total_new_candidates: z.int(),
        by_language: z.record(z.string(), z.int()),
        failed: z.record(z.string(), z.string()),
      }),
    ),
    /** The work goes on as a job. */
    job_id: z.optional(id),
  }),
  laterStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many'],
});

export const quota = z.object({
  is_configured: z.boolean(),
  searches_left: z.int(),
  searches_a_day: z.int(),
  units_left: z.int(),
  units_a_day: z.int(),
  /** Midnight Pacific time. */
  resets_at: instant,
});

export const getQuota = endpoint({
  method: 'GET',
  path: '/api/youtube-candidates/quota/',
  access: 'admin',
  summary: 'What is left of today’s quota of YouTube’s Data API, as far as this installation used it.',
  response: quota,
});

export const savedSearch = z.object({
  id,
  name: z.string(),
  settings: searchSettings,
  is_daily: z.boolean(),
  last_run_at: z.nullable(instant),
  /** What came of the last run, in a sentence. */
  last_message: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const listSavedSearches = endpoint({
  method: 'GET',
  path: '/api/youtube-candidates/saved-searches/',
  access: 'admin',
  summary: 'The saved searches, by name.',
  response: z.array(savedSearch),
});

export const saveSearch = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/saved-searches/',
  access: 'admin',
  summary: 'Saves a search under a name, to be repeated daily if wished; one of the same name is replaced.',
  body: z.object({ name: name(150), settings: searchSettings, is_daily: z._default(z.boolean(), false) }),
  response: savedSearch,
  status: 201,
});

export const deleteSavedSearch = endpoint({
  method: 'DELETE',
  path: '/api/youtube-candidates/saved-searches/{id}/',
  access: 'admin',
  summary: 'Deletes a saved search.',
  params: byId,
});

export const getCandidate = endpoint({
  method: 'GET',
  path: '/api/youtube-candidates/{id}/',
  access: 'admin',
  summary: 'One candidate, with its downloaded subtitles.',
  params: byId,
  response: candidateDetail,
});

export const updateCandidate = endpoint({
  method: 'PATCH',
  path: '/api/youtube-candidates/{id}/',
  access: 'admin',
  summary: 'Moves a candidate through its review, or changes priority, notes or language.',
  params: byId,
  body: z.object({
    review_status: z.optional(reviewStatus),
    priority: z.optional(priority),
    review_notes: z.optional(text()),
    language: z.optional(languageCode),
  }),
  response: candidate,
  errors: ['conflict'],
});

export const bulkReview = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/bulk-review/',
  access: 'admin',
  summary: 'Moves several candidates. Those from which the move isn’t offered stay as they are.',
  body: z.object({
    ...chosen,
    review_status: reviewStatus,
    priority: z.optional(priority),
    review_notes: z.optional(text()),
  }),
  response: z.object({ changed: z.int(), refused: z.int() }),
});

export const bulkScan = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/bulk-scan-subtitles/',
  access: 'admin',
  summary: 'Looks what subtitles YouTube has for several candidates.',
  body: z.object(chosen),
  response: z.object({
    successful_scans: z.optional(z.int()),
    failed: z.optional(z.int()),
    job_id: z.optional(id),
  }),
  laterStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many'],
});

export const scanSubtitles = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/{id}/scan-subtitles/',
  access: 'admin',
  summary: 'Looks what subtitles YouTube has for a candidate.',
  params: byId,
  response: z.object({
    success: z.optional(z.boolean()),
    total_subtitles: z.optional(z.int()),
    manual_subtitles: z.optional(z.int()),
    job_id: z.optional(id),
  }),
  laterStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});

export const downloadSubtitles = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/{id}/download-subtitles/',
  access: 'admin',
  summary:
    'Downloads one subtitle by its language or version key, or every manual one (and the automatic one of its language when that has no manual one). Scans first if need be.',
  params: byId,
  body: z.object({ language: z.optional(versionKey) }),
  response: z.object({
    success: z.optional(z.boolean()),
    downloaded: z.optional(z.array(z.string())),
    failed: z.optional(z.record(z.string(), z.string())),
    job_id: z.optional(id),
  }),
  laterStatus: 202,
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});

/** `language` is the spec's; the version key decides, or the language where it is the key. */
const version = { language: z.optional(versionKey), version_key: z.optional(versionKey) };

export const convertSubtitle = endpoint({
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
};

/** A change that cleaning makes: `after` is null where the cue goes altogether. */
export const cleanChange = z.object({
  /** Its place in the list of changes, by which it is refused. */
  position: z.int(),
  /** The cue's number, from 1. */
  index: z.int(),
  rule: z.string(),
  before: z.string(),
  after: z.nullable(z.string()),
});
export type CleanChange = z.infer<typeof cleanChange>;

export const previewCleaning = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/{id}/preview-cleaning/',
  access: 'admin',
  summary: 'The changes that cleaning a version would make; nothing is kept.',
  params: byId,
  body: z.object(cleaning),
  response: z.object({ changes: z.array(cleanChange) }),
  errors: ['conflict'],
});

export const cleanSubtitle = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/{id}/clean-subtitle/',
  access: 'admin',
  summary: 'Cleans a version, in place. `refused` names changes of the preview that are not made.',
  params: byId,
  body: z.object({ ...cleaning, refused: z._default(z.array(z.int()).check(z.maxLength(100_000)), []) }),
  response: z.object({ success: z.boolean(), changed: z.int() }),
  errors: ['conflict'],
});

export const restoreSubtitle = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/{id}/restore-subtitle/',
  access: 'admin',
  summary: 'Puts the text of a version back as it was downloaded.',
  params: byId,
  body: z.object(version),
  response: z.object({ success: z.boolean() }),
});

/** The payload comes as a JSON body or as a query. */
export const deleteDownloadedSubtitle = endpoint({
  method: 'DELETE',
  path: '/api/youtube-candidates/{id}/delete-subtitle/',
  access: 'admin',
  summary: 'Deletes a downloaded version.',
  params: byId,
  query: z.object(version),
  body: z.object(version),
});

export const saveSyncedSubtitles = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/{id}/save-synced-subtitles/',
  access: 'admin',
  summary: 'Saves the text of a version as the sync editor made it, as SRT. `language` is the version key.',
  params: byId,
  body: z.object({ language: versionKey, content: z.string() }),
  bodyLimit: SEGMENTS_BODY_LIMIT,
  response: z.object({ success: z.boolean() }),
});

export const publishCandidate = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/{id}/publish/',
  access: 'admin',
  summary: 'Makes an approved candidate a video: a draft, with these versions as subtitles, aligned.',
  params: byId,
  body: z.object({
    original: versionKey,
    targets: z._default(z.array(versionKey).check(z.maxLength(20)), []),
    title: z.optional(name()),
    description: z.optional(text()),
  }),
  response: z.object({ video_id: id }),
  status: 201,
  errors: ['conflict'],
});

/** How the one queue for captions stands. */
export const captionsState = z.object({
  /** `open`: YouTube takes us for a robot; nothing is asked before `reopens_at`. */
  circuit: z.enum(['closed', 'open']),
  reason: z.string(),
  reopens_at: z.nullable(instant),
  waiting: z.int(),
});

export const getCaptionsState = endpoint({
  method: 'GET',
  path: '/api/youtube-candidates/captions-state/',
  access: 'admin',
  summary: 'Whether captions can be asked for now, and how many wait.',
  response: captionsState,
});

export const closeCircuit = endpoint({
  method: 'POST',
  path: '/api/youtube-candidates/captions-state/',
  access: 'admin',
  summary: 'Tries again before the circuit closes by itself.',
  response: captionsState,
});

export const lookForSubtitles = endpoint({
  method: 'POST',
  path: '/api/videos/{id}/look-for-subtitles/',
  access: 'admin',
  summary: 'What subtitles YouTube has for a video of the Video Manager.',
  params: byId,
  response: z.object({ subtitles: z.array(availableSubtitle) }),
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});

export const takeSubtitles = endpoint({
  method: 'POST',
  path: '/api/videos/{id}/take-subtitles/',
  access: 'admin',
  summary: 'Downloads subtitles of YouTube and adds them to a video, replacing those of the same languages.',
  params: byId,
  body: z.object({ version_keys: z.array(versionKey).check(z.minLength(1), z.maxLength(20)) }),
  response: z.object({
    added: z.array(z.string()),
    failed: z.record(z.string(), z.string()),
  }),
  errors: ['bad_gateway', 'unavailable', 'gateway_timeout', 'too_many', 'conflict'],
});
