import type { practice } from '@sayback/contract';
import { createPersonalStorage } from '../../api/personal-storage.ts';

/** The turns that couldn't be sent when they were said. */
export const unsentAttempts = createPersonalStorage<practice.Attempt[]>('unsent_attempts');
