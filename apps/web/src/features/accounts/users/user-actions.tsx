import '@mantine/core/styles/Menu.css';
import { ActionIcon, Menu } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { IconDots } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { type AccountAction, actionsFor, CHANGES, DONE } from './account-actions.ts';
import { useChangeUser, useResetSecondFactor, useSendResetMail } from './queries.ts';
import classes from './user-actions.module.css';

type Props = {
  user: accounts.User;
  /** An account was changed. */
  onChanged: (user: accounts.User) => void;
};

/** What can be done with an account: chosen from a menu, asked about, done. The question stays when it was refused. */
export function UserActions({ user, onChanged }: Props) {
  const { t } = useTranslation();
  const [action, setAction] = useState<AccountAction | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const change = useChangeUser();
  const sendReset = useSendResetMail();
  const resetSecondFactor = useResetSecondFactor();
  const { username, email } = user;
  const close = () => setAction(null);

  function perform(chosen: AccountAction) {
    if (chosen === 'sendReset') return sendReset.mutate(user.id, { onSuccess: close });
    if (chosen === 'resetSecondFactor') return resetSecondFactor.mutate(user, { onSuccess: close });
    const done = t(DONE[chosen], { username });
    const onSuccess = () => {
      close();
      onChanged(user);
    };
    change.mutate({ id: user.id, change: CHANGES[chosen], done }, { onSuccess });
  }

  return (
    <>
      {/* In the page's main part, where a screen reader looks for it; fixed, so that the table's frame doesn't cut it. */}
      <Menu
        position="bottom-end"
        withinPortal={false}
        floatingStrategy="fixed"
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('users.actionsFor', { username })}
          >
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
          isGrave={action === 'disable' || action === 'resetSecondFactor'}
          isPending={change.isPending || sendReset.isPending || resetSecondFactor.isPending}
          onConfirm={() => perform(action)}
          onClose={close}
          returnFocusTo={button}
        />
      )}
    </>
  );
}
