import { candidates } from '@sayback/contract';
import { pageParam, stringParam } from '../../api/search-params.ts';

/** Search parameters of the list: the filter, and the page unless it is the first. */
export type CandidatesSearch = {
  status?: candidates.ReviewStatus | undefined;
  language?: string | undefined;
  priority?: number | undefined;
  has_manual_subtitles?: boolean | undefined;
  q?: string | undefined;
  page?: number | undefined;
};

export type CandidatesFilter = Omit<CandidatesSearch, 'page'>;

const STATUSES: readonly unknown[] = candidates.reviewStatus.options;

const isStatus = (value: unknown): value is candidates.ReviewStatus => STATUSES.includes(value);
const isPriority = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5;

export function readCandidatesSearch(search: Record<string, unknown>): CandidatesSearch {
  const { status, language, priority, has_manual_subtitles: manual, q, page } = search;
  return {
    status: isStatus(status) ? status : undefined,
    language: stringParam(language),
    priority: isPriority(priority) ? priority : undefined,
    has_manual_subtitles: typeof manual === 'boolean' ? manual : undefined,
    q: stringParam(q),
    page: pageParam(page),
  };
}

export function filterFromSearch({ page: _, ...filter }: CandidatesSearch): CandidatesFilter {
  return filter;
}

/** Returns true if the filter excludes some candidates. */
export const hasFilter = (filter: CandidatesFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
