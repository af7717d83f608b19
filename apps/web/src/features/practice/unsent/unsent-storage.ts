import type { LineIdentity, practice } from '@sayback/contract';
import { accountStorage } from '../../../device-storage/account-storage.ts';

export type UnsentMarks = LineIdentity & Partial<practice.LineMarks> & { video_id: number };

/** Unsent attempts by id. Each has its own key, so that tabs don't overwrite each other's. */
export const unsentAttempts = accountStorage<practice.Attempt>('turn');

/** Unsent reviews by id, as separate keys too. */
export const unsentReviews = accountStorage<practice.Review>('review');

/** Unsent changes of a line's marks, by the time of the change. */
export const unsentMarks = accountStorage<UnsentMarks>('mark');
