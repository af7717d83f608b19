import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { type UserChange, useChangeUser, useResetSecondFactor, useSendResetMail } from './queries.ts';
import classes from './user-actions.module.css';

type Props = {
  user: accounts.User;
  onChanged: (user: accounts.User) => void;
};

/** A menu of actions on an account, each confirmed in a dialog, which stays open when the action fails. */
export function UserActions({ user, onChanged }: Props) {
  const { t } = useTranslation();
  const [action, setAction] = useState<UserAction | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const change = useChangeUser();
  const sendReset = useSendResetMail();
  const resetSecondFactor = useResetSecondFactor(user);
  const { username, email } = user;
  const close = () => setAction(null);

  function perform(chosen: UserAction) {
    if (chosen === 'sendReset') return sendReset.mutate(user.id, { onSuccess: close });
    if (chosen === 'resetSecondFactor') return resetSecondFactor.mutate(undefined, { onSuccess: close });
    const done = t(DONE[chosen], { username });
    const onSuccess = () => {
      close();
      onChanged(user);
    };
    change.mutate({ id: user.id, change: CHANGES[chosen], done }, { onSuccess });
  }

  return (
    <>
      {/* In the main landmark, where screen readers look for it; fixed, so that the table doesn't clip it. */}
      <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <ActionIcon ref={button} variant="quiet" aria-label={t('users.actionsFor', { username })}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actionsFor(user).map((offered) => (
            <Menu.Item
              key={offered}
              className={classes.item}
              data-grave={offered === 'disable' || undefined}
              onClick={() => setAction(offered)}
            >
              {t(`users.${offered}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {action && (
        <ConfirmDialog
          title={t(`users.${action}Title`, { username })}
          text={t(`users.${action}Text`, { email })}
          confirmLabel={t(`users.${action}`)}
          isDestructive={action === 'disable' || action === 'resetSecondFactor'}
          isPending={change.isPending || sendReset.isPending || resetSecondFactor.isPending}
          onConfirm={() => perform(action)}
          onClose={close}
          returnFocusTo={button}
        />
      )}
    </>
  );
}

type UserAction = 'makeAdmin' | 'unmakeAdmin' | 'disable' | 'enable' | 'sendReset' | 'resetSecondFactor';

/** Returns the actions that are possible in the account's current state. */
export function actionsFor({ is_admin, is_disabled, has_second_factor, email }: accounts.User): UserAction[] {
  return [
    is_admin ? 'unmakeAdmin' : 'makeAdmin',
    // A disabled account, or one without an address, gets no email.
    ...(email !== '' && !is_disabled ? (['sendReset'] as const) : []),
    ...(has_second_factor ? (['resetSecondFactor'] as const) : []),
    is_disabled ? 'enable' : 'disable',
  ];
}

const CHANGES: Record<Exclude<UserAction, 'sendReset' | 'resetSecondFactor'>, UserChange> = {
  makeAdmin: { is_admin: true },
  unmakeAdmin: { is_admin: false },
  disable: { is_disabled: true },
  enable: { is_disabled: false },
};

const DONE = {
  makeAdmin: 'users.madeAdmin',
  unmakeAdmin: 'users.unmadeAdmin',
  disable: 'users.disabledNow',
  enable: 'users.enabledNow',
} as const;
