import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/translation.ts';
import { statsQuery } from '../queries.ts';
import classes from './stat-cards.module.css';

const NAMES = ['total', 'pending', 'approved', 'rejected', 'processed'] as const;

export function StatCards() {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(statsQuery);
  return (
    <dl className={classes.cards} aria-label={t('candidates.stats')}>
      {NAMES.map((name) => (
        <div key={name} className={classes.card} data-testid={`stat-${name}`} data-status={name}>
          <dt>{t(`candidates.${name}`)}</dt>
          <dd>{data ? data[name].toLocaleString(i18n.language) : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
