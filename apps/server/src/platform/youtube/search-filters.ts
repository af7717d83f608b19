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

/** Converts our filters to YouTube's parameters; empty ones are left out. Throws a `bad-request` for an invalid date. */
export function filterParameters(filters: SearchFilters): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [ours, theirs] of Object.entries(NAMES) as [keyof typeof NAMES, string][]) {
    const value = filters[ours]?.trim();
    if (value) parameters[theirs] = value;
  }
  if (filters.published_after) parameters.publishedAfter = readTimestamp(filters.published_after);
  if (filters.published_before) parameters.publishedBefore = readTimestamp(filters.published_before);
  return parameters;
}

/** Converts a date (its start in UTC) or a timestamp to RFC 3339. */
function readTimestamp(input: string): string {
  const text = input.trim();
  const moment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text) ? new Date(text) : null;
  if (!moment || Number.isNaN(moment.getTime())) throw searchErrors.badRequest(`“${text}” is no date`);
  return `${moment.toISOString().slice(0, 19)}Z`;
}
