import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, id, name, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { searchSettings } from './search.ts';

export const savedSearch = z.object({
  id,
  name: z.string(),
  settings: searchSettings,
  is_daily: z.boolean(),
  last_run_at: z.nullable(timestamp),
  /** Outcome of the last run. */
  last_message: z.string(),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const listSavedSearches = endpoint({
  id: 'candidates.listSavedSearches',
  method: 'GET',
  path: '/api/youtube-candidates/saved-searches/',
  access: 'admin',
  summary: 'Lists the saved searches, by name.',
  hasStoredMessages: true,
  response: z.array(savedSearch),
});

export const saveSearch = endpoint({
  id: 'candidates.saveSearch',
  method: 'POST',
  path: '/api/youtube-candidates/saved-searches/',
  access: 'admin',
  limits: { rows: [ROWS.saved_searches] },
  summary: 'Saves a search under a name, optionally repeated daily. Replaces any search with the same name.',
  body: z.object({ name: name(150), settings: searchSettings, is_daily: z._default(z.boolean(), false) }),
  hasStoredMessages: true,
  response: savedSearch,
  status: 201,
});

export const deleteSavedSearch = endpoint({
  id: 'candidates.deleteSavedSearch',
  subject: 'saved-search',
  method: 'DELETE',
  path: '/api/youtube-candidates/saved-searches/{id}/',
  access: 'admin',
  summary: 'Deletes a saved search.',
  params: byId,
});
