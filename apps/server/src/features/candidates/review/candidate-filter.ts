import type { candidates as calls } from '@sayback/contract';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { badField } from '../../../errors/app-error.ts';
import { likePattern } from '../../../platform/database/database.ts';
import { candidates } from '../tables.ts';

export type CandidateFilter = z.output<typeof calls.candidateFilter>;

/** SQL condition for a filter. `q` searches title, channel, keyword and YouTube id. */
export function matchesFilter(filter: CandidateFilter): SQL | undefined {
  const { status, language, priority, has_manual_subtitles, q } = filter;
  const text = q?.trim();
  return and(
    status && eq(candidates.review_status, status),
    language ? eq(candidates.language, language) : undefined,
    priority === undefined ? undefined : eq(candidates.priority, priority),
    has_manual_subtitles === undefined ? undefined : eq(candidates.has_manual, has_manual_subtitles),
    text ? sql`${candidates.search_text} like lower(${likePattern(text)})` : undefined,
  );
}

/** SQL condition for the candidates of a bulk call, by ids or else by filter. Throws a 400 without either. */
export function isSelected(body: {
  candidate_ids?: number[] | undefined;
  filter?: CandidateFilter | undefined;
}): SQL | undefined {
  if (body.candidate_ids) return inArray(candidates.id, body.candidate_ids);
  if (body.filter) return matchesFilter(body.filter);
  throw badField('candidate_ids', 'candidates.noneSelected');
}
