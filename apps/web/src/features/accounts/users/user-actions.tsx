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

  function runAction(userAction: UserAction) {
    if (userAction === 'sendReset') return sendReset.mutate(user.id, { onSuccess: close });
    if (userAction === 'resetSecondFactor') return resetSecondFactor.mutate(undefined, { onSuccess: close });
    const done = t(DONE_MESSAGES[userAction], { username });
    const onSuccess = () => {
      close();
      onChanged(user);
    };
    change.mutate({ id: user.id, change: CHANGES[userAction], done }, { onSuccess });
  }

  return (
    <>
      {/* Not in a portal: screen readers look for it in the main landmark. Fixed, so that the table doesn't clip it. */}
      <Menu position="bottom-end" withinPortal={false} floatingStrategy="fixed">
        <Menu.Target>
          <ActionIcon ref={button} variant="quiet" aria-label={t('users.actionsFor', { username })}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actionsFor(user).map((option) => (
            <Menu.Item
              key={option}
              className={classes.item}
              data-grave={option === 'disable' || undefined}
              onClick={() => setAction(option)}
            >
              {t(`users.${option}`)}
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
          onConfirm={() => runAction(action)}
          onClose={close}
          returnFocusTo={button}
        />
      )}
    </>
  );
}

type UserAction = 'makeAdmin' | 'removeAdmin' | 'disable' | 'enable' | 'sendReset' | 'resetSecondFactor';

/** Returns the actions that are possible in the account's current state. */
export function actionsFor({ is_admin, is_disabled, has_second_factor, email }: accounts.User): UserAction[] {
  return [
    is_admin ? 'removeAdmin' : 'makeAdmin',
    // A disabled account, or one without an address, gets no email.
    ...(email !== '' && !is_disabled ? (['sendReset'] as const) : []),
    ...(has_second_factor ? (['resetSecondFactor'] as const) : []),
    is_disabled ? 'enable' : 'disable',
  ];
}

const CHANGES: Record<Exclude<UserAction, 'sendReset' | 'resetSecondFactor'>, UserChange> = {
  makeAdmin: { is_admin: true },
  removeAdmin: { is_admin: false },
  disable: { is_disabled: true },
  enable: { is_disabled: false },
};

const DONE_MESSAGES = {
  makeAdmin: 'users.madeAdmin',
  removeAdmin: 'users.removedAdmin',
  disable: 'users.accountDisabled',
  enable: 'users.accountEnabled',
} as const;
