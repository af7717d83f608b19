import { useMediaQuery } from '@mantine/hooks';
import type { accounts } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { AuditMessage } from './audit-message.tsx';
import classes from './listing.module.css';

type Props = { entries: readonly accounts.AuditEntry[]; isLoading: boolean };

/** The audit log: a table, or cards on narrow screens. */
export function ActivityList(props: Props) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <Cards {...props} /> : <Table {...props} />;
}

function Table({ entries, isLoading }: Props) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  return (
    <div className={classes.frame} data-waiting={isLoading || undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('activity.time')}</th>
            <th scope="col">{t('activity.administrator')}</th>
            <th scope="col">{t('activity.action')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id} data-testid="audit-entry">
              <td className={classes.fixed}>{formatTime(entry.at)}</td>
              <td className={classes.wide}>
                <bdi>{entry.username}</bdi>
              </td>
              <td>
                <div className={classes.facts}>
                  <AuditMessage entry={entry} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ entries, isLoading }: Props) {
  const { formatTime } = useTimeText();
  return (
    <ul className={classes.cards} data-waiting={isLoading || undefined}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.card} data-testid="audit-entry">
          <div className={classes.facts}>
            <span className={classes.quiet}>
              {formatTime(entry.at)} · <bdi>{entry.username}</bdi>
            </span>
            <AuditMessage entry={entry} />
          </div>
        </li>
      ))}
    </ul>
  );
}
