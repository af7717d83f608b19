import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { flagParam, paged, pageParam } from '../fields.ts';
import { candidate } from './candidate.ts';
import { filterShape } from './filter.ts';

export const CANDIDATE_PAGE_SIZE = 20;

export const listCandidates = endpoint({
  id: 'candidates.listCandidates',
  method: 'GET',
  path: '/api/youtube-candidates/',
  access: 'admin',
  summary: 'Lists candidates, newest first, 20 per page.',
  query: z.object({
    ...filterShape,
    page: z.optional(pageParam),
    priority: z.optional(z.pipe(z.enum(['1', '2', '3', '4', '5']), z.transform(Number))),
    has_manual_subtitles: z.optional(flagParam),
  }),
  hasStoredMessages: true,
  response: paged(candidate),
});

export const getStats = endpoint({
  id: 'candidates.getStats',
  method: 'GET',
  path: '/api/youtube-candidates/stats/',
  access: 'admin',
  summary: 'Counts the candidates by review status.',
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
