import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { FactorNews } from '../emails/emails.ts';

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
 * Context of a security event. `username` is always an account's, never the typed one: people type passwords into that
 * field. No tokens and no email addresses.
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
  change?: FactorNews;
  is_admin?: boolean;
  session_id?: number | 'all' | 'others';
  by?: number;
};

export type SecurityLog = (event: SecurityEvent, facts: Facts) => void;

const getLevel = (event: SecurityEvent) => (event === 'auth.login.flood' ? 'warn' : 'info');

export const securityLog =
  (log: Pick<FastifyBaseLogger, 'info' | 'warn'>): SecurityLog =>
  (event, facts) =>
    log[getLevel(event)]({ event, ...facts }, 'security event');

export const createSecurityLog =
  ({ log, ip }: FastifyRequest): SecurityLog =>
  (event, facts) =>
    log[getLevel(event)]({ event, ...facts, remote: ip }, 'security event');
