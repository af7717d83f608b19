import type { LineIdentity, practice } from '@sayback/contract';
import { accountStorage } from '../../../device-storage/account-storage.ts';

export type UnsentMarks = LineIdentity & Partial<practice.LineMarks> & { video_id: number };

/** Unsent turns by id. Each has its own key, so that two tabs lose none. */
export const unsentAttempts = accountStorage<practice.Attempt>('turn');

/** Unsent reviews by id, stored in the same way. */
export const unsentReviews = accountStorage<practice.Review>('review');

/** A line's changed marks until they are saved, by the time of the press. */
export const unsentMarks = accountStorage<UnsentMarks>('mark');
