import { type Endpoint, isAudited } from './endpoint.ts';
import { type CallLimit, DAY, HOUR, MINUTE, type RowLimit } from './limits.ts';

const ANYONE: readonly CallLimit[] = [{ name: 'open', per: 'address', max: 3000, seconds: MINUTE }];
const LEARNER: readonly CallLimit[] = [{ name: 'calls', per: 'account', max: 1200, seconds: MINUTE }];
/** Rate limits of administrators' changes: enough for an editor who saves 3,000 lines in an hour. */
const CHANGES: readonly CallLimit[] = [
  { name: 'changes_hour', per: 'account', max: 6000, seconds: HOUR },
  { name: 'changes_day', per: 'account', max: 40_000, seconds: DAY },
];
/** Limit of audit events, since each administrator's change adds a row that stays for the log's retention period. */
const AUDIT_LOG: RowLimit = {
  name: 'audit_log',
  per: ['account'],
  max: 40_000,
  seconds: DAY,
  beyond: 'too_many',
};

/** Returns a call's rate limits. They always include one per minute, which also counts rejected calls. */
export function getCallLimits(declared: Endpoint): readonly CallLimit[] {
  const { id, access, limits } = declared;
  const perMinute = access === 'anyone' ? ANYONE : LEARNER;
  if (limits?.calls) {
    const own = limits.calls.map((limit) => ({ name: `${id} ${limit.seconds}`, ...limit }));
    return own.some(({ seconds }) => seconds <= MINUTE) ? own : [...perMinute, ...own];
  }
  return access !== 'anyone' && isAudited(declared) ? [...perMinute, ...CHANGES] : perMinute;
}

export const getRowLimits = (declared: Endpoint): readonly RowLimit[] => [
  ...(declared.limits?.rows ?? []),
  ...(isAudited(declared) ? [AUDIT_LOG] : []),
];
