import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { byId, languageCode, text } from '../fields.ts';
import { candidate } from './candidate.ts';
import { priority } from './candidate-fields.ts';
import { candidateSelection } from './filter.ts';
import { type ReviewStatus, reviewStatus } from './review-status.ts';

export const DEFAULT_PRIORITY = 3;

/** Allowed new statuses for each current status. */
export const REVIEW_TRANSITIONS: Record<ReviewStatus, readonly ReviewStatus[]> = {
  pending: ['approved', 'rejected', 'processed'],
  approved: ['processed'],
  rejected: [],
  processed: [],
};

export const updateCandidate = endpoint({
  id: 'candidates.updateCandidate',
  subject: 'candidate',
  method: 'PATCH',
  path: '/api/youtube-candidates/{id}/',
  access: 'admin',
  summary: 'Changes a candidate’s review status, priority, notes or language.',
  params: byId,
  body: z.object({
    review_status: z.optional(reviewStatus),
    priority: z.optional(priority),
    review_notes: z.optional(text()),
    language: z.optional(languageCode),
  }),
  hasStoredMessages: true,
  response: candidate,
  errors: ['conflict'],
});

export const bulkReview = endpoint({
  id: 'candidates.bulkReview',
  method: 'POST',
  path: '/api/youtube-candidates/bulk-review/',
  access: 'admin',
  summary:
    'Changes the review status of several candidates. Skips those whose current status doesn’t allow it.',
  body: z.object({
    ...candidateSelection,
    review_status: reviewStatus,
    priority: z.optional(priority),
    review_notes: z.optional(text()),
  }),
  response: z.object({ changed: z.int(), refused: z.int() }),
});
