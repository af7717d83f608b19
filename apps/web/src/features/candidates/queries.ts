import { candidates } from '@sayback/contract';
import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { invalidate, queryFor } from '../../api/query.ts';
import type { CandidatesSearch } from './candidates-search.ts';

/** Subject of bulk searches and scans. */
export const ALL_CANDIDATES = 'candidates';
export const candidateSubject = (id: number) => `candidate:${id}`;

/** Poll interval while another user's job is in progress, in milliseconds. */
const POLL_MS = 5000;

const isInProgress = (candidate: candidates.Candidate) =>
  candidate.subtitle_scan_status === 'scanning' || candidate.subtitle_download_status === 'downloading';

export const candidatesQuery = (search: CandidatesSearch) =>
  queryFor(
    candidates.listCandidates,
    { query: search },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.results.some(isInProgress) ? POLL_MS : false),
    },
  );

export const statsQuery = queryFor(candidates.getStats, {}, { select: ({ status_stats }) => status_stats });

export const candidateQuery = (id: number) =>
  queryFor(
    candidates.getCandidate,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && isInProgress(state.data) ? POLL_MS : false) },
  );

export const captionsStateQuery = queryFor(candidates.getCaptionsState, {}, { staleTime: 5000 });

export const savedSearchesQuery = queryFor(candidates.listSavedSearches, {});

/** Refreshes all data of this feature, including YouTube's quota and state. */
export const refreshCandidates = (client: QueryClient): Promise<void> => invalidate(client, 'candidates');
