import { practice } from '@sayback/contract';
import { queryOf } from '../../../api/query.ts';

/** The number of due lines, the weekly goal, and the last seven days. */
export const todayQuery = queryOf(practice.getToday, {});
