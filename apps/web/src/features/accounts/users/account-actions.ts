import type { accounts } from '@sayback/contract';
import type { UserChange } from './queries.ts';

/** What an administrator can do with an account, by name. */
export type AccountAction =
  | 'makeAdmin'
  | 'unmakeAdmin'
  | 'disable'
  | 'enable'
  | 'sendReset'
  | 'resetSecondFactor';

/** Returns what can be done with an account now. */
export function actionsFor({
  is_admin,
  is_disabled,
  has_second_factor,
  email,
}: accounts.User): AccountAction[] {
  return [
    is_admin ? 'unmakeAdmin' : 'makeAdmin',
    // No mail goes to a disabled account, nor to one without an address.
    ...(email !== '' && !is_disabled ? (['sendReset'] as const) : []),
    ...(has_second_factor ? (['resetSecondFactor'] as const) : []),
    is_disabled ? 'enable' : 'disable',
  ];
}

export const CHANGES: Record<Exclude<AccountAction, 'sendReset' | 'resetSecondFactor'>, UserChange> = {
  makeAdmin: { is_admin: true },
  unmakeAdmin: { is_admin: false },
  disable: { is_disabled: true },
  enable: { is_disabled: false },
};

export const DONE = {
  makeAdmin: 'users.madeAdmin',
  unmakeAdmin: 'users.unmadeAdmin',
  disable: 'users.disabledNow',
  enable: 'users.enabledNow',
} as const;
