import { Button } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import classes from './listing.module.css';

type Props = {
  invitations: readonly accounts.Invitation[];
  onRevoke: (invitation: accounts.Invitation) => void;
};

export function InvitationList({ invitations, onRevoke }: Props) {
  const { t } = useTranslation();
  const { formatDate, formatDay } = useTimeText();
  return (
    <ul className={classes.cards}>
      {invitations.map((invitation) => {
        const group = invitation.group_name || t('invitations.noGroup');
        return (
          <li key={invitation.id} className={`${classes.card} ${classes.centred}`} data-testid="invitation">
            <div className={classes.facts}>
              <bdi className={invitation.group_name ? classes.name : classes.quiet}>{group}</bdi>
              <span>
                {t('invitations.usesLeft', { count: invitation.uses_left })},{' '}
                {t('invitations.expires', { date: formatDay(invitation.expires_at) })}
              </span>
              <span className={classes.quiet}>
                {t('invitations.createdOn', { date: formatDate(invitation.created_at) })}
              </span>
            </div>
            <Button
              variant="default"
              onClick={() => onRevoke(invitation)}
              aria-label={t('invitations.revokeLabel', { group })}
              flex="none"
            >
              {t('invitations.revoke')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
