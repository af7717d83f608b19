import { Burger, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { profileQuery } from '../api/session.ts';
import { useTranslation } from '../locales/translation.ts';
import { lazyPart, OnDemand } from '../ui/lazy-part.tsx';
import { Logo } from '../ui/logo.tsx';
import classes from './top-bar.module.css';

// Only on narrow screens.
const NavDrawer = lazyPart(() => import('./nav-drawer.tsx'), 'NavDrawer');

const SUBTITLE_SCREENS = /^\/(?:subtitles|revisions|cuts)\//;

/** Screens linked from the profile. */
const ACCOUNT_SCREENS = /^\/(?:settings|progress)$/;

function Links() {
  const { t } = useTranslation();
  const { data: profile } = useQuery(profileQuery);
  const navigate = useNavigate();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isCandidateScreen = pathname.startsWith('/subtitles/sync/');
  const isVideoScreen = SUBTITLE_SCREENS.test(pathname) && !isCandidateScreen;
  // Shown while the user is unknown, or the server unreachable.
  if (profile === undefined) return null;
  if (!profile) {
    return (
      <>
        <Button component={Link} to="/login" variant="quiet">
          {t('auth.logIn')}
        </Button>
        <Button component={Link} to="/register">
          {t('auth.register')}
        </Button>
      </>
    );
  }
  return (
    <>
      {profile.is_admin && (
        <>
          <Link to="/video-manager" className={classes.link} data-within={isVideoScreen}>
            {t('nav.videoManager')}
          </Link>
          <Link to="/youtube-candidates" className={classes.link} data-within={isCandidateScreen}>
            {t('nav.youtubeCandidates')}
          </Link>
          <Link to="/users" className={classes.link}>
            {t('nav.users')}
          </Link>
        </>
      )}
      <Link to="/profile" className={classes.link} data-within={ACCOUNT_SCREENS.test(pathname)}>
        {t('nav.profile')}
      </Link>
      <Button
        variant="default"
        mih="min(44px, var(--top-bar, 4rem) - 0.75rem)"
        onClick={() => navigate({ to: '/logout' })}
      >
        {t('nav.logout')}
      </Button>
    </>
  );
}

/** Logo, name and the user's links; in a drawer on narrow screens. */
export function TopBar() {
  const { t } = useTranslation();
  const [opened, { open, toggle, close }] = useDisclosure();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes when another screen opens.
  useEffect(close, [pathname]);

  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <Link to="/" className={classes.brand}>
          <Logo />
          {t('app.name')}
        </Link>
        <Group component="nav" aria-label={t('nav.label')} gap="lg" visibleFrom="sm">
          <Links />
        </Group>
        <Burger
          opened={opened}
          onClick={toggle}
          hiddenFrom="sm"
          aria-label={t('nav.menu')}
          aria-expanded={opened}
          size="sm"
        />
      </div>
      <OnDemand isOpen={opened} onOpen={open} onClose={close}>
        {opened && (
          <NavDrawer onClose={close}>
            <Links />
          </NavDrawer>
        )}
      </OnDemand>
    </header>
  );
}
