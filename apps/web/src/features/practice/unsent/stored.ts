import type { practice } from '@sayback/contract';
import { accountStorage } from '../../../device-storage/account-storage.ts';

/** Unsent turns by id. Each has its own key, so that two tabs lose none. */
export const unsentAttempts = accountStorage<practice.Attempt>('turn');

/** Unsent reviews by id, likewise. */
export const unsentReviews = accountStorage<practice.Review>('review');
