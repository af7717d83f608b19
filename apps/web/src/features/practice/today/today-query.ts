import { practice } from '@sayback/contract';
import { queryFor } from '../../../api/query.ts';

/** The number of due lines, the weekly goal, and the last seven days. */
export const todayQuery = queryFor(practice.getToday, {});
