import { accounts } from '@sayback/contract';
import { queryOf } from '../../../api/query.ts';

export const secondFactorQuery = queryOf(accounts.getSecondFactor, {});
