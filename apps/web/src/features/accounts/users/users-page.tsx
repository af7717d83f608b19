import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import classes from './users-page.module.css';

/** Frame of the user administration screens: the title, and the tabs. */
export function UsersPage({ part, children }: { part: string; children: ReactNode }) {
  const { t } = useTranslation();
  usePageTitle(part);
  const exactMatch = { exact: true, includeSearch: false };
  return (
    <div className={classes.page}>
      <Title order={1}>{t('nav.users')}</Title>
      <nav className={classes.parts} aria-label={t('users.sections')}>
        <Link to="/users" activeOptions={exactMatch} className={classes.part}>
          {t('users.accounts')}
        </Link>
        <Link to="/users/invitations" activeOptions={exactMatch} className={classes.part}>
          {t('invitations.title')}
        </Link>
        <Link to="/users/activity" activeOptions={exactMatch} className={classes.part}>
          {t('activity.title')}
        </Link>
      </nav>
      {children}
    </div>
  );
}
