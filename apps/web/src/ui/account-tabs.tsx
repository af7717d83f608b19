import { Link } from '@tanstack/react-router';
import { useTranslation } from '../locales/translation.ts';
import classes from './account-tabs.module.css';

const TABS = [
  { to: '/profile', name: 'nav.profile' },
  { to: '/settings', name: 'nav.settings' },
  { to: '/progress', name: 'nav.progress' },
] as const;

/** Links to the screens of the account. The top bar links to the first one. */
export function AccountTabs() {
  const { t } = useTranslation();
  return (
    <nav className={classes.tabs} aria-label={t('nav.account')}>
      {TABS.map(({ to, name }) => (
        <Link key={to} to={to} className={classes.tab}>
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
