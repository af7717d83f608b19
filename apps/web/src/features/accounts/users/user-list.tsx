import '@mantine/core/styles/Badge.css';
import { Badge, Flex, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { accounts } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import classes from './listing.module.css';
import { UserActions } from './user-actions.tsx';

type Props = {
  users: readonly accounts.User[];
  /** The administrator's own username. */
  viewer: string;
  /** True while other results are loading. */
  isLoading: boolean;
  onChanged: (user: accounts.User) => void;
};

/** Accounts: a table, or cards on narrow screens. */
export function UserList(props: Props) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ users, viewer, isLoading, onChanged }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} data-waiting={isLoading || undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('auth.username')}</th>
            <th scope="col">{t('users.group')}</th>
            <th scope="col">{t('users.role')}</th>
            <th scope="col">{t('users.state')}</th>
            <th scope="col">{t('users.lastUsed')}</th>
            <th scope="col">
              <VisuallyHidden>{t('users.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id} data-testid="user">
              <td className={classes.wide}>
                <Name user={user} viewer={viewer} />
              </td>
              <td dir="auto">{user.group_name}</td>
              <td className={classes.fixed}>
                <Role user={user} />
              </td>
              <td className={classes.fixed}>
                <State user={user} />
              </td>
              <td className={classes.fixed}>
                <LastUsed user={user} />
              </td>
              <td className={classes.narrow}>
                <UserActions user={user} onChanged={onChanged} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ users, viewer, isLoading, onChanged }: Props) {
  return (
    <ul className={classes.cards} data-waiting={isLoading || undefined}>
      {users.map((user) => (
        <li key={user.id} className={classes.card} data-testid="user">
          <div className={classes.facts}>
            <Name user={user} viewer={viewer} />
            {user.group_name && <span dir="auto">{user.group_name}</span>}
            <span className={classes.quiet}>
              <LastUsed user={user} hasLabel />
            </span>
            <Flex component="span" wrap="wrap" gap="0.35rem">
              {user.is_admin && <Role user={user} />}
              {user.is_disabled && <State user={user} />}
            </Flex>
          </div>
          <UserActions user={user} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  );
}

type UserProps = { user: accounts.User };

function Name({ user, viewer }: UserProps & { viewer: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.facts}>
      <span>
        <bdi className={classes.name}>{user.username}</bdi>
        {user.username === viewer && <span className={classes.quiet}> ({t('users.you')})</span>}
      </span>
      {user.email && (
        <span className={classes.quiet} dir="ltr">
          {user.email}
        </span>
      )}
    </div>
  );
}

function Role({ user }: UserProps) {
  const { t } = useTranslation();
  if (!user.is_admin) return t('users.learner');
  return <Badge variant="light">{t('users.admin')}</Badge>;
}

function State({ user }: UserProps) {
  const { t } = useTranslation();
  if (!user.is_disabled) return t('users.active');
  return (
    <Badge variant="light" color="red">
      {t('users.disabled')}
    </Badge>
  );
}

/** `hasLabel`: adds a label, for lists without a column header. */
function LastUsed({ user, hasLabel = false }: UserProps & { hasLabel?: boolean }) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  if (!user.last_used_at) return t('users.never');
  const date = formatTime(user.last_used_at);
  return hasLabel ? t('settings.lastUsed', { date }) : date;
}
