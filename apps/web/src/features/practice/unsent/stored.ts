import type { practice } from '@sayback/contract';
import { accountStorage } from '../../../device-storage/account-storage.ts';

/** The turns that couldn't be sent when they were said, by their ids: each has a key, so that two tabs lose none. */
export const unsentAttempts = accountStorage<practice.Attempt>('turn');

/** The reviews that couldn't be sent when they were given, likewise. */
export const unsentReviews = accountStorage<practice.Review>('review');
