import { Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFirstPicture } from '../ui/use-first-picture.ts';
import classes from './root-layout.module.css';
import { TopBar } from './top-bar.tsx';
import { useAccountPreferences } from './use-account-preferences.ts';

/** The frame of every screen. The practice player has no top bar. */
export function RootLayout() {
  const { t } = useTranslation();
  const isPractice = useRouterState({ select: ({ location }) => location.pathname.startsWith('/video/') });
  useAccountPreferences();
  useFirstPicture({ until: !isPractice });
  return (
    <>
      <a href="#content" className={classes.skip}>
        {t('app.skip')}
      </a>
      {!isPractice && <TopBar />}
      <main id="content" tabIndex={-1} className={isPractice ? classes.player : classes.page}>
        <Outlet />
      </main>
    </>
  );
}
