import '@mantine/core/styles/Anchor.css';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import classes from './auth-page.module.css';
import { LoginScene } from './login-scene.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** Link to the alternative screen. */
  alternative?: { question: string; label: string; to: '/login' | '/register' };
  /** Search parameters for the link to the other page: an invitation, and the page to open afterwards. */
  search?: { invitation?: string | undefined; next?: string | undefined };
};

/** The product's pitch next to a card with a form. */
export function AuthPage({ title, children, alternative, search = {} }: Props) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <div className={classes.page}>
      <div className={classes.brand}>
        <LoginScene />
        <p className={classes.tagline}>{t('app.tagline')}</p>
      </div>
      <Paper className={classes.card} radius="lg">
        <Title order={1} size="h2" mb="lg">
          {title}
        </Title>
        {children}
        {alternative && (
          <Text className={classes.other}>
            {alternative.question}{' '}
            <Anchor
              display="inline-block"
              py="0.75rem"
              fw={600}
              renderRoot={(props) => <Link to={alternative.to} search={search} {...props} />}
            >
              {alternative.label}
            </Anchor>
          </Text>
        )}
      </Paper>
    </div>
  );
}
