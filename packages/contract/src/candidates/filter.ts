import * as z from 'zod/mini';
import { id, languageCode, text } from '../fields.ts';
import { inputError } from '../input-message.ts';
import { priority } from './candidate-fields.ts';
import { reviewStatus } from './review-status.ts';

/** Filter fields shared by the query and the body. */
export const filterShape = {
  status: z.optional(reviewStatus),
  language: z.optional(languageCode),
  q: z.optional(text(200)),
};

/** The filter in a request body. */
export const candidateFilter = z.object({
  ...filterShape,
  priority: z.optional(priority),
  has_manual_subtitles: z.optional(z.boolean()),
});

/** Selects candidates by their ids, or all that match a filter. */
export const candidateSelection = {
  candidate_ids: z.optional(
    z.array(id).check(z.minLength(1, inputError('candidates.noneSelected')), z.maxLength(1000)),
  ),
  filter: z.optional(candidateFilter),
};
