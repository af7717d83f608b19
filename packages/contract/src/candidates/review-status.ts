import * as z from 'zod/mini';

export const reviewStatus = z.enum(['pending', 'approved', 'rejected', 'processed']);
export type ReviewStatus = z.infer<typeof reviewStatus>;
