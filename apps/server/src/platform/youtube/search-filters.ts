import type { candidates } from '@sayback/contract';
import type { z } from 'zod';
import { searchErrors } from './search-error.ts';

export type SearchFilters = z.output<typeof candidates.searchFilters>;

const NAMES = {
  video_caption: 'videoCaption',
  video_duration: 'videoDuration',
  video_definition: 'videoDefinition',
  video_license: 'videoLicense',
  safe_search: 'safeSearch',
  video_category_id: 'videoCategoryId',
} as const;

/** Converts our filters to YouTube's parameters; omits empty ones. Throws a `bad-request` for an invalid date. */
export function filterParameters(filters: SearchFilters): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [field, parameter] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    const value = filters[field]?.trim();
    if (value) parameters[parameter] = value;
  }
  if (filters.published_after) parameters.publishedAfter = readTimestamp(filters.published_after);
  if (filters.published_before) parameters.publishedBefore = readTimestamp(filters.published_before);
  return parameters;
}

/** Converts a date (its start in UTC) or a timestamp to RFC 3339. */
function readTimestamp(input: string): string {
  const text = input.trim();
  const date = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text) ? new Date(text) : null;
  if (!date || Number.isNaN(date.getTime())) throw searchErrors.badRequest(`“${text}” is not a date`);
  return `${date.toISOString().slice(0, 19)}Z`;
}
