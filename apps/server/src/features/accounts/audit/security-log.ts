import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { FactorChange } from '../emails/emails.ts';

export type SecurityEvent =
  | 'auth.account.register'
  | 'auth.account.disable'
  | 'auth.account.enable'
  | 'auth.account.delete'
  | 'auth.email.change'
  | 'auth.email.verify'
  | 'auth.identity.link'
  | 'auth.login.success'
  | 'auth.login.failure'
  | 'auth.login.flood'
  | 'auth.login.limited'
  | 'auth.logout'
  | 'auth.password.change'
  | 'auth.password.failure'
  | 'auth.password.reset'
  | 'auth.password.reset_request'
  | 'auth.role.change'
  | 'auth.second_factor.change'
  | 'auth.second_factor.confirm'
  | 'auth.second_factor.failure'
  | 'auth.session.end';

/**
 * Context of a security event. `username` comes from an account, never from a login form, since people type passwords into
 * that field. Never add tokens or email addresses.
 */
type Facts = {
  user_id?: number;
  user_ids?: number[];
  username?: string;
  /** False if no account has the typed name. */
  known_account?: false;
  /** Login method: `password`, or the provider's id. */
  method?: string;
  /** The change to the account's second factors. */
  change?: FactorChange;
  is_admin?: boolean;
  session_id?: number | 'all' | 'others';
  by?: number;
};

export type SecurityLog = (event: SecurityEvent, facts: Facts) => void;

const chooseLevel = (event: SecurityEvent) => (event === 'auth.login.flood' ? 'warn' : 'info');

export const securityLog =
  (log: Pick<FastifyBaseLogger, 'info' | 'warn'>): SecurityLog =>
  (event, facts) =>
    log[chooseLevel(event)]({ event, ...facts }, 'security event');

export const createSecurityLog =
  ({ log, ip }: FastifyRequest): SecurityLog =>
  (event, facts) =>
    log[chooseLevel(event)]({ event, ...facts, remote: ip }, 'security event');
