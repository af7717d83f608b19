import { candidates } from '@sayback/contract';

/** What the address of the list says: the filter and the page. The first page is left out. */
export type CandidatesSearch = {
  status?: candidates.ReviewStatus | undefined;
  language?: string | undefined;
  priority?: number | undefined;
  has_manual_subtitles?: boolean | undefined;
  q?: string | undefined;
  page?: number | undefined;
};

/** The part of it that says which candidates. */
export type CandidatesFilter = Omit<CandidatesSearch, 'page'>;

const STATUSES: readonly unknown[] = candidates.reviewStatus.options;

const isStatus = (value: unknown): value is candidates.ReviewStatus => STATUSES.includes(value);
const wholeFrom = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;

/** Parses it. Invalid values are set to undefined, not left out: the router would put back what it parsed itself. */
export function readCandidatesSearch(search: Record<string, unknown>): CandidatesSearch {
  const { status, language, priority, has_manual_subtitles: manual, q, page } = search;
  // The router reads `?q=7` as a number.
  const text = typeof q === 'string' || typeof q === 'number' ? String(q) : '';
  return {
    status: isStatus(status) ? status : undefined,
    language: typeof language === 'string' && language !== '' ? language : undefined,
    priority: wholeFrom(priority, 1, 5),
    has_manual_subtitles: typeof manual === 'boolean' ? manual : undefined,
    q: text || undefined,
    page: wholeFrom(page, 2, 999_999_999),
  };
}

export function filterIn({ page: _, ...filter }: CandidatesSearch): CandidatesFilter {
  return filter;
}

/** Returns true if the filter excludes some candidates. */
export const isNarrowed = (filter: CandidatesFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);
