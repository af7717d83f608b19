import { candidates } from '@sayback/contract';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { CandidatesSearch } from './candidates-search.ts';

/** What searches and scans in bulk are about. */
export const ALL_CANDIDATES = 'candidates';
export const candidateSubject = (id: number) => `candidate:${id}`;

/** How often to check whether somebody else's work has ended, in milliseconds. */
const WATCH_MS = 5000;

const isInProgress = (candidate: candidates.Candidate) =>
  candidate.subtitle_scan_status === 'scanning' || candidate.subtitle_download_status === 'downloading';

export const candidatesQuery = (search: CandidatesSearch) =>
  queryOptions({
    queryKey: ['candidates', 'list', search],
    queryFn: ({ signal }) => call(candidates.listCandidates, { query: search, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isInProgress) ? WATCH_MS : false),
  });

export const statsQuery = queryOptions({
  queryKey: ['candidates', 'stats'],
  queryFn: async ({ signal }) => (await call(candidates.getStats, { signal })).status_stats,
});

export const candidateQuery = (id: number) =>
  queryOptions({
    queryKey: ['candidates', 'one', id],
    queryFn: ({ signal }) => call(candidates.getCandidate, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? WATCH_MS : false),
  });

export const quotaQuery = queryOptions({
  queryKey: ['candidates', 'quota'],
  queryFn: ({ signal }) => call(candidates.getQuota, { signal }),
});

export const captionsStateQuery = queryOptions({
  queryKey: ['candidates', 'captions'],
  queryFn: ({ signal }) => call(candidates.getCaptionsState, { signal }),
  staleTime: 5000,
});

export const savedSearchesQuery = queryOptions({
  queryKey: ['candidates', 'saved-searches'],
  queryFn: ({ signal }) => call(candidates.listSavedSearches, { signal }),
});

/** Lists, numbers, single ones, and how YouTube stands. */
export const refreshCandidates = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['candidates'] });
